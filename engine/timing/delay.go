package timing

// Bounds of the delay of one message. In less than 0.8 s nobody has read and typed anything. After
// 30 s the chat has moved on.
const (
	MinDelay = 800
	MaxDelay = 30 * Second
)

// Delay says what the delay of one message is made of, in game time.
type Delay struct {
	Reading  Millis `json:"reading_ms"`
	Thinking Millis `json:"thinking_ms"`
	Typing   Millis `json:"typing_ms"`
	Jitter   Millis `json:"jitter_ms"`
}

// Total returns the delay from the trigger to the sending, within the bounds.
func (p Delay) Total() Millis {
	return min(max(p.Reading+p.Thinking+p.Typing+p.Jitter, MinDelay), MaxDelay)
}

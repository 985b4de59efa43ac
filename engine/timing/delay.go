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
	// Meanwhile says that the text is typed while the model thinks (FourMind, Algorithm 1).
	// Then the sum has no bounds, and a text that is found late is not typed again.
	Meanwhile bool `json:"meanwhile,omitempty"`
}

// Within returns the delay, drawn again if it is not within the bounds: above half of the longest,
// or below twice the shortest. So none is a bound. The pause changes first, the typing last. u is
// a draw from [0, 1).
func (p Delay) Within(u float64) Delay {
	sum := p.Reading + p.Thinking + p.Typing + p.Jitter
	switch {
	case sum >= MaxDelay:
		p.Jitter += MaxDelay - 1 - Millis(u*float64(MaxDelay)/2) - sum
	case sum <= MinDelay:
		p.Jitter += MinDelay + 1 + Millis(u*MinDelay) - sum
	}
	for _, part := range []*Millis{&p.Thinking, &p.Reading, &p.Typing} {
		over := min(max(-p.Jitter, 0), *part)
		*part -= over
		p.Jitter += over
	}
	return p
}

// Total returns the delay from the trigger to the sending, within the bounds.
func (p Delay) Total() Millis {
	sum := p.Reading + p.Thinking + p.Typing + p.Jitter
	if p.Meanwhile {
		return sum
	}
	return min(max(sum, MinDelay), MaxDelay)
}

package game

import "unicode/utf8"

// Limits of what a prompt shows of the chat. With them, a prompt for the 500th message is about as
// long as one for the 50th.
const (
	// WindowMessages is the length of the chat that calls for the first summary: what a person who
	// scrolls back would still read. A shorter game has no summary.
	WindowMessages = 60
	// WindowTokens calls for a summary, too: some 60 lines of the longest that people write in such
	// games. It is also the most that goes into one summary.
	WindowTokens = 2000
	// SummaryChars is the longest summary, in characters: six or seven sentences.
	SummaryChars = 450
	// summaryLines is how many messages give up their place in a window for a summary, so that it
	// does not make prompts longer. Such a window grows to 48 messages, then loses its older half.
	summaryLines = 12
	// LineChars is the longest line of a prompt, in characters: a long paragraph. Without it, one
	// message could push out all others.
	LineChars = 600
	// lineBytes is what a line takes beside name, channel and text: number, clock and marks.
	lineBytes = len("#1000 1:00:00 \"\": \"\"\n")
)

// Bounds of the estimate of tokens, in thousandths of a byte. English has about 4 bytes a token,
// and no known tokenizer is outside of 1 to 8.
const (
	startTokenBytes = 4000
	minTokenBytes   = 1000
	maxTokenBytes   = 8000
	// tokenMemory is after how many calls most of an older estimate is forgotten. A chat may change
	// its language.
	tokenMemory = 8
)

// Window is what prompts show of the chat: a summary of older messages, and the messages after it.
type Window struct {
	// Summary stands for the messages before those that prompts show.
	Summary Summary `json:"summary,omitzero"`
	// After is the seq of the last message that prompts do not show.
	After int64 `json:"after,omitempty"`
	// TokenBytes is how many bytes of a prompt make a token, in thousandths. It is estimated from
	// what servers have counted.
	TokenBytes int64 `json:"token_bytes"`
}

// Beginning returns a text as prompts show it, and whether it was cut.
func Beginning(text string) (shown string, cut bool) {
	shown = Shortened(text, LineChars)
	return shown, len(shown) < len(text)
}

// Shortened returns the first characters of a text.
func Shortened(text string, chars int) string {
	if len(text) <= chars || utf8.RuneCountInString(text) <= chars {
		return text
	}
	return string([]rune(text)[:chars])
}

// tokens estimates the tokens of a message in a prompt, from the bytes per token.
func (m *Message) tokens(tokenBytes int64) int64 {
	shown, _ := Beginning(m.Text)
	n := int64(lineBytes + len(m.Name) + len(m.Channel) + len(shown))
	return (n*1000 + tokenBytes - 1) / tokenBytes
}

// fitting returns how many of the newest messages fit into a number of lines and tokens. The very
// last one always fits.
func fitting(messages []Message, lines int, tokens, tokenBytes int64) (n int) {
	for n < min(len(messages), lines) {
		tokens -= messages[len(messages)-1-n].tokens(tokenBytes)
		if tokens < 0 && n > 0 {
			break
		}
		n++
	}
	return n
}

// move drops the oldest messages of a window that has grown by half because no summary came. The
// window then has its usual length again. The beginning of the prompts, which servers cache, thus
// changes only once in many messages.
func (w *Window) move(messages []Message, r *Roster) {
	// first is the oldest message of a window of the usual length.
	lines, tokens, first := 0, int64(0), int64(0)
	for i := len(messages) - 1; i >= 0 && messages[i].Seq > w.After; i-- {
		m := &messages[i]
		if !r.Sees(r.Seat, m.Channel) {
			continue
		}
		lines++
		tokens += m.tokens(w.TokenBytes)
		switch {
		case lines == 1, lines <= WindowMessages && tokens <= WindowTokens:
			first = m.Seq
		case lines > WindowMessages*3/2 || tokens > WindowTokens*3/2:
			w.After = first - 1
			return
		}
	}
}

// summarise replaces the summary by a newer one, which covers the older one's messages, too.
func (w *Window) summarise(to Summary) {
	if to.UpTo <= w.Summary.UpTo {
		return
	}
	w.Summary = to
	w.After = max(w.After, to.UpTo)
}

// weigh corrects the estimate of tokens with what servers have counted.
func (w *Window) weigh(calls []Call) {
	for i := range calls {
		if c := &calls[i]; c.Made() && !c.Estimated && c.PromptTokens > 0 && c.PromptBytes > 0 {
			seen := int64(c.PromptBytes) * 1000 / int64(c.PromptTokens)
			w.TokenBytes += (min(max(seen, minTokenBytes), maxTokenBytes) - w.TokenBytes) / tokenMemory
		}
	}
}

package session

import "unicode/utf8"

// Limits of what a prompt shows of the chat. With them, a prompt for the 500th message is about as
// long as one for the 50th.
const (
	WindowMessages = 60   // after how many messages a summary is made: people scroll back so far
	WindowTokens   = 2000 // after how many tokens a summary is made, too: some 60 long lines
	SummaryChars   = 450  // the longest summary, in characters: six or seven sentences
	// summaryLines is how many fewer messages a window with a summary shows, so that the summary
	// does not make prompts longer. Such a window grows to 48 messages, then loses its older half.
	summaryLines = 12
	LineChars    = 600 // the longest line of a prompt, in characters, so that none pushes out all others
	// lineBytes is what a line of a prompt takes in addition to name, channel and text.
	lineBytes = len("#1000 1:00:00 \"\": \"\"\n")
)

// Bounds of the estimate of tokens, in thousandths of a byte: English has about 4 bytes a token.
const (
	startTokenBytes = 4000
	minTokenBytes   = 1000
	maxTokenBytes   = 8000
	tokenMemory     = 8 // after how many calls most of an older estimate is forgotten
)

// Window is what prompts show of the chat: a summary of older messages, and the messages after it.
type Window struct {
	// Summary stands for the messages before those that prompts show.
	Summary Summary `json:"summary,omitzero"`
	After   int64   `json:"after,omitempty"` // the seq of the last message that prompts do not show
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

func (m *Message) tokens(tokenBytes int64) int64 {
	shown, _ := Beginning(m.Text)
	n := int64(lineBytes + len(m.Name) + len(m.Channel) + len(shown))
	return (n*1000 + tokenBytes - 1) / tokenBytes
}

// fitting returns how many of the newest messages fit into lines and tokens: the last one always.
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

// move drops the oldest messages of a window that has grown by half because no summary came. So the
// beginning of the prompts, which servers cache, changes only once in many messages.
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

// calibrate corrects the estimate of tokens with what servers have counted.
func (w *Window) calibrate(calls []Call) {
	for i := range calls {
		if c := &calls[i]; c.Made() && !c.Estimated && c.PromptTokens > 0 && c.PromptBytes > 0 {
			seen := int64(c.PromptBytes) * 1000 / int64(c.PromptTokens)
			w.TokenBytes += (min(max(seen, minTokenBytes), maxTokenBytes) - w.TokenBytes) / tokenMemory
		}
	}
}

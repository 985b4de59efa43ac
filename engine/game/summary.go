package game

import (
	"ringer/engine/mouth"
	"strings"
	"unicode/utf8"
)

// CorePrefix begins the kinds of the core's own thoughts. No strategy has a kind of such a name.
const CorePrefix = "core."

// Summarise is the kind of the thought that retells older messages in a few sentences.
const Summarise = CorePrefix + "summary"

// IsCore tells the kind of a thought of the core's own.
func IsCore(kind string) bool { return strings.HasPrefix(kind, CorePrefix) }

// Bounds of what a prompt shows of the chat. They make a prompt of the 500th message about as long as one of the 50th.
const (
	// WindowMessages calls for the first summary: what a person who scrolls back would still read. A game that is shorter has none.
	WindowMessages = 60
	// WindowTokens does so, too: some 60 lines of the longest that people write in such games. It bounds what goes into one summary.
	WindowTokens = 2000
	// SummaryChars bounds a summary: six or seven sentences.
	SummaryChars = 450
	// summaryLines is how many messages have to make room for it in a window, so that prompts with a summary are not longer: a window
	// then grows to 48, and loses its older half.
	summaryLines = 12
	// LineChars bounds a line of a prompt, so that one message does not push out all others: a long paragraph.
	LineChars = 600
	// lineBytes is what a line takes beside name, channel and text: number, clock and marks.
	lineBytes = len("#1000 1:00:00 \"\": \"\"\n")
)

// Bounds of the estimate of tokens, in thousandths of a byte. English comes to 4; no tokenizer is known outside of 1 to 8.
const (
	startTokenBytes = 4000
	minTokenBytes   = 1000
	maxTokenBytes   = 8000
	// tokenMemory is how many calls it takes to forget most of an older estimate: a chat may change its language.
	tokenMemory = 8
)

// Summary stands for everything that was said up to a message.
type Summary struct {
	Text string `json:"text"`
	// UpTo is the seq of the last message that it tells of.
	UpTo int64 `json:"up_to_seq"`
}

// Summarised is the finding of a thought of the kind Summarise.
type Summarised struct{ Text string }

// Beginning returns a text as prompts show it, and whether that is only its beginning.
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

// tokens estimates what a message takes in a prompt, by the bytes that a token has.
func (m *Message) tokens(tokenBytes int64) int64 {
	shown, _ := Beginning(m.Text)
	n := int64(lineBytes + len(m.Name) + len(m.Channel) + len(shown))
	return (n*1000 + tokenBytes - 1) / tokenBytes
}

// fitting returns how many of the newest messages fit into a number of lines and tokens; the very last one always does.
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

// toSummarise returns the seq up to which messages should now go into the summary, 0 for none: all but the newer half of a window
// beside a summary, and never more than a window at once.
func (v *View) toSummarise() (upTo int64) {
	pending, limit := v.After(v.Summary.UpTo), WindowMessages
	if v.Summary.Text != "" {
		limit -= summaryLines
	}
	if len(pending) < limit && fitting(pending, limit, WindowTokens, v.tokenBytes) == len(pending) {
		return 0
	}
	older := pending[:len(pending)-fitting(pending, (WindowMessages-summaryLines)/2, WindowTokens/2, v.tokenBytes)]
	tokens := int64(WindowTokens)
	for i := range older {
		tokens -= older[i].tokens(v.tokenBytes)
		if tokens < 0 && i > 0 {
			break
		}
		upTo = older[i].Seq
	}
	return upTo
}

// moveWindow leaves the oldest messages of a window behind that has grown by half because no summary came. It then has its usual
// length again, so that the beginning of the prompts, which servers cache, changes once in many messages.
func (s *State) moveWindow() {
	lines, tokens, first := 0, int64(0), int64(0) // first is the oldest message of a window of the usual length
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > s.WindowAfter; i-- {
		m := &s.Messages[i]
		if !s.Roster.Sees(s.Roster.Seat, m.Channel) {
			continue
		}
		lines++
		tokens += m.tokens(s.TokenBytes)
		switch {
		case lines == 1, lines <= WindowMessages && tokens <= WindowTokens:
			first = m.Seq
		case lines > WindowMessages*3/2 || tokens > WindowTokens*3/2:
			s.WindowAfter = first - 1
			return
		}
	}
}

// summarise puts a summary in the place of the one before it, which it retells.
func (s *State) summarise(to Summary) {
	if to.UpTo <= s.Summary.UpTo {
		return
	}
	s.Summary = to
	s.WindowAfter = max(s.WindowAfter, to.UpTo)
}

// weigh corrects the estimate of tokens by what servers have counted.
func (s *State) weigh(calls []Call) {
	for i := range calls {
		if c := &calls[i]; c.Made() && !c.Estimated && c.PromptTokens > 0 && c.PromptBytes > 0 {
			seen := int64(c.PromptBytes) * 1000 / int64(c.PromptTokens)
			s.TokenBytes += (min(max(seen, minTokenBytes), maxTokenBytes) - s.TokenBytes) / tokenMemory
		}
	}
}

// summaryGap is the least time between two summaries: people do not fill half a window sooner, and a flood of messages must cost little.
const summaryGap = 10 * 1000

// coreWants returns the thoughts that the core calls for by itself. A bot that has gone needs none, a dormant one no retries, and what
// the limits do not bear waits until they are changed.
func (d *decider) coreWants(v View) []Want {
	if d.s.barred() == CancelGone || d.s.Dormant(d.now) || d.s.Unretold {
		return nil
	}
	upTo := v.toSummarise()
	if upTo == 0 {
		return nil
	}
	w := Want{Kind: Summarise, BasedOn: upTo}
	if last := v.Thought(Summarise); last.Count+last.Failures > 0 {
		w.At = last.FinishedAt + summaryGap
	}
	return []Want{w}
}

// concludeSummary turns what a summary says into an act. It leaves the mind as it was.
func (d *decider) concludeSummary(t Thought) {
	done := &ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.began(), Slot: SlotNone, Calls: t.Calls}
	found, _ := t.Finding.(Summarised)
	text := cutSentence(strings.Join(strings.Fields(found.Text), " "), SummaryChars)
	if text == "" {
		t.Failure = "thought_failed"
		d.fail(t)
		return
	}
	done.Summary = &Summary{Text: text, UpTo: t.Want.BasedOn}
	d.emit(done)
}

// cutSentence cuts a text after the last sentence that fits, or after the last word if the first sentence does not.
func cutSentence(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := string([]rune(text)[:limit])
	if i := strings.LastIndexAny(cut, ".!?。！？"); i > 0 {
		_, n := utf8.DecodeRuneInString(cut[i:])
		return cut[:i+n]
	}
	return mouth.Shorten(text, limit)
}

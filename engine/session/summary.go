package session

import (
	"strings"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// CorePrefix begins the kinds of the core's own thoughts. No strategy may use it.
const CorePrefix = "core."

// KindSummary is the kind of the thought that retells older messages in a few sentences.
const KindSummary = CorePrefix + "summary"

// IsCore reports whether a kind of thought is the core's own.
func IsCore(kind string) bool { return strings.HasPrefix(kind, CorePrefix) }

// Summary stands for everything that was said up to a message.
type Summary struct {
	// Text is about the channels that everyone in the game reads. It is empty if nothing was said
	// there.
	Text string `json:"text"`
	UpTo int64  `json:"up_to_seq"` // UpTo is the seq of the last message that the summary covers.
	// Private is about the private channels, so that it stays known what was said only there.
	Private []ChannelSummary `json:"private,omitempty"`
}

// ChannelSummary stands for what was said in one private channel.
type ChannelSummary struct {
	Channel string `json:"channel"`
	Text    string `json:"text"`
}

// PrivateChars is the longest summary of a private channel, in characters: less is said there.
const PrivateChars = SummaryChars / 2

// Of returns the summary of a private channel, empty if there is none.
func (s Summary) Of(channel string) string {
	c, _ := find(s.Private, func(c ChannelSummary) bool { return c.Channel == channel })
	return c.Text
}

// Summarised is the finding of a thought of the kind KindSummary.
type Summarised struct {
	Text    string
	Private []ChannelSummary
}

// summaryUpTo returns the seq up to which messages should now go into the summary, 0 for none. The
// newer half of a window with a summary stays out. At most one window is covered at once.
func (v *View) summaryUpTo() (upTo int64) {
	pending, limit := v.After(v.Summary.UpTo), WindowMessages
	if v.Summary.UpTo > 0 {
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

// summaryGap is the least time between two summaries: a flood of messages must cost little.
const summaryGap = 10 * 1000

// coreWants returns the summary that the core wants, unless nobody needs or can pay for one.
func (d *decider) coreWants(v View) []Want {
	if d.s.barred() == CancelGone || d.s.Rhythm.Dormant(d.now) || d.s.Budget.SummaryUnaffordable {
		return nil
	}
	upTo := v.summaryUpTo()
	if upTo == 0 {
		return nil
	}
	w := Want{Kind: KindSummary, BasedOn: upTo}
	if last := v.Progress(KindSummary); last.Count+last.Failures > 0 {
		w.At = last.FinishedAt + summaryGap
	}
	return []Want{w}
}

func (d *decider) concludeSummary(t Thought) {
	done := &ThoughtCompleted{Kind: t.Want.Kind, BasedOn: t.Want.BasedOn, Began: t.Began(), Slot: SlotNone, Calls: t.Calls}
	found, _ := t.Finding.(Summarised)
	done.Summary = &Summary{Text: oneSummary(found.Text, SummaryChars), UpTo: t.Want.BasedOn}
	for _, c := range found.Private {
		if c.Text = oneSummary(c.Text, PrivateChars); c.Text != "" {
			done.Summary.Private = append(done.Summary.Private, c)
		}
	}
	if done.Summary.Text == "" && len(done.Summary.Private) == 0 {
		t.Failure = "thought_failed"
		d.fail(t)
		return
	}
	d.emit(done)
}

func oneSummary(text string, limit int) string {
	return cutSentence(strings.Join(strings.Fields(text), " "), limit)
}

const sentenceEnds = ".!?。！？"

func sentences(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(sentenceEnds, r) })
}

// cutSentence cuts a text after the last sentence that fits, else after the last word.
func cutSentence(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := string([]rune(text)[:limit])
	if i := strings.LastIndexAny(cut, sentenceEnds); i > 0 {
		_, n := utf8.DecodeRuneInString(cut[i:])
		return cut[:i+n]
	}
	return mouth.Shorten(text, limit)
}

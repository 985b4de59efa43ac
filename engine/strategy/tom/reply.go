package tom

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/timing"
)

type lineFound struct {
	prompt.Written
	// seen is the seq of the last message that the prompt showed.
	seen  int64
	does  job
	again bool
}

func (t *ToM) reply(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	if r := readMind(v).Reserve; w.Kind == kindReserve && v.Plan == nil && r != nil {
		return lineFound{Written: prompt.Written{Text: r.Text}, again: true}, nil
	}
	task := map[string]string{kindReflex: taskReflex, kindSingle: taskSingle, kindReserve: taskReserve}[w.Kind]
	var found lineFound
	p := prompt.Newest(ask, v, func(v session.View) prompt.Prompt {
		m := readMind(v)
		found.seen = v.LastHere()
		found.does, _ = jobOf(v, m, task)
		return t.linePrompt(v, m, task)
	})
	var a prompt.ReadWritten
	answer := any(&a.Written)
	if t.Reads(w.Kind) {
		answer = &a
	}
	if err := ask.Ask(ctx, p, answer); err != nil {
		return nil, fmt.Errorf("%s: %w", w.Kind, err)
	}
	found.Written = a.Written
	return found, nil
}

// concludeReply proposes a line, unless the bot has spoken meanwhile.
func (t *ToM) concludeReply(v session.View, w session.Want, a lineFound) session.Conclusion {
	w.BasedOn = max(w.BasedOn, a.seen)
	out, text := session.Conclusion{Considered: a.seen}, session.OneLine(a.Text)
	if w.Kind != kindReserve && (a.Unsent != "" || v.Plan == nil || v.Plan.Class <= session.ClassReflex) {
		out.Unsent = a.Choice() // an older answer without a choice leaves the plan of cognition
	}
	switch {
	case text == "":
	case a.again:
		out.Candidate = t.reserveLine(v, w, text)
	case w.Kind == kindReserve && spokeAfter(v, w.BasedOn), w.Kind != kindReserve && spokeSince(v, w):
	case w.Kind == kindReserve:
		out.Candidate = t.reserveLine(v, w, text)
	default:
		out.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassReflex, Answers: a.AnsweredSeq(v), Parts: t.Write(v, w, text), Whole: text}
	}
	m := readMind(v)
	if w.Kind == kindReserve {
		m.Reserve, m.Speechless = nil, text == "" // it is in the slot, or was refused
	}
	if out.Candidate != nil && a.does == jobGoal && !a.again {
		m.pursue(text)
	}
	return t.complete(v, m, out)
}

// reserveLine proposes a line that is sent after a silence. A draw makes the silence up to a half
// longer, so that two bots do not speak at once. The first line in a private channel waits for
// none.
func (t *ToM) reserveLine(v session.View, w session.Want, text string) *session.Candidate {
	return &session.Candidate{Kind: session.Reserve, Class: session.ClassReserve, Parts: t.Write(v, w, text), Silence: t.silence(v, w)}
}

func (t *ToM) silence(v session.View, w session.Want) session.Millis {
	if opensPrivately(v) {
		return 0
	}
	u := session.Draw(v.Seed, w.BasedOn, "silence:"+v.Me.ID, 0).Float64()
	return timing.Millis(float64(t.options.Silence) * (1 + u/2))
}

// Write implements session.Writer: one part. Quick replies take the time of equation 1, others that
// of equation 2.
func (t *ToM) Write(v session.View, w session.Want, text string) []session.PlanPart {
	u := session.Draw(v.Seed, w.BasedOn, "thinking:"+w.Kind+":"+v.Me.ID, 0).Float64()
	delay := timing.Cognition
	if w.Kind == kindReflex || w.Kind == kindSingle {
		delay = timing.Reflex
	}
	if w.Kind == kindReflex {
		text = cutWords(text, reflexWords)
	}
	return []session.PlanPart{{Text: text, Timing: delay(u, t.delayText(v, w, text))}}
}

// delayText returns the text whose length the delay grows with. A reserve answers no message.
func (t *ToM) delayText(v session.View, w session.Want, text string) string {
	if t.options.LengthBasis == basisIncoming && w.Kind != kindReserve {
		here := v.Here()
		if m, ok := here.Newest(func(m *session.Message) bool { return m.Foreign() && m.Seq <= w.BasedOn }); ok {
			return m.Text
		}
	}
	return text
}

// reflexWords bounds a reflex: a quick answer is short (§3.1 and its prompt).
const reflexWords = 15

// minClauseWords is the fewest words of a clause that can be a line: one or two are often a name or
// "well".
const minClauseWords = 3

// cutWords cuts a text, if it can at the end of a sentence, then of a clause. It never returns
// punctuation alone.
func cutWords(text string, words int) string {
	all := strings.Fields(text)
	if len(all) <= words {
		return text
	}
	all = all[:words]
	for _, ends := range []struct {
		signs string
		least int
	}{{".!?…", 1}, {",;:", minClauseWords}} {
		for n := words; n >= ends.least; n-- {
			cut := strings.Join(all[:n], " ")
			if last, _ := utf8.DecodeLastRuneInString(cut); strings.ContainsRune(ends.signs, last) && strings.ContainsFunc(cut, unicode.IsLetter) {
				return strings.TrimRight(cut, ",;:")
			}
		}
	}
	return strings.Join(all, " ")
}

// mostlyRepeats reports whether the bot has said at least half of a text's words since the line
// that the text answers: reflex and cognition often use the same words. The mouth refuses only
// lines that are nearly equal.
func mostlyRepeats(v session.View, w session.Want, text string) bool {
	v = v.Here()
	v.Messages = v.After(lastHeard(v, w.BasedOn))
	return shares(text, strings.Join(v.Own(), " "))
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

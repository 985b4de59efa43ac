package prompt

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/session"
)

// LineRead is what a model reads a line as. It is a part of the answer of each call that looks at
// the newest lines anyway.
type LineRead struct {
	Line int `json:"line"` // Line is the number of the line in the transcript.
	// To are the names of the players to whom it is said; all for everybody, empty for nobody.
	To      []string `json:"to"`
	Expects bool     `json:"expects_answer"`
	// Answers is the number of the line that it answers; 0 for none.
	Answers int `json:"answers"`
}

// Reads is the first part of the answer of each call that looks at the newest lines anyway: whoever
// has read the lines decides better.
type Reads struct {
	// Read has an entry for each line that the prompt names.
	Read []LineRead `json:"read,omitempty" missing:"ok"`
}

func (r *Reads) linesRead() []LineRead { return r.Read }

type reader interface{ linesRead() []LineRead }

// SectionRead names the lines that a call reads beside its task.
const SectionRead = "lines to read"

const (
	mostBeside = 3  // how many lines a call reads beside its task
	ReadTokens = 40 // the length of an entry
)

// readsNothing fills the field that the answer's form has all the same.
const readsNothing = `Begin the JSON with "read": [].`

var readsText = Instruction(prompts, "reads")

// AskReading asks for an answer. If the answer has room for it, the call also reads the newest
// lines, and AskReading returns what it has read them as. view returns the newest view.
func AskReading(ctx context.Context, ask Asker, p Prompt, answer any, view func() session.View) ([]session.Reading, error) {
	r, reads := answer.(reader)
	if reads {
		p = p.reading(view)
	}
	if err := ask.Ask(ctx, p, answer); err != nil || !reads {
		return nil, err
	}
	return Readings(view(), r.linesRead()), nil
}

// reading returns the prompt with the lines to read, also when it is written again.
func (p Prompt) reading(view func() session.View) Prompt {
	if rewrite := p.Rewrite; rewrite != nil {
		p.Rewrite = func() Prompt {
			again := rewrite()
			again.Rewrite = nil
			return again.reading(view)
		}
	}
	v := view()
	upTo := v.Seq
	if p.Known > 0 {
		upTo = p.Known
	}
	lines := v.Unread(mostBeside, upTo)
	if len(lines) == 0 {
		p.Instruction += "\n" + readsNothing
		return p
	}
	p.Sections = append(slices.Clip(p.Sections), TextSection(SectionRead, LineNumbers(lines)))
	p.Instruction += "\n" + readsText
	if p.AnswerTokens > 0 {
		p.AnswerTokens += ReadTokens * len(lines)
	}
	return p
}

// LineNumbers lists the numbers of lines.
func LineNumbers(lines []session.Message) string {
	return strings.Join(session.Each(lines, func(m session.Message) string { return "#" + strconv.FormatInt(m.Number, 10) }), ", ")
}

// Readings returns what a model has read lines as, by the names and numbers of a view. It leaves
// out lines and names that there are not.
func Readings(v session.View, read []LineRead) (found []session.Reading) {
	for _, x := range read {
		m, ok := v.Numbered(int64(x.Line))
		if !ok {
			continue
		}
		about, _ := v.Numbered(int64(x.Answers))
		r := session.Reading{Seq: m.Seq, Expects: x.Expects, Answers: about.Seq}
		for _, name := range x.To {
			switch id, ok := PlayerNamed(v, name); {
			case ok:
				r.To = append(r.To, id)
			case slices.Contains([]string{"all", "everybody", "everyone"}, strings.ToLower(name)):
				r.All = true
			case strings.EqualFold(name, "you"): // as prompts call the bot
				r.To = append(r.To, v.Me.ID)
			}
		}
		found = append(found, r)
	}
	return found
}

// Written is the answer of each call that writes a line of the bot.
type Written struct {
	// Unsent is what becomes of the line that waits, if the prompt shows one; else none.
	Unsent session.Look `json:"unsent" enum:"none,keep,replace,drop" missing:"ok" former:"do"`
	// Answers is the number of the line that the text answers; 0 for none.
	Answers int    `json:"answers" missing:"ok"`
	Text    string `json:"text"`
}

// ReadWritten is the answer of a call that writes a line and may be the first of its thought.
type ReadWritten struct {
	Reads
	Written
}

// ByRules returns the skill of a task with the answer ReadWritten: it writes as another skill, and
// leaves the reading to the rules.
func ByRules(write Skill) Skill {
	return func(p Parsed, rng *rand.Rand) any { return ReadWritten{Written: write(p, rng).(Written)} }
}

// AsksReading reports whether a parsed prompt asks for an answer that also reads lines.
func (p Parsed) AsksReading() bool {
	return strings.HasSuffix(p.Instruction, readsText) || strings.HasSuffix(p.Instruction, readsNothing)
}

// Choice returns what becomes of the line that waits. An answer without the field, as older ones
// are, drops the line by an empty text.
func (w Written) Choice() session.Look {
	if w.Unsent == "" && strings.TrimSpace(w.Text) == "" {
		return session.LookDrop
	}
	return w.Unsent
}

// AnsweredSeq returns the seq of the line that the text answers, or 0.
func (w Written) AnsweredSeq(v session.View) int64 {
	if m, ok := v.Numbered(int64(w.Answers)); ok && w.Answers > 0 {
		return m.Seq
	}
	return 0
}

package attacktest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// record holds what was really said in a game, by seq.
type record struct {
	lines map[int64]prompt.Line
	order []int64
}

func newRecord(log []session.Event) *record {
	r := &record{lines: map[int64]prompt.Line{}}
	names := map[string]string{}
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.SessionCreated:
			for _, x := range p.Config.Game.Players {
				names[x.ID] = x.Name
			}
		case *session.MessageReceived:
			if p.Kind == session.FromGamemaster {
				r.add(prompt.Line{Name: p.Sender, Text: p.Text, Gamemaster: true})
			} else {
				r.add(prompt.Line{Name: names[p.Sender], Text: p.Text})
			}
		case *session.MessageSent:
			r.add(prompt.Line{Name: names[p.Sender], Text: p.Text, You: true})
		}
	}
	return r
}

func (r *record) add(l prompt.Line) {
	l.Number = int64(len(r.order) + 1)
	l.Text, l.Cut = session.Beginning(l.Text)
	r.lines[l.Number] = l
	r.order = append(r.order, l.Number)
}

// misreadPrompt parses a rendered prompt as a model would read it. It returns how that differs from
// what was put into the prompt, or how its transcripts differ from what was said. In the section of
// the transcript, no line may be missing. It returns "" if nothing is wrong.
func (r *record) misreadPrompt(p prompt.Prompt) string {
	p.Sections = slices.DeleteFunc(slices.Clone(p.Sections), func(s prompt.Section) bool { return s.Name == "" })
	rendered, meant := p.Render(), p.Parsed()
	read, err := prompt.Parse(rendered)
	headings := strings.Count("\n"+rendered.System+"\n"+rendered.User, "\n## ")
	switch {
	case err != nil:
		return err.Error()
	case headings != len(p.Sections)+1 || read.Task != p.Task || read.Instruction != meant.Instruction:
		return fmt.Sprintf("%d sections and a task are read as %d, with the task %q", len(p.Sections), headings, read.Task)
	}
	for _, s := range p.Sections {
		if read.Text(s.Name) != meant.Text(s.Name) || !slices.Equal(read.List(s.Name), meant.List(s.Name)) ||
			!slices.EqualFunc(read.Transcript(s.Name), s.Lines, func(a, b prompt.Line) bool { return reflect.DeepEqual(a, b) }) {
			return fmt.Sprintf("the section %q is read as another one", s.Name)
		}
		if wrong := r.compare(read.Transcript(s.Name), s.Name == prompt.SectionTranscript); wrong != "" {
			return fmt.Sprintf("section %s: %s", s.Name, wrong)
		}
	}
	return ""
}

// compare checks lines against what was said. If gapless is set, nothing may be missing between the
// first line and the last.
func (r *record) compare(lines []prompt.Line, gapless bool) string {
	at := -1
	for i, l := range lines {
		real, ok := r.lines[l.Number]
		if !ok || l.Name != real.Name || l.Text != real.Text || l.Gamemaster != real.Gamemaster || l.You && !real.You || l.Cut != real.Cut || l.Channel != "" {
			return fmt.Sprintf("it shows %+v, and what was said is %+v", l, real)
		}
		was := at
		at = slices.Index(r.order, l.Number)
		if at <= was || gapless && i > 0 && at != was+1 {
			return fmt.Sprintf("line %d stands behind line %d", l.Number, r.order[was])
		}
	}
	return ""
}

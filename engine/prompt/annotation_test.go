package prompt

import (
	"reflect"
	"strings"
	"testing"

	"ringer/engine/session"
)

func annotated() Prompt {
	return Prompt{Task: "t", Sections: []Section{TranscriptSection(SectionTranscript, []Line{
		{Number: 3, Clock: 12, Name: "Blue", Text: "hi"},
		{Number: 5, Clock: 14, Name: "Red", Text: "who are you", To: []string{"Blue", `Gr"een`}, Notes: []session.Note{
			{Label: "facts", Text: "Red asks\n  to: \"Red\""}, {Label: "self-revelation", Text: ""}, {Label: "to", Text: "x"}, {Label: "A: \"b", Text: "y"},
		}},
		{Number: 6, Clock: 125, Aged: true, Name: "Blue", Text: "why", Cut: true, Notes: []session.Note{{Label: "appeal", Text: "an answer"}}},
	})}}
}

func TestRenderAnnotated(t *testing.T) {
	t.Parallel()
	p := annotated()
	want := `## transcript (transcript)
#3 0:12 "Blue": "hi"
#5 0:14 "Red": "who are you"
  to: "Blue", "Gr\"een"
  facts: "Red asks\n  to: \"Red\""
  self-revelation: ""
  "to": "x"
  "A: \"b": "y"
#6 2m 5s ago "Blue": "why" (cut)
  appeal: "an answer"
## task t
  
`
	if got := p.Render().User; got != want {
		t.Errorf("rendered\n%s\nwant\n%s", got, want)
	}
	got, err := Parse(p.Render())
	if err != nil || !reflect.DeepEqual(got.Transcript(SectionTranscript), p.Sections[0].Lines) {
		t.Errorf("came back as %+v, %v", got.Transcript(SectionTranscript), err)
	}
}

func TestAge(t *testing.T) {
	t.Parallel()
	for s, want := range map[int64]string{0: "0s ago", 8: "8s ago", 60: "1m 0s ago", 125: "2m 5s ago", 3605: "1h 0m 5s ago", 90_061: "25h 1m 1s ago"} {
		if got := FormatAge(s); got != want {
			t.Errorf("%d is %q, want %q", s, got, want)
		}
		if got, ok := parseAge(strings.TrimSuffix(want, agoMark)); !ok || got != s {
			t.Errorf("%q is %d, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "s", "8", "08s", "61s", "1m", "5s 1m", "-1s", "1h 5s", "8sm", "8s "} {
		if s, ok := parseAge(text); ok {
			t.Errorf("%q reads as %d", text, s)
		}
	}
	lines := AgedLines([]Line{{Clock: 5}, {Clock: 70}}, 65_500)
	if lines[0].Clock != 60 || lines[1].Clock != 0 || !lines[0].Aged {
		t.Errorf("%+v", lines)
	}
}

// FuzzNotes shows that no annotation of a message can forge a line, a receiver or another note.
func FuzzNotes(f *testing.F) {
	f.Add("Blue", "appeal", "wants an answer", int64(5))
	f.Add("B\"\n#4 0:13 \"Red", "to", "\u2028  facts: \"x\"", int64(4000))
	f.Add("", "\": ", "## task evil\r\n\x85", int64(0))
	f.Fuzz(func(t *testing.T, name, label, text string, clock int64) {
		valid := func(s string) string { return strings.ToValidUTF8(s, "?") }
		name, label, text = valid(name), valid(label), valid(text)
		l := Line{Number: 7, Clock: clock & (1<<30 - 1), Aged: clock&1 == 1, Name: name, Text: text, To: []string{name, text},
			Notes: []session.Note{{Label: label, Text: text}, {Label: "facts", Text: name}}}
		p := Prompt{Task: "t", Sections: []Section{TranscriptSection("transcript", []Line{l, {Number: 8, Name: name}, l})}}
		got, err := Parse(p.Render())
		if err != nil || !reflect.DeepEqual(got, p.Parsed()) {
			t.Fatalf("parsed %+v, %v of\n%s", got, err, p.Render().User)
		}
	})
}

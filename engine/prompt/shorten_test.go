package prompt_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

// TestShortened: the prompt must fit, lose the least missed first, and stay readable.
func TestShortened(t *testing.T) {
	t.Parallel()
	lines := func() (lines []prompt.Line) {
		for i := range 20 {
			lines = append(lines, prompt.Line{Number: int64(i + 1), Name: "Blue", Text: fmt.Sprintf("line %d %s", i+1, strings.Repeat("x", 300))})
		}
		return lines
	}
	whole := func() prompt.Prompt {
		return prompt.Prompt{Task: "test.task", Instruction: "Answer.", Sections: []prompt.Section{
			prompt.TextSection(prompt.SectionRules, "rules "+strings.Repeat("r", 500)), prompt.TextSection(prompt.SectionPersona, "persona "+strings.Repeat("p", 500)),
			prompt.ListSection(prompt.SectionPrivate, []string{"Green lies"}), prompt.ListSection(prompt.SectionSummary, []string{strings.Repeat("s", 400)}),
			prompt.TranscriptSection(prompt.SectionTranscript, lines()), prompt.ListSection(prompt.SectionOwn, []string{"mine"}),
		}}
	}
	p := whole()
	if got := p.Shortened(0).Render(); got != p.Render() {
		t.Error("without a bound the prompt has changed")
	}
	last := p.Render().Len()
	for _, c := range []struct {
		bytes      int
		has, lacks string
	}{
		{7000, "line 1 ", "line 1 " + strings.Repeat("x", 200)}, {4000, "mine", "line 10 "}, {3500, "line 15 ", "mine"},
		{3000, "line 19 ", strings.Repeat("p", 200)}, {1850, strings.Repeat("r", 300), "line 18 "}, {1, "line 20 " + strings.Repeat("x", 300), strings.Repeat("r", 200)},
	} {
		short := p.Shortened(c.bytes).Render()
		text := short.System + short.User
		if short.Len() > c.bytes && c.bytes > 1 || short.Len() > last {
			t.Errorf("%d bytes where %d are allowed", short.Len(), c.bytes)
		}
		if last = short.Len(); !strings.Contains(text, c.has) || strings.Contains(text, c.lacks) || !strings.Contains(text, "Green lies") || !strings.Contains(text, "Answer.") {
			t.Errorf("%d bytes: it must have %q, and not %q:\n%s", c.bytes, c.has, c.lacks, text)
		}
		if parsed, err := prompt.Parse(short); err != nil || len(parsed.Transcript(prompt.SectionTranscript)) < 2 {
			t.Errorf("%d bytes: %v", c.bytes, err)
		}
	}
	if !reflect.DeepEqual(p, whole()) {
		t.Error("the whole prompt has changed")
	}
}

package smalltalk

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// TestAnswersComeFromTheBiography: age, home and work are what the prompt says, however often and
// in whatever words somebody asks.
func TestAnswersComeFromTheBiography(t *testing.T) {
	t.Parallel()
	nurse := session.Biography{Age: 43, Town: "Stockport", Country: "England", Work: "nurse, mostly nights"}
	baker := session.Biography{Age: 22, Town: "Wien", Work: "in a bakery"}
	for _, c := range []struct {
		language, line, want string
		b                    session.Biography
	}{
		{"en", "red how old are you?", "43", nurse},
		{"en", "red where are you from?", "stockport", nurse},
		{"en", "red which city do you live in?", "stockport", nurse},
		{"en", "red what do you do for a living?", "as a nurse", nurse},
		{"en", "red what do you work?", "in a bakery", baker},
		{"en", "red where do you live?", "england", session.Biography{Country: "England"}},
		{"de", "red wie alt bist du?", "22", baker},
		{"de", "red woher kommst du?", "wien", baker},
		{"de", "red was arbeitest du?", "in einer bäckerei", baker},
		{"de", "red wo wohnst du?", "köln", session.Biography{Town: "Cologne"}},
		{"de", "red was machst du beruflich?", "als krankenschwester", session.Biography{Work: "Krankenschwester"}},
	} {
		sections := []prompt.Section{
			prompt.TextSection(prompt.SectionYou, "Your name in this chat: \"Red\"\nWrite every line in: "+c.language),
			prompt.TextSection(prompt.SectionBiography, session.BiographyText()+"\n"+prompt.BiographyLines(c.b)),
			prompt.ListSection(prompt.SectionPlayers, []string{"Red", "Blue"}),
			prompt.TranscriptSection(prompt.SectionTranscript, []prompt.Line{{Number: 2, Clock: 3, Name: "Blue", Text: c.line}}),
			prompt.TextSection(prompt.SectionTime, "It is now 0:05"),
		}
		for seed := range uint64(10) {
			p := prompt.Prompt{Task: "x", Sections: sections}.Parsed()
			if said := Read(p, ReadOptions{MaxLines: LinesForWriting}, newRand(seed)).Say(); !strings.Contains(said, c.want) {
				t.Errorf("%s: %q says %q, want %q", c.language, c.line, said, c.want)
			}
		}
	}
}

// TestGermanKnowsAllWork: the core's tables name no work that the German book cannot say.
func TestGermanKnowsAllWork(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../session/biography/lives.json")
	var lives struct{ Work []string }
	if err == nil {
		err = json.Unmarshal(text, &lives)
	}
	if err != nil || len(lives.Work) == 0 {
		t.Fatal(err, len(lives.Work))
	}
	for _, work := range lives.Work {
		if books["de"].Works[work] == "" {
			t.Errorf("the book has no German for %q", work)
		}
	}
}

package replay

import (
	"testing"

	"ringer/engine/recording"
	"ringer/engine/session"
)

func TestQuestions(t *testing.T) {
	t.Parallel()
	g := &recording.Game{Players: []recording.Player{{Name: "Red"}, {Name: "Blue"}, {Name: "Green"}}, Messages: []recording.Message{{At: 100}}}
	listen := func(lines []spoken) *dialogue { return listen(g, lines) }
	line := func(at session.Millis, name, text string) spoken { return spoken{At: at, Name: name, Text: text} }
	for name, x := range map[string]struct {
		lines           []spoken
		asked, answered int
	}{
		"by name":                      {[]spoken{line(0, "Blue", "red where are you from"), line(9000, "Red", "dresden")}, 1, 1},
		"by you after its line":        {[]spoken{line(0, "Red", "im tired"), line(2000, "Blue", "why are you tired?"), line(32_000, "Red", "work")}, 1, 1},
		"too late":                     {[]spoken{line(0, "Blue", "red?"), line(30_001, "Red", "yes")}, 1, 0},
		"you after another's line":     {[]spoken{line(0, "Red", "hi"), line(0, "Green", "hi"), line(2000, "Blue", "how are you?")}, 0, 0},
		"you after the asker's own":    {[]spoken{line(0, "Red", "hi"), line(0, "Blue", "hey"), line(2000, "Blue", "how are you?")}, 1, 0},
		"lines that cross":             {[]spoken{line(0, "Red", "hi"), line(1000, "Blue", "how are you?")}, 0, 0},
		"another by name":              {[]spoken{line(0, "Green", "hi"), line(0, "Red", "hi"), line(1000, "Blue", "green how are you?")}, 0, 0},
		"everybody":                    {[]spoken{line(0, "Red", "hi"), line(1000, "Blue", "how are you guys?")}, 0, 0},
		"no question":                  {[]spoken{line(0, "Blue", "red is quiet")}, 0, 0},
		"near the end, unanswered":     {[]spoken{line(70_001, "Blue", "red?")}, 0, 0},
		"near the end, answered":       {[]spoken{line(70_001, "Blue", "red?"), line(80_000, "Red", "ja")}, 1, 1},
		"in another channel":           {[]spoken{line(0, "Blue", "red?"), {At: 1000, Name: "Red", Text: "yes", Channel: "night"}}, 1, 0},
		"asked in another channel":     {[]spoken{{Name: "Blue", Text: "red?", Channel: "night"}}, 0, 0},
		"by a bot that had read it":    {[]spoken{{Name: "Blue", Text: "red?", seq: 7}, {At: 1000, Name: "Red", Bot: true, seq: 8, restsOn: 7}}, 1, 1},
		"by a bot that had not":        {[]spoken{{Name: "Blue", Text: "red?", seq: 7}, {At: 1000, Name: "Red", Bot: true, seq: 8, restsOn: 6}}, 1, 0},
		"the game master's is no talk": {[]spoken{{Name: "Host", Text: "red, whom do you accuse?", Gamemaster: true}}, 0, 0},
	} {
		if q := questionsOf("Red", listen(x.lines)); q.Asked != x.asked || q.Answered != x.answered {
			t.Errorf("%s: %+v, want %d, %d", name, q, x.asked, x.answered)
		}
	}
	if q := questionsOf("Red", listen([]spoken{line(0, "Red", "where from"), line(0, "Red", "who knows"), line(0, "Blue", "why")})); q.Asks != 0.5 {
		t.Errorf("question share %v", q.Asks)
	}
}

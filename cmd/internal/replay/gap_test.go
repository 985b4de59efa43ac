package replay

import (
	"slices"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// TestGaps: replies and second lines are told apart, by channel. A line after the game master's has
// no gap.
func TestGaps(t *testing.T) {
	t.Parallel()
	g := gapsOf("Red", []spoken{
		{At: 1000, Name: "Red"}, {At: 4000, Name: "Blue"}, {At: 6000, Name: "Red"}, {At: 6500, Name: "Blue", Channel: "night"}, {At: 7500, Name: "Red"},
		{At: 8000, Name: "Blue"}, {At: 13_000, Name: "Red"}, {At: 20_000, Name: "Host", Gamemaster: true}, {At: 30_000, Name: "Red"}, {At: 33_000, Name: "Blue"},
	})
	if !slices.Equal(g.Replies, []float64{2, 5}) || !slices.Equal(g.Continued, []float64{1.5}) || g.GapMedian != 3.5 || g.GapP95 != 5 || g.SecondMedian != 1.5 || g.Seconds != 1./3 {
		t.Errorf("%+v", g)
	}
}

// TestLikeness compares gaps by the second, and needs five lines on each side.
func TestLikeness(t *testing.T) {
	t.Parallel()
	people := sample{replies: []float64{1, 2, 3, 4, 10}, lengths: []float64{10, 20, 30, 40, 50}}
	l := likenessOf(sample{replies: []float64{1.2, 2.4, 2.6, 3.6, 20}, lengths: []float64{60, 60, 60, 10, 20}}, people)
	if *l.GapDistance < 0.199 || *l.GapDistance > 0.201 || *l.GapRatio != 2 || *l.LengthDistance < 0.599 || *l.LengthDistance > 0.601 {
		t.Errorf("gaps %v, ratio %v, lengths %v", *l.GapDistance, *l.GapRatio, *l.LengthDistance)
	}
	people.texture, people.lengths = mouth.Texture{Lines: 5, Short: 0.4, Laugh: 0.2}, nil
	if l = likenessOf(sample{texture: mouth.Texture{Lines: 10, Short: 0.3, Slip: 0.3}}, people); l.TextureDistance == nil || *l.TextureDistance != 0.3 {
		t.Errorf("texture %+v", l)
	}
	people.texture.Lines, people.lengths = 4, people.replies
	if l = likenessOf(sample{replies: people.replies[:4], lengths: people.lengths[:4], texture: mouth.Texture{Lines: 10, Slip: 1}}, people); l != (likeness{}) {
		t.Errorf("of four lines: %+v", l)
	}
}

// TestGroupPoolsAllPlays: a group of many short plays has distances, although no play has. The
// people of a game that is played twice count once.
func TestGroupPoolsAllPlays(t *testing.T) {
	t.Parallel()
	play := func(id string, people ...float64) Result {
		own := talk{Messages: 2, gaps: gaps{Replies: []float64{1, 1}}, Lengths: []float64{5, 5}, Texture: mouth.Texture{Lines: 2, Long: 1}, questions: questions{Asked: 2, Answered: 1, Asks: 0.5}}
		return Result{Game: id, Talk: []talk{own, {}}, people: sample{replies: people, lengths: people, texture: mouth.Texture{Lines: 3, Short: people[0] / 5}}}
	}
	g := groupOf([]Result{play("a", 1, 1, 1), play("a", 1, 1, 1), play("b", 5, 5, 5)}, theBot)
	if g.Messages != 6 || g.Asked != 6 || g.Answered != 3 || g.Asks != 0.5 || g.GapDistance == nil || *g.GapDistance != 0.5 || *g.GapRatio != 0.2 || *g.LengthDistance != 0.5 || *g.TextureDistance != 1 || g.Texture.Lines != 6 {
		t.Errorf("%+v", g)
	}
}

func TestAgain(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lines []spoken
		want  again
	}{
		"word for word":            {[]spoken{{Name: "Red", Text: "hi all"}, {Name: "Red", Text: "HI  all"}}, again{Repeats: 1, Meant: 1}},
		"by meaning":               {[]spoken{{Name: "Red", Text: "where do you live, blue?"}, {Name: "Red", Text: "blue where r u living"}}, again{Meant: 1}},
		"in German":                {[]spoken{{Name: "Red", Text: "blau lügt doch"}, {Name: "Red", Text: "blau und lügen, wie schon da"}}, again{Meant: 1}},
		"one shared word":          {[]spoken{{Name: "Red", Text: "i like music"}, {Name: "Red", Text: "music, what else"}}, again{}},
		"two greetings":            {[]spoken{{Name: "Blue", Text: "hi there"}, {Name: "Red", Text: "hi"}, {Name: "Red", Text: "hey"}}, again{}},
		"an echo":                  {[]spoken{{Name: "Blue", Text: "green is acting weird"}, {Name: "Red", Text: "yeah green acts weird"}}, again{Echoes: 1}},
		"an echo in time":          {[]spoken{{Name: "Blue", Text: "green is acting weird"}, {At: 61_000, Name: "Red", Text: "green acts weird"}}, again{}},
		"an echo in its channel":   {[]spoken{{Name: "Blue", Text: "green is acting weird", Channel: "night"}, {Name: "Red", Text: "green acts weird"}}, again{}},
		"no echo with much added":  {[]spoken{{Name: "Blue", Text: "green is weird"}, {Name: "Red", Text: "green is weird, talks like my uncle at christmas"}}, again{}},
		"no echo of a game master": {[]spoken{{Name: "Host", Text: "vote now", Gamemaster: true}, {Name: "Red", Text: "vote now"}}, again{}},
		"other people's lines":     {[]spoken{{Name: "Blue", Text: "hi all"}, {Name: "Blue", Text: "hi all"}}, again{}},
	} {
		if got := againOf("Red", x.lines); got != x.want {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
	}
}

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
		"you after the asker's own":    {[]spoken{line(0, "Red", "hi"), line(0, "Blue", "hey red"), line(2000, "Blue", "how are you?")}, 1, 0},
		"you after a line to nobody":   {[]spoken{line(0, "Red", "hi"), line(0, "Blue", "hey"), line(2000, "Blue", "how are you?")}, 0, 0},
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

package prompt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// room returns a session with lines of two people and a bot of the game, and with own lines.
func room(t *testing.T, c session.Config, people, bots []int, own int) session.View {
	t.Helper()
	c.Bot.Seat = "red"
	c.Game.Players = []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}
	s := sessiontest.Open(t, c)
	s.State.Bots = []string{"red", "green"}
	at := session.Millis(0)
	say := func(sender string, words int) {
		at += 1000
		s.Say(at, sender, strings.TrimSpace(strings.Repeat("oh ", words)))
	}
	for _, n := range people {
		say("blue", n)
	}
	for _, n := range bots {
		say("green", n)
	}
	for i := range own {
		at += 1000
		s.Tell(at, &session.MessageSent{MessageID: fmt.Sprint("msg_1_", i), Kind: session.Reply, Sender: "red", Text: fmt.Sprint("line ", i)})
	}
	return s.View()
}

// told returns how many words the next line is to have.
func told(v session.View) int {
	return prompt.Prompt{Task: "t", Sections: prompt.Style(v)}.Parsed().Words()
}

// atMost returns the share of values up to n.
func atMost(values []int, n int) float64 {
	k := 0
	for _, v := range values {
		if v <= n {
			k++
		}
	}
	return float64(k) / float64(len(values))
}

// farthest returns the Kolmogorov–Smirnov distance.
func farthest(a, b []int) (most float64) {
	for n := range 100 {
		most = max(most, atMost(a, n)-atMost(b, n), atMost(b, n)-atMost(a, n))
	}
	return most
}

// TestLengthsAreThePeoples lets a writer who is up to 30 % off write sixteen lines as long as told.
// Their lengths are near to people's, whatever the bots of the game write.
func TestLengthsAreThePeoples(t *testing.T) {
	t.Parallel()
	for name, people := range map[string][]int{
		"Terse": slices.Repeat([]int{1, 2, 2, 1, 3, 5, 2, 1, 4, 8}, 4), "Wordy": slices.Repeat([]int{9, 14, 12, 7, 22, 16, 11, 8, 4, 13}, 5), "Nobody": nil,
	} {
		var targets, written []int
		for seed := range int64(5) {
			rng := rand.New(rand.NewPCG(uint64(seed), 1))
			for own := range 16 {
				v := room(t, session.Config{Seed: &seed}, people, slices.Repeat([]int{30}, 9), own)
				n := told(v)
				targets, written = append(targets, n), append(written, max(1, int(float64(n)*(0.7+0.6*rng.Float64())+0.5)))
			}
		}
		want := people
		if want == nil {
			want = []int{1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 13}
		}
		if d := farthest(written, want); d > 0.15 {
			t.Errorf("%s: lines of %v are %.2f from people's", name, targets[:16], d)
		}
	}
}

func TestTargetsHaveLimits(t *testing.T) {
	t.Parallel()
	long, short := slices.Repeat([]int{40}, 300), slices.Repeat([]int{1}, 300)
	for name, c := range map[string]struct {
		config session.Config
		bounds prompt.Bounds
		people []int
		want   string
	}{
		"OfAReflex":       {session.Config{}, prompt.Bounds{Most: 15}, long, "Length: about 15 words."},
		"OfTheSession":    {session.Config{Limits: session.Limits{MaxChars: 60}}, prompt.Bounds{}, long, "Length: about ten words."},
		"OfThePaper":      {session.Config{Pace: session.PacePaper}, prompt.Bounds{}, nil, "Length: at most 10 words."},
		"Characters":      {session.Config{Language: "ja"}, prompt.Bounds{}, long, "about 80 characters"},
		"One":             {session.Config{}, prompt.Bounds{Most: 1}, long, "Length: one word."},
		"Two":             {session.Config{}, prompt.Bounds{Most: 2}, long, "Length: one or two words."},
		"OfShortLines":    {session.Config{}, prompt.Bounds{}, short, "Length: one word."},
		"WithAnAim":       {session.Config{}, prompt.Bounds{Aim: true}, short, "Length: about four words."},
		"OfALongAim":      {session.Config{}, prompt.Bounds{Aim: true}, long, "Length: about 23 words."},
		"AnAimWithLimits": {session.Config{}, prompt.Bounds{Most: 2, Aim: true}, short, "Length: one or two words."},
	} {
		if got := prompt.StyleWithin(room(t, c.config, c.people, nil, 0), c.bounds)[0].Text; !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	speech := func(chars int) (sum int) {
		for own := range 40 {
			sum += told(room(t, session.Config{Limits: session.Limits{MaxChars: chars}}, nil, nil, own))
		}
		return sum
	}
	if short, long := speech(250), speech(1200); long < 2*short {
		t.Errorf("forty lines have %d words, and %d where people hold speeches", short, long)
	}
}

// TestALineKeepsItsTarget: all calls for one line are told one length, those for the next another.
func TestALineKeepsItsTarget(t *testing.T) {
	t.Parallel()
	people := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	v := room(t, session.Config{Seed: new(int64)}, people, nil, 3)
	again, next := room(t, session.Config{Seed: new(int64)}, append(people, 5), nil, 3), room(t, session.Config{Seed: new(int64)}, people, nil, 4)
	if a, b, c := told(v), told(again), told(next); max(a-b, b-a) > 1 || max(a-c, c-a) < 2 {
		t.Errorf("targets %d, after a new line %d, for the next line %d", a, b, c)
	}
}

// TestHintsComeAtTheRoomsRates: few lines have a laugh, unless people laugh often. Most others are
// to be plain.
func TestHintsComeAtTheRoomsRates(t *testing.T) {
	t.Parallel()
	count := func(said, hint string) (n int) {
		for seed := range int64(300) {
			s := sessiontest.Open(t, session.Config{Seed: &seed, Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}})
			for i := range 40 {
				s.Say(session.Millis(1000*i), "blue", said)
			}
			text := prompt.Style(s.View())[0].Text
			if strings.Contains(text, hint) {
				n++
			}
			if strings.Count(strings.SplitN(text, "\n", 2)[0], "fits") > 2 {
				t.Errorf("too many hints: %s", text)
			}
		}
		return n
	}
	for _, c := range []struct {
		said, hint  string
		least, most int
	}{
		{"what a day it was", "A laugh fits.", 0, 20}, {"haha what a day", "A laugh fits.", 120, 180},
		{"what a day it was", "No wit", 230, 270}, {"haha what a day", "No wit", 90, 170},
		{"what a day it was", `":)" fits`, 0, 12}, {"what a day :)", `":)" fits`, 110, 190},
		{"ok", "A reaction alone", 150, 290}, {"red why?", "A reaction alone", 0, 0},
	} {
		if n := count(c.said, c.hint); n < c.least || n > c.most {
			t.Errorf("among %q %d of 300 lines are told %q", c.said, n, c.hint)
		}
	}
}

// TestTheMouthTakesADrawnLength: a line a little longer than its prompt says is not refused.
func TestTheMouthTakesADrawnLength(t *testing.T) {
	t.Parallel()
	for seed := range int64(40) {
		v := room(t, session.Config{Seed: &seed, Pace: session.PaceHuman}, []int{3, 4, 4, 5, 4, 3, 5, 4, 19}, nil, int(seed%7))
		words := told(v)
		text := strings.TrimSpace(strings.Repeat("bread ", words+words/5))
		if r := (&mouth.Room{Others: v.Others()}); r.IsTooLong(text) {
			t.Errorf("a line of %d words is too long, where the prompt says %d", words+words/5, words)
		}
	}
}

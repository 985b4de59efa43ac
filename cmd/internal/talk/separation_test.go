package talk

import (
	"fmt"
	"math"
	"testing"
)

func messages(game string, text func(i int) (string, bool)) (all []message) {
	for i := range 40 {
		words, is := text(i)
		all = append(all, message{game: game, is: is, point: pointOf(words)})
	}
	return all
}

// TestSeparate: kinds that differ in how they write are told apart in games that were not seen.
// Kinds that do not are told apart only where they were fitted.
func TestSeparate(t *testing.T) {
	t.Parallel()
	differ := func(i int) (string, bool) {
		if i%4 == 0 {
			return fmt.Sprintf("I believe that number %d is behaving in a suspicious manner.", i), true
		}
		return fmt.Sprintf("lol its %d imo", i), false
	}
	same := func(i int) (string, bool) { return fmt.Sprintf("word%d thing%d", i*7919%97, i*104729%89), i%2 == 0 }
	for name, c := range map[string]struct {
		text        func(int) (string, bool)
		least, most float64
	}{"Different": {differ, 0.99, 1}, "Alike": {same, 0, 0.8}} {
		all := append(messages("a", c.text), messages("b", func(i int) (string, bool) { return c.text(i + 40) })...)
		s := separate(name, all)
		if s.Lines != 80 || s.Unseen < c.least || s.Unseen > c.most || s.Seen < s.Unseen {
			t.Errorf("%+v, want %v to %v", s, c.least, c.most)
		}
	}
	if s := separate("one game", messages("a", differ)); !math.IsNaN(s.Unseen) || s.Seen < 0.99 || s.Score() != "–" {
		t.Errorf("%+v", s)
	}
	if s := separate("one kind", messages("a", func(int) (string, bool) { return "hi", true })); s.Lines != 0 {
		t.Errorf("%+v", s)
	}
}

// TestMomentsWithout: what is left without a game is what the other game gives.
func TestMomentsWithout(t *testing.T) {
	t.Parallel()
	var both, first, second moments
	for i, m := range messages("a", func(i int) (string, bool) { return fmt.Sprintf("Line %d, of some words.", i), i%3 == 0 }) {
		both.add(&m)
		if i < 20 {
			first.add(&m)
		} else {
			second.add(&m)
		}
	}
	got, want := both.without(&first).fit(), second.fit()
	for i := range got.weights {
		if math.Abs(got.weights[i]-want.weights[i]) > 1e-6 {
			t.Fatalf("weight %d is %v, want %v", i, got.weights[i], want.weights[i])
		}
	}
}

// TestIdentified: a person who names a bot in the end is right. A bot's vote does not count.
func TestIdentified(t *testing.T) {
	t.Parallel()
	g := load(t, `{"game_id":"a","rules":"turing","accusations":{"Ann":"Bob","Cy":"Ann","Bob":"Cy","Di":"Nobody"},
"players":[{"name":"Ann","kind":"human"},{"name":"Bob","kind":"bot"},{"name":"Cy","kind":"human"},{"name":"Di","kind":"human"}],
"messages":[{"at":1,"sender":"Ann","kind":"player","text":"hi"}]}`)
	right, of, byLot := identified([]*judged{read(g)})
	if right != 1 || of != 2 || math.Abs(byLot-2.0/3) > 1e-9 {
		t.Errorf("%d of %d, by lot %v", right, of, byLot)
	}
}

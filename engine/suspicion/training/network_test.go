package training_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/suspicion"
	"ringer/engine/suspicion/training"
)

// games returns small games, in which bots write full sentences and people do not.
func games(n int) (all []training.Game) {
	people := []string{"hi", "lol no", "who r u", "hm dont know", "red is weird", "brb", "what", "nah"}
	bots := []string{"Hello everyone, nice to meet you.", "I'm not sure about that.", "That is an interesting question.", "I agree with Blue on this.", "It's hard to say."}
	for i := range n {
		g := training.Game{ID: fmt.Sprint(i), Domain: "turing", Names: []string{"Red", "Blue"}}
		for k := range 6 {
			g.Lines = append(g.Lines,
				training.Line{Line: suspicion.Line{Sender: "Red", Text: people[(i+k)%len(people)], Gap: float64(3 + k)}},
				training.Line{Line: suspicion.Line{Sender: "Blue", Text: bots[(i*2+k)%len(bots)], Gap: 2}, Bot: true})
		}
		all = append(all, g)
	}
	return all
}

func options() training.Options {
	o := training.Default()
	o.Epochs = 12
	return o
}

func train(t *testing.T, games []training.Game, o training.Options, seed uint64) *suspicion.Weights {
	t.Helper()
	var w *suspicion.Weights
	training.Network(games, o, seed, func(epochs int, network func() suspicion.Network) {
		if epochs < o.Epochs {
			return
		}
		var err error
		if w, err = suspicion.New([]suspicion.Network{network()}, 1); err != nil {
			t.Fatal(err)
		}
	})
	return w
}

func written(t *testing.T, w *suspicion.Weights) []byte {
	t.Helper()
	var b bytes.Buffer
	sessiontest.NoError(t, w.Write(&b))
	return b.Bytes()
}

func TestTrainingRepeats(t *testing.T) {
	t.Parallel()
	first := written(t, train(t, games(6), options(), 1))
	if !bytes.Equal(written(t, train(t, games(6), options(), 1)), first) {
		t.Error("the same games and seed give other bytes")
	}
	if bytes.Equal(written(t, train(t, games(6), options(), 2)), first) {
		t.Error("another seed gives the same bytes")
	}
}

func TestIDsAndNamesDoNotMatter(t *testing.T) {
	t.Parallel()
	renamed := games(6)
	for i := range renamed {
		g := &renamed[i]
		g.ID = "other-" + g.ID
		g.Names = []string{"Ann", "Bob"}
		for k := range g.Lines {
			l := &g.Lines[k]
			l.Sender = map[string]string{"Red": "Ann", "Blue": "Bob"}[l.Sender]
			l.Text = strings.NewReplacer("red", "ANN", "Blue", "bob").Replace(l.Text)
		}
	}
	if !bytes.Equal(written(t, train(t, renamed, options(), 1)), written(t, train(t, games(6), options(), 1))) {
		t.Error("other names and ids give other bytes")
	}
}

func TestTrainingLearns(t *testing.T) {
	t.Parallel()
	o := options()
	o.Epochs = 60
	r := train(t, games(12), o, 1).Reader([]string{"Green"})
	for text, bot := range map[string]bool{"lol who": false, "hm no": false, "That is hard to say.": true, "I'm not sure about Green.": true} {
		if s := r.Alone(suspicion.Line{Text: text, Gap: math.NaN()}); s > 0 != bot {
			t.Errorf("%q has the log-odds %.2f; a bot wrote it: %v", text, s, bot)
		}
	}
}

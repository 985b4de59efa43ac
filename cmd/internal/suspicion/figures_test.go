package suspicion

import (
	"math"
	"testing"
)

// lines returns lines with the scores, first of people, then of bots.
func lines(people, bots []float64) (all []scored) {
	for _, s := range people {
		all = append(all, scored{sender: &player{Kind: "human"}, score: s})
	}
	for _, s := range bots {
		all = append(all, scored{sender: &player{Kind: "bot"}, score: s})
	}
	return all
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	f := measure(lines([]float64{-1, -2, 3, -1}, []float64{2, -1.5}), func(*scored) float64 { return 1 })
	near(t, "accuracy", f.accuracy, 4.0/6)
	near(t, "balanced accuracy", f.balanced, (0.75+0.5)/2)
	near(t, "F1 of bots", f.f1Bot, 0.5)
	near(t, "F1 of people", f.f1Human, 0.75)
	near(t, "AUC", f.auc, 4.0/8)
	t.Run("equal scores count half", func(t *testing.T) {
		t.Parallel()
		near(t, "AUC", auc(lines([]float64{1, 1}, []float64{1})), 0.5)
	})
}

func TestCalibration(t *testing.T) {
	t.Parallel()
	// Chances of 0.75: half of the lines are bots'. Chances of 0.25: a fourth is.
	up, down := math.Log(3), -math.Log(3)
	f := measure(lines([]float64{up, up, down, down, down}, []float64{up, up, down}), func(*scored) float64 { return 1 })
	near(t, "ECE", f.plain.error, 0.5*0.25)
}

func TestTemperature(t *testing.T) {
	t.Parallel()
	// One of four is wrong at log-odds of 4. Log 3 would be right.
	all := lines([]float64{-4, -4, -4, 4}, []float64{4, 4, 4, -4})
	got, _ := temperature(all)
	near(t, "temperature", got, math.Round(100*4/math.Log(3))/100)
}

func TestAccuse(t *testing.T) {
	t.Parallel()
	g := &recording{Rules: reverseTuring, Players: []player{{Name: "Red", Kind: "human"}, {Name: "Blue", Kind: "bot"}, {Name: "Green", Kind: "bot"}}}
	say := func(who int, score float64) scored { return scored{sender: &g.Players[who], score: score} }
	for name, c := range map[string]struct {
		lines       []scored
		blue, green string
		blueN       int
		blueRight   bool
	}{
		"right":          {lines: []scored{say(0, -3), say(2, 6), say(2, 2)}, blue: "Green", blueN: 3, blueRight: true},
		"wrong":          {lines: []scored{say(0, 6), say(2, -5)}, blue: "Red", blueN: 2},
		"never":          {lines: []scored{say(0, -4), say(2, 6)}, blue: "", blueN: 2},
		"own lines":      {lines: []scored{say(1, 12), say(0, 0)}, blue: "", blueN: 2, green: "Blue"},
		"more than that": {lines: []scored{say(2, 10)}, blue: "", blueN: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seats := accuse([]*recording{g}, c.lines)
			if len(seats) != 2 {
				t.Fatalf("%d seats, want those of the two bots", len(seats))
			}
			if a := seats[0]; a.seat != "Blue" || a.accused != c.blue || a.lines != c.blueN || a.right(a.accused) != c.blueRight {
				t.Errorf("Blue accuses %q after %d lines, want %q after %d", a.accused, a.lines, c.blue, c.blueN)
			}
			if a := seats[1]; c.green != "" && a.accused != c.green {
				t.Errorf("Green accuses %q, want %q", a.accused, c.green)
			}
		})
	}
}

func TestSharp(t *testing.T) {
	t.Parallel()
	g := &recording{Rules: reverseTuring, Players: []player{{Name: "Red", Kind: "human"}, {Name: "Blue", Kind: "bot"}, {Name: "Green", Kind: "bot"}}}
	// game returns ten lines of each player. Two in ten are wrong, which fits log-odds of log 4.
	game := func(n int) (all []scored) {
		for i := range n {
			for who := range g.Players {
				score := 1.0
				if (who == 0) != (i%5 == 0) {
					score = -1
				}
				all = append(all, scored{sender: &g.Players[who], score: score})
			}
		}
		return all
	}
	calibrated, _ := temperature(game(10))
	t.Run("long games need nothing", func(t *testing.T) {
		t.Parallel()
		near(t, "temperature", sharp([]*recording{g}, game(10)), calibrated)
	})
	t.Run("shorter games need more", func(t *testing.T) {
		t.Parallel()
		if got := sharp([]*recording{g}, game(5)); got > 0.95*calibrated || got < 0.6*calibrated {
			t.Errorf("temperature %v, want some 0.6 to 0.9 of %v", got, calibrated)
		}
	})
	t.Run("a few lines are never enough", func(t *testing.T) {
		t.Parallel()
		few := game(10)[:6]
		want, _ := temperature(few)
		near(t, "temperature", sharp([]*recording{g}, few), want)
	})
	t.Run("other games need nothing", func(t *testing.T) {
		t.Parallel()
		near(t, "temperature", sharp([]*recording{{Rules: "mafia"}}, game(5)), calibrated)
	})
}

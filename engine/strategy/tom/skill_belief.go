package tom

import (
	"math"
	"slices"

	"ringer/engine/smalltalk"
)

// How the offline model computes beliefs, in percent. The values come from what players of real
// games remark on. They are not measured.
const (
	// firstSuspicion is the suspicion of a player about whom nothing is known.
	firstSuspicion = 25
	// mostStep is the most that a few new lines change a suspicion: nobody changes their mind at
	// once. It counts again for each stepLines more, mostSteps times at most.
	mostStep, stepLines, mostSteps = 18, 4, 3
	// stranger is how likely a player who has not written yet would side with the bot.
	stranger = 25
	// leastSure and mostSure are the bounds of each percentage.
	leastSure = 3
	mostSure  = 95
	// A clue pulls the suspicion towards oneClue + perWeight × its weight (0 to 1). Each other clue
	// about the player adds perMore.
	oneClue, perWeight, perMore = 30, 60, 12
	// clueRate is the share of the way that one clue pulls. One clue alone does not make a suspect.
	clueRate = 0.25
)

// hint is a reason in some lines to suspect a player more or less.
type hint struct {
	player string
	// toward is the suspicion towards which it pulls, in percent.
	toward float64
	// rate is the share of the way that it pulls. A negative rate only lowers a suspicion, a
	// positive rate only raises it.
	rate  float64
	lines []int64
}

// beliefs answers what the bot thinks of each of the others.
func (w *witness) beliefs() beliefsAnswer {
	a := beliefsAnswer{Players: []believed{}}
	clues := w.clues()
	hints := w.hints(clues)
	for _, name := range w.others {
		if slices.Contains(w.allies, name) {
			continue // the prompt asks for no belief about them
		}
		b := believed{Name: name, Tells: w.tells(name, clues), OfMe: w.stance(name, w.me), OfOthers: []stance{}}
		b.Suspicion, b.Evidence = w.doubt(name, hints)
		for _, of := range w.others {
			if s := w.stance(name, of); of != name && (s == stanceDoubts || s == stanceTrusts) {
				b.OfOthers = append(b.OfOthers, stance{of, s})
			}
		}
		b.Ally, b.Against = w.ally(name, b.OfMe), w.against(b)
		a.Players = append(a.Players, b)
	}
	return a
}

// tells returns what gives a player away: the known tells that stay true, and the clues in the
// shown lines. If there are none, it returns all known tells.
func (w *witness) tells(name string, clues []smalltalk.Clue) []string {
	kept := slices.DeleteFunc(slices.Clone(w.known[name].Tells), func(tell string) bool { return !slices.Contains(lastingTells, tell) })
	for _, c := range clues {
		if c.Player == name && !slices.Contains(kept, tellTexts[c.Kind]) {
			kept = append(kept, tellTexts[c.Kind])
		}
	}
	if len(kept) == 0 {
		kept = append([]string{}, w.known[name].Tells...)
		if _, told := w.latestLine(func(r smalltalk.Reading) bool { return r.By == name && personal(r) }); told {
			kept = slices.DeleteFunc(kept, func(tell string) bool { return tell == tellTexts["closed"] })
		}
	}
	return kept[:min(keptTells, len(kept))]
}

// against returns the best reason that a suspicion is wrong.
func (w *witness) against(b believed) string {
	_, told := w.latestLine(func(r smalltalk.Reading) bool { return r.By == b.Name && personal(r) })
	switch {
	case b.Suspicion >= 50 && told:
		return "tells something of their own"
	case b.Suspicion >= 50:
		return "others write like this, too"
	case len(b.Tells) > 0:
		return b.Tells[0]
	}
	return "could be acting"
}

// doubt returns the new suspicion of a player, and the lines that changed it.
func (w *witness) doubt(name string, hints []hint) (percent int, evidence []int) {
	if _, out := w.out[name]; w.village != nil && !out {
		return w.village.Percent(name), []int{}
	}
	before := float64(firstSuspicion)
	if b, ok := w.known[name]; ok {
		before = float64(b.Suspicion)
	}
	evidence = []int{}
	if line, out := w.out[name]; out { // the bot no longer looks for a player who is out
		if w.fresh[line] {
			return leastSure, append(evidence, int(line))
		}
		return int(before), evidence
	}
	now := before
	for _, h := range hints {
		step := (h.toward - now) * math.Abs(h.rate)
		if h.player != name || step*h.rate <= 0 {
			continue
		}
		now += step
		for _, n := range h.lines {
			if !slices.Contains(evidence, int(n)) {
				evidence = append(evidence, int(n))
			}
		}
	}
	most := mostStep * float64(min(mostSteps, max(1, len(w.fresh)/stepLines)))
	now = min(before+most, max(before-most, now))
	percent = int(math.Round(min(mostSure, max(leastSure, now))))
	if percent == int(before) {
		return percent, []int{}
	}
	slices.Sort(evidence)
	return percent, evidence[max(0, len(evidence)-keptEvidence):]
}

// hints returns the hints in the fresh lines.
func (w *witness) hints(clues []smalltalk.Clue) (found []hint) {
	for _, c := range clues {
		lines := slices.DeleteFunc(slices.Clone(c.Lines), func(n int64) bool { return !w.fresh[n] })
		if len(lines) == 0 {
			continue
		}
		more := -1
		for _, o := range clues {
			if o.Player == c.Player {
				more++
			}
		}
		for _, line := range lines { // as if each had been considered alone
			found = append(found, hint{c.Player, oneClue + perWeight*c.Weight + float64(perMore*more), clueRate, []int64{line}})
		}
	}
	for _, r := range w.lines {
		if !w.fresh[r.Number] || r.By == w.me {
			continue
		}
		add := func(player string, toward, rate float64) {
			found = append(found, hint{player, toward, rate, []int64{r.Number}})
		}
		switch {
		case r.Accused == w.me: // a quick accuser may have something to hide, or is only playing
			add(r.By, 45, 0.15)
		case r.Accused != "" && r.IsQuestion:
			add(r.Accused, 45, 0.1)
		case r.Accused != "" && r.By == w.intention.Suspect:
			// The suspect would hardly accuse a player of its own kind.
			add(r.Accused, 30, -0.1)
		case r.Accused != "":
			add(r.Accused, 70, 0.25)
		case r.Remarked != "" && r.Remarked != w.me:
			add(r.Remarked, 55, 0.2)
		case r.Vouched != "" && r.Vouched != w.me:
			add(r.Vouched, 20, -0.1)
		case r.Kind == smalltalk.Order: // people test machines with orders
			add(r.By, 12, -0.25)
		case r.Kind == smalltalk.Noise || r.Kind == smalltalk.Laughter || r.Mood == "rude":
			add(r.By, 12, -0.08)
		}
	}
	return found
}

// stance returns what a player thinks of another, by the newest line that shows it, else by the
// state.
func (w *witness) stance(of, about string) string {
	wrote := false
	for _, r := range slices.Backward(w.lines) {
		switch {
		case r.By != of:
			continue
		case accuses(r, about), r.Remarked == about:
			return stanceDoubts
		case r.Vouched == about:
			return stanceTrusts
		}
		wrote = true
	}
	if i := slices.IndexFunc(w.known[of].OfOthers, func(s stance) bool { return s.Name == about }); i >= 0 {
		return w.known[of].OfOthers[i].Stance
	}
	if wrote {
		return stanceNeutral
	}
	return stanceUnknown
}

// ally returns how likely a player would side with the bot, in percent.
func (w *witness) ally(name, ofMe string) int {
	if _, out := w.out[name]; out {
		return leastSure
	}
	percent := 40
	if ofMe == stanceUnknown { // the player has written no line
		percent = stranger
	}
	if ofMe == stanceDoubts {
		percent -= 25
	} else if ofMe == stanceTrusts {
		percent += 25
	}
	if w.intention.Suspect == name {
		percent -= 20
	} else if w.intention.Suspect != "" && w.stance(name, w.intention.Suspect) == stanceDoubts {
		percent += 30
	}
	friendly := 0
	for _, r := range w.lines {
		kind := r.Mood == "agree" || r.Mood == "thanks" || r.Mood == "glad" || len(r.To) == 1 && r.To[0] == w.me && r.Fact != ""
		if r.By == name && r.Kind == smalltalk.Remark && kind && friendly < 2 {
			friendly++
		}
	}
	return min(mostSure, max(leastSure, percent+8*friendly))
}

package thought

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
)

// The offline player only has suspicions. If they do not help, all choices are equal.
const (
	accusedBonus     = 1.0 // added for the player whom it has accused: people vote as they have said
	defaultYes       = 55  // in percent: people agree a little more than they refuse
	unknownSuspicion = 0.5 // how likely a player is suspicious about whom nothing is known
	vagueConfidence  = 30  // how sure it is of a number, in percent
)

func chooseOne(p prompt.Parsed, _ *rand.Rand) any { return choose(p, 1) }

// choose gives each choice its share of a number of choices to be made.
func choose(p prompt.Parsed, n float64) chooseAnswer {
	r := formOpinion(p)
	choices := p.Choices(sectionChoices)
	a := chooseAnswer{Rationale: r.reason(choices), Said: r.lastAccused(choices)}
	weights, sum := r.weights(choices, a.Said)
	for i, c := range choices {
		a.Choices = append(a.Choices, choiceShare{c.Key, percent(min(1, weights[i]/sum*n))})
	}
	return a
}

// The probabilities add up to the number of choices to be made.
func chooseMany(p prompt.Parsed, _ *rand.Rand) any {
	low, high := 1, 1
	for line := range strings.Lines(p.Text(sectionVote)) {
		_, _ = fmt.Sscanf(line, choicesFormat, &low, &high) // other lines do not change them
	}
	return choose(p, float64(low+high)/2)
}

// yesOrNo answers with its opinion of the player whom the question names.
func yesOrNo(p prompt.Parsed, _ *rand.Rand) any {
	r := formOpinion(p)
	yes := defaultYes / 100.0
	a := chooseAnswer{Rationale: r.reason(nil), Said: saidNone}
	if name, likely := r.subject(); name != "" {
		yes = likely
		a.Rationale = r.reason([]prompt.Choice{{Player: name}})
	}
	for _, c := range p.Choices(sectionChoices) {
		switch {
		case c.Hint == hintYes:
			a.Choices = append(a.Choices, choiceShare{c.Key, percent(yes)})
		case c.Hint == hintNo:
			a.Choices = append(a.Choices, choiceShare{c.Key, percent(1 - yes)})
		}
	}
	return a
}

// labelEach gives each choice the label that its suspicion speaks for.
func labelEach(p prompt.Parsed, _ *rand.Rand) any {
	r := formOpinion(p)
	choices := p.Choices(sectionChoices)
	a := labelAnswer{Rationale: r.reason(choices)}
	labels := p.Choices(sectionLabels)
	// The first of equal labels is taken, and the order shown must not matter.
	slices.SortFunc(labels, func(x, y prompt.Choice) int { return strings.Compare(x.Text, y.Text) })
	for _, c := range choices {
		suspicious := r.probability(c.Player)
		if c.Hint == hintSelf || c.Hint == hintAlly {
			suspicious = 0 // it plays a person, and would not give itself or its side away
		}
		best, most := 0, -1.0
		var weights []float64
		sum := 0.0
		for i, l := range labels {
			w := map[string]float64{hintSuspicious: suspicious, hintTrusted: 1 - suspicious, "": 1 - math.Abs(2*suspicious-1)}[l.Hint]
			if weights, sum = append(weights, w), sum+w; w > most {
				best, most = i, w
			}
		}
		if len(labels) > 0 && sum > 0 {
			a.Labels = append(a.Labels, labelledChoice{c.Key, labels[best].Key, percent(weights[best] / sum)})
		}
	}
	return a
}

// pickNumber is its answer to a vote of the kind number. Its suspicion of the player whom the
// question names gives the position between the bounds. Without a name it takes the middle.
func pickNumber(p prompt.Parsed, _ *rand.Rand) any {
	r := formOpinion(p)
	at := 0.5
	a := numberAnswer{Rationale: r.reason(nil), Percent: vagueConfidence}
	if name, likely := r.subject(); name != "" {
		at = likely
		a.Rationale = r.reason([]prompt.Choice{{Player: name}})
	}
	for line := range strings.Lines(p.Text(sectionVote)) {
		var low, high string
		if _, err := fmt.Sscanf(strings.TrimSuffix(strings.TrimSpace(line), "."), strings.TrimSuffix(numberFormat, "."), &low, &high); err != nil {
			continue // another sentence
		}
		from, _ := strconv.ParseFloat(low, 64) // the function digits wrote it
		to, _ := strconv.ParseFloat(high, 64)
		a.Number = from + at*(to-from)
	}
	if strings.Contains(p.Text(sectionVote), wholeNumber) {
		a.Number = math.Round(a.Number)
	}
	return a
}

// weights returns the weight of each choice. A choice with weight 0 must not be chosen.
func (r *opinion) weights(choices []prompt.Choice, said string) (weights []float64, sum float64) {
	sign := 0.0
	switch terms := r.Text(sectionVote); {
	case r.asksForSuspect():
		sign = 1
	case strings.Contains(terms, meansTrust):
		sign = -1
	}
	weights = make([]float64, len(choices))
	for i, c := range choices {
		if c.Hint == hintAbstain || c.Hint == hintSelf && sign >= 0 && len(choices) > 1 || c.Hint == hintAlly && sign > 0 && len(choices) > 1 {
			continue // it may choose itself only in a vote of trust, and suspects no ally
		}
		s, _ := r.speaker(c.Player)
		score := sign * s.score
		if c.Key == said && sign > 0 {
			score += accusedBonus
		}
		weights[i] = math.Exp(score)
	}
	for _, w := range slices.Sorted(slices.Values(weights)) {
		// In the same order however they are shown.
		sum += w
	}
	return weights, max(sum, math.SmallestNonzeroFloat64)
}

// subject returns the player whom the question is about, and the probability of the answer yes.
func (r *opinion) subject() (name string, yes float64) {
	question := strings.Join(r.List(sectionQuestion), " ")
	for _, s := range r.speakers {
		if !mouth.Mentions(question, s.name) {
			continue
		}
		if name != "" {
			return "", unknownSuspicion // it is about two players
		}
		name, yes = s.name, r.probability(s.name)
	}
	if name != "" && containsAny(question, trusting) {
		yes = 1 - yes
	}
	return name, yes
}

func (r *opinion) asksForSuspect() bool {
	terms := r.Text(sectionVote)
	return strings.HasPrefix(terms, meansSuspicion) || strings.HasPrefix(terms, meansQuarry)
}

// lastAccused returns the key of the player whom the bot has accused last, else saidNone.
func (r *opinion) lastAccused(choices []prompt.Choice) string {
	if !r.asksForSuspect() {
		return saidNone
	}
	for _, line := range slices.Backward(r.OwnLines()) {
		if strings.HasSuffix(strings.TrimSpace(line), "?") || !containsAny(line, accusing) || containsAny(line, denying) {
			continue
		}
		key := ""
		for _, c := range choices {
			if c.Player == "" || c.Hint == hintSelf || !mouth.Mentions(line, c.Player) {
				continue
			}
			if key != "" {
				key = ""
				break // the line names two players
			}
			key = c.Key
		}
		if key != "" {
			return key
		}
	}
	return saidNone
}

func percent(share float64) float64 { return math.Round(share*1000) / 10 }

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

// The offline player's ways with a vote. It has no opinion of its own but that of suspicion, and knows nothing of what a question asks; where that
// does not help, all is alike to it.
const (
	keptWord   = 1.0 // added to the suspicion of the player whom it has accused: people stay with their word
	saysYes    = 55  // percent, where a question tells it nothing: people agree a little more than they refuse
	evenPlayer = 0.5 // how likely a player is suspicious of whom nothing is known
	vagueSure  = 30  // percent that it is sure of a number
)

// chooseOne is the offline player's answer to a vote of the kind choose_one.
func chooseOne(p prompt.Parsed, _ *rand.Rand) any {
	r := readRoom(p)
	choices := p.Choices(sectionChoices)
	a := chooseAnswer{Rationale: r.reason(choices), Said: r.said(choices)}
	weights, sum := r.weights(choices, a.Said)
	for i, c := range choices {
		a.Choices = append(a.Choices, share{c.Key, percent(weights[i] / sum)})
	}
	return a
}

// chooseMany is that to one of the kind choose_many: as many are likely as are to be chosen.
func chooseMany(p prompt.Parsed, _ *rand.Rand) any {
	r := readRoom(p)
	choices := p.Choices(sectionChoices)
	a := chooseAnswer{Rationale: r.reason(choices), Said: r.said(choices)}
	weights, sum := r.weights(choices, a.Said)
	low, high := 1, 1
	for line := range strings.Lines(p.Text(sectionVote)) {
		_, _ = fmt.Sscanf(line, choicesFormat, &low, &high) // other lines leave them as they are
	}
	for i, c := range choices {
		a.Choices = append(a.Choices, share{c.Key, percent(min(1, weights[i]/sum*float64(low+high)/2))})
	}
	return a
}

// yesOrNo is that to one of the kind yes_no: what it thinks of the player whom the question names.
func yesOrNo(p prompt.Parsed, _ *rand.Rand) any {
	r := readRoom(p)
	yes := saysYes / 100.0
	a := chooseAnswer{Rationale: r.reason(nil), Said: saidNone}
	if name, likely := r.asked(); name != "" {
		yes = likely
		a.Rationale = r.reason([]prompt.Choice{{Player: name}})
	}
	for _, c := range p.Choices(sectionChoices) {
		switch {
		case c.Note == noteYes:
			a.Choices = append(a.Choices, share{c.Key, percent(yes)})
		case c.Note == noteNo:
			a.Choices = append(a.Choices, share{c.Key, percent(1 - yes)})
		}
	}
	return a
}

// labelEach is that to one of the kind label_each: for each choice the label that its suspicion speaks for.
func labelEach(p prompt.Parsed, _ *rand.Rand) any {
	r := readRoom(p)
	choices := p.Choices(sectionChoices)
	a := labelAnswer{Rationale: r.reason(choices)}
	labels := p.Choices(sectionLabels)
	slices.SortFunc(labels, func(x, y prompt.Choice) int { return strings.Compare(x.Text, y.Text) }) // not as shown: among equals the first is taken
	for _, c := range choices {
		suspicious := r.likely(c.Player)
		if c.Note == noteSelf {
			suspicious = 0 // it plays a person, and would not give itself away
		}
		best, most := 0, -1.0
		var weights []float64
		sum := 0.0
		for i, l := range labels {
			w := map[string]float64{noteSuspicious: suspicious, noteTrusted: 1 - suspicious, "": 1 - math.Abs(2*suspicious-1)}[l.Note]
			if weights, sum = append(weights, w), sum+w; w > most {
				best, most = i, w
			}
		}
		if len(labels) > 0 && sum > 0 {
			a.Labels = append(a.Labels, labelled{c.Key, labels[best].Key, percent(weights[best] / sum)})
		}
	}
	return a
}

// pickNumber is that to one of the kind number: the place between the bounds that its suspicion of the player named has, else the middle.
func pickNumber(p prompt.Parsed, _ *rand.Rand) any {
	r := readRoom(p)
	at := 0.5
	a := numberAnswer{Rationale: r.reason(nil), Percent: vagueSure}
	if name, likely := r.asked(); name != "" {
		at = likely
		a.Rationale = r.reason([]prompt.Choice{{Player: name}})
	}
	for line := range strings.Lines(p.Text(sectionVote)) {
		var low, high string
		if _, err := fmt.Sscanf(strings.TrimSuffix(strings.TrimSpace(line), "."), strings.TrimSuffix(numberFormat, "."), &low, &high); err != nil {
			continue // it says something else
		}
		from, _ := strconv.ParseFloat(low, 64) // written by digits
		to, _ := strconv.ParseFloat(high, 64)
		a.Number = from + at*(to-from)
	}
	if strings.Contains(p.Text(sectionVote), wholeNumber) {
		a.Number = math.Round(a.Number)
	}
	return a
}

// weights returns the weight of each choice. Who has none is not to be chosen.
func (r *room) weights(choices []prompt.Choice, said string) (weights []float64, sum float64) {
	sign := 0.0
	switch terms := r.Text(sectionVote); {
	case strings.Contains(terms, meansSuspicion):
		sign = 1
	case strings.Contains(terms, meansTrust):
		sign = -1
	}
	weights = make([]float64, len(choices))
	for i, c := range choices {
		if c.Note == noteAbstain || c.Note == noteSelf && sign >= 0 && len(choices) > 1 {
			continue // it may trust itself, nothing else
		}
		score := sign * r.score(c.Player)
		if c.Key == said && sign > 0 {
			score += keptWord
		}
		weights[i] = math.Exp(score)
	}
	for _, w := range slices.Sorted(slices.Values(weights)) { // in the same order however they are shown
		sum += w
	}
	return weights, max(sum, math.SmallestNonzeroFloat64)
}

// asked returns the player whom the question is about, and how likely the answer is yes: a question asks for suspicion unless its words ask for trust.
func (r *room) asked() (name string, yes float64) {
	question := strings.Join(r.List(sectionQuestion), " ")
	for _, s := range r.speakers {
		if !mouth.Mentions(question, s.name) {
			continue
		}
		if name != "" {
			return "", evenPlayer // about two
		}
		name, yes = s.name, r.likely(s.name)
	}
	if name != "" && holds(question, trusting) {
		yes = 1 - yes
	}
	return name, yes
}

// said returns the key of the choice whose player the bot has accused last, else none. Only a vote of suspicion is one that it has spoken for.
func (r *room) said(choices []prompt.Choice) string {
	if !strings.Contains(r.Text(sectionVote), meansSuspicion) {
		return saidNone
	}
	for _, line := range slices.Backward(r.List(prompt.SectionOwn)) {
		if strings.HasSuffix(strings.TrimSpace(line), "?") || !holds(line, accusing) || holds(line, denying) {
			continue
		}
		key := ""
		for _, c := range choices {
			if c.Player == "" || c.Note == noteSelf || !mouth.Mentions(line, c.Player) {
				continue
			}
			if key != "" {
				key = ""
				break // it named two
			}
			key = c.Key
		}
		if key != "" {
			return key
		}
	}
	return saidNone
}

// percent writes a share of one as a percentage with a tenth.
func percent(share float64) float64 { return math.Round(share*1000) / 10 }

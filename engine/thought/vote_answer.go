package thought

import (
	"errors"
	"math"

	"ringer/engine/session"
)

type answer interface {
	// judge puts the answer into a judgement. It is an error if it names nothing on the ballot.
	judge(ballot, *session.Judgement) error
}

// chooseAnswer has the reason first, so that a model thinks before it decides.
type chooseAnswer struct {
	Rationale string        `json:"rationale" description:"one short sentence"`
	Said      string        `json:"said" description:"the key of the choice that your own lines have spoken for, or none"`
	Choices   []choiceShare `json:"choices"`
}

// saidNone says that the bot has spoken for no choice. A choice with this label needs its key.
const saidNone = "none"

type choiceShare struct {
	Key     string  `json:"key"`
	Percent float64 `json:"percent"`
}

type labelAnswer struct {
	Rationale string           `json:"rationale" description:"one short sentence"`
	Labels    []labelledChoice `json:"labels"`
	Abstain   float64          `json:"abstain" description:"in percent"`
}

type labelledChoice struct {
	Key     string  `json:"key"`
	Label   string  `json:"label"`
	Percent float64 `json:"percent"`
}

type numberAnswer struct {
	Rationale string  `json:"rationale" description:"one short sentence"`
	Number    float64 `json:"number"`
	Percent   float64 `json:"percent" description:"how sure you are"`
	Abstain   float64 `json:"abstain" description:"in percent"`
}

var errNothingNamed = errors.New("the answer names nothing that could be chosen")

func (a chooseAnswer) judge(s ballot, j *session.Judgement) error {
	given := map[string]float64{}
	for _, c := range a.Choices {
		if found, ok := findEntry(s.choices, c.Key); ok {
			// The last one counts: models that correct themselves do so later.
			given[found.id] = c.Percent
		}
	}
	if len(given) == 0 {
		return errNothingNamed
	}
	toPercents(given)
	abstain := given[""]
	delete(given, "")
	if s.form.each {
		j.Abstain = min(abstain, 100) / 100
		j.Probabilities = included(given, s.Options)
	} else {
		j.Probabilities, j.Abstain = allShares(given, abstain, optionIDs(s.Options))
	}
	if said, ok := findEntry(s.choices, a.Said); ok && foldName(a.Said) != saidNone {
		j.PublicOption = said.id
	}
	j.Rationale = a.Rationale
	return nil
}

func (a labelAnswer) judge(s ballot, j *session.Judgement) error {
	given, all, abstaining := map[string]map[string]float64{}, map[[2]string]float64{}, [2]string{}
	for _, l := range a.Labels {
		option, ok := findEntry(s.choices, l.Key)
		label, known := findEntry(s.labels, l.Label)
		if ok && known {
			all[[2]string{option.id, label.id}] = l.Percent
		}
	}
	if len(all) == 0 {
		return errNothingNamed
	}
	if s.AllowAbstain {
		all[abstaining] = a.Abstain
	}
	toPercents(all)
	j.Abstain = min(all[abstaining], 100) / 100
	delete(all, abstaining)
	for pair, percent := range all {
		if given[pair[0]] == nil {
			given[pair[0]] = map[string]float64{}
		}
		given[pair[0]][pair[1]] = percent
	}
	ids := session.Each(s.Labels, func(l session.Label) string { return l.ID })
	j.LabelProbabilities = map[string]map[string]float64{}
	for id, shares := range given { // nothing is known about an option that was left out
		j.LabelProbabilities[id], _ = allShares(shares, 0, ids)
	}
	j.Rationale = a.Rationale
	return nil
}

func (a numberAnswer) judge(s ballot, j *session.Judgement) error {
	if math.IsNaN(a.Number) || math.IsInf(a.Number, 0) {
		return errNothingNamed
	}
	given := map[bool]float64{true: a.Percent}
	if s.AllowAbstain {
		given[false] = a.Abstain
	}
	toPercents(given)
	j.Number, j.Confidence, j.Abstain, j.Rationale = &a.Number, min(given[true], 100)/100, min(given[false], 100)/100, a.Rationale
	return nil
}

// leftOutPercent is the least of an option that an answer leaves out: the model has forgotten it.
const leftOutPercent = 1

// maxPercent limits a percentage: 300 means three times 100, but sums must stay finite.
const maxPercent = 1e6

// toPercents corrects the numbers of one answer: negative ones and NaN become 0. If none is above
// 1, they are shares, and are multiplied by 100.
func toPercents[K comparable](given map[K]float64) {
	greatest := 0.0
	for k, p := range given {
		if !(p > 0) { // this includes NaN
			p = 0
		}
		given[k] = min(p, maxPercent)
		greatest = max(greatest, given[k])
	}
	if greatest <= 1 {
		for k := range given {
			given[k] *= 100
		}
	}
}

// allShares returns the shares of all ids and of abstaining, together 1. Ids that were left out
// share the rest, but none gets more than one that was named. Without any, all get the same.
func allShares(given map[string]float64, abstain float64, ids []string) (shares map[string]float64, none float64) {
	sum, least := abstain, math.Inf(1)
	for _, id := range ids { // in this order, so that the sum is the same each time
		if p := given[id]; p > 0 {
			sum, least = sum+p, min(least, p)
		}
	}
	shares = make(map[string]float64, len(ids))
	if sum == 0 {
		for _, id := range ids {
			shares[id] = 1 / float64(len(ids))
		}
		return shares, 0
	}
	rest := 0.0
	if missing := len(ids) - len(given); missing > 0 {
		rest = min(max((100-sum)/float64(missing), leftOutPercent), least)
		sum += rest * float64(missing)
	}
	for _, id := range ids {
		p, ok := given[id]
		if !ok {
			p = rest
		}
		shares[id] = p / sum
	}
	return shares, abstain / sum
}

func included(given map[string]float64, options []session.Option) map[string]float64 {
	shares := make(map[string]float64, len(options))
	for _, o := range options {
		p, ok := given[o.ID]
		if !ok {
			p = leftOutPercent
		}
		shares[o.ID] = min(p, 100) / 100
	}
	return shares
}

func optionIDs(options []session.Option) []string {
	return session.Each(options, func(o session.Option) string { return o.ID })
}

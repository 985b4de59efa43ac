package session

import (
	"fmt"
	"maps"
	"slices"
)

// VoteKind says what the answer to a vote looks like.
type VoteKind string

const (
	ChooseOne  VoteKind = "choose_one"  // one of the options
	ChooseMany VoteKind = "choose_many" // some of the options
	YesNo      VoteKind = "yes_no"      // yes or no
	LabelEach  VoteKind = "label_each"  // a label for each option
	PickNumber VoteKind = "number"      // a number
)

// Fields of a request that only some kinds of votes have, as pointers.
const (
	fieldOptions = "/options"
	fieldLabels  = "/labels"
	fieldK       = "/k" // the kind chooses from min to max options
	fieldMin     = "/min"
	fieldMax     = "/max"
	fieldInteger = "/integer"
	fieldAbout   = "/about" // to choose a player may mean to suspect or to trust that player
)

// voteRule is what the core knows of one kind of vote.
type voteRule struct {
	kind   VoteKind
	fields []string
	fixed  []string // the ids of the options, if all votes of the kind have the same ones
	// check refuses a request. Nil refuses none.
	check func(*VoteRequest, *Errors, *Roster)
	// take removes the kind's field from an answer, and refuses what is not allowed in it.
	take func(q *VoteRequest, refuse func(pointer, detail string), a *Answer, choices []string)
	// stand returns the answer if nothing better is known.
	stand func(standing) Answer
	// weigh returns the answer by what model and mind know, and whether they know anything.
	weigh func(*weighing) (verdict, bool)
}

var voteRules = []voteRule{
	{ChooseOne, []string{fieldOptions, fieldAbout}, nil, nil, takeOption, standing.one, (*weighing).chooseOne},
	{ChooseMany, []string{fieldOptions, fieldK, fieldMin, fieldMax, fieldAbout}, nil, (*VoteRequest).checkCount, takeOptions, standing.many, (*weighing).chooseMany},
	{YesNo, []string{fieldOptions}, []string{Yes, No}, nil, takeOption, standing.one, (*weighing).chooseOne},
	{LabelEach, []string{fieldOptions, fieldLabels}, nil, (*VoteRequest).checkLabelList, takeLabels, standing.labels, (*weighing).labelEach},
	{PickNumber, []string{fieldMin, fieldMax, fieldInteger}, nil, (*VoteRequest).checkRange, takeNumber, standing.number, (*weighing).pickNumber},
}

// strangeVote is the rule of a kind that only a newer version knows: nothing is known.
var strangeVote = voteRule{
	fields: []string{fieldOptions},
	take:   func(*VoteRequest, func(pointer, detail string), *Answer, []string) {},
	stand:  standing.one,
	weigh:  func(*weighing) (out verdict, known bool) { return out, false },
}

func (k VoteKind) rule() *voteRule {
	for i := range voteRules {
		if voteRules[i].kind == k {
			return &voteRules[i]
		}
	}
	return &strangeVote
}

func (k VoteKind) takes(field string) bool { return slices.Contains(k.rule().fields, field) }

// VoteKinds returns all kinds of votes.
func VoteKinds() []VoteKind { return Each(voteRules, func(r voteRule) VoteKind { return r.kind }) }

// standing is what a standing answer is made of.
type standing struct {
	v    *Vote
	seed int64
	// choices may be chosen. order is a random order of them, the first found of them wished.
	choices, order []string
	found          int
	wish           Answer
}

func (x standing) one() Answer { return Answer{Option: x.order[0]} }

func (x standing) many() Answer {
	low, high := x.v.countBounds(len(x.choices))
	return Answer{Options: x.order[:min(max(low, x.found, 1), high)]}
}

func (x standing) labels() Answer {
	a := Answer{Labels: map[string]string{}}
	for _, id := range x.choices {
		labels, _ := wantedFirst(shuffled(x.v.labelIDs(), x.seed, x.v.ID+":"+id), x.wish.Labels[id])
		a.Labels[id] = labels[0]
	}
	return a
}

func (x standing) number() Answer {
	n := x.v.drawNumber(Draw(x.seed, 0, "vote:"+x.v.ID, 0).Float64())
	return Answer{Number: &n}
}

func takeOption(_ *VoteRequest, refuse func(pointer, detail string), a *Answer, choices []string) {
	if !slices.Contains(choices, a.Option) {
		refuse("/option", NotAmong(a.Option, choosable, choices))
	}
	a.Option = ""
}

func takeOptions(q *VoteRequest, refuse func(pointer, detail string), a *Answer, choices []string) {
	if low, high := q.countBounds(len(choices)); len(a.Options) < low || len(a.Options) > high {
		refuse("/options", fmt.Sprintf("must contain from %d to %d options", low, high))
	}
	for i, id := range a.Options {
		if at := fmt.Sprintf("/options/%d", i); !slices.Contains(choices, id) {
			refuse(at, NotAmong(id, choosable, choices))
		} else if slices.Contains(a.Options[:i], id) {
			refuse(at, "is chosen already; name each option once")
		}
	}
	a.Options = nil
}

func takeLabels(q *VoteRequest, refuse func(pointer, detail string), a *Answer, choices []string) {
	given := a.Labels
	a.Labels = nil
	for _, id := range choices {
		if _, ok := given[id]; !ok {
			refuse("/labels", fmt.Sprintf("must have a label for each option that this player may label; %q has none", id))
			return
		}
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(choices, id) {
			refuse("/labels/"+Pointer(id), NotAmong(id, "the id of an option that this player may label", choices))
		} else if labels := q.labelIDs(); !slices.Contains(labels, given[id]) {
			refuse("/labels/"+Pointer(id), NotAmong(given[id], "the id of a label", labels))
		}
	}
}

func takeNumber(q *VoteRequest, refuse func(pointer, detail string), a *Answer, _ []string) {
	n := a.Number
	if a.Number = nil; !q.allowsNumber(n) {
		what := "a number"
		if q.Integer {
			what = "a whole number"
		}
		refuse("/number", fmt.Sprintf("must be %s from %v to %v", what, *q.Min, *q.Max))
	}
}

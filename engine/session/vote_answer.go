package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Answer is the answer to a vote. It sets the field of the vote's kind, or abstain.
type Answer struct {
	// Option is the id of the chosen option, in votes of the kinds choose_one and yes_no.
	Option string `json:"option,omitempty"`
	// Options holds the ids of the chosen options, in a vote of the kind choose_many. It may be
	// empty if min is 0.
	Options []string `json:"options,omitzero"`
	// Labels holds the id of each option's label, by option id, in a vote of the kind label_each.
	Labels map[string]string `json:"labels,omitempty"`
	// Number is the picked number, in a vote of the kind number.
	Number  *float64 `json:"number,omitempty"`
	Abstain bool     `json:"abstain,omitempty"` // Abstain says that the bot gives no answer.
	// Confidence says from 0 to 100 how sure the answer is, in a vote with explain.
	Confidence *int `json:"confidence,omitempty"`
	// Reason is why, in a vote with explain.
	Reason string `json:"reason,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is the option.
func (a *Answer) UnmarshalJSON(b []byte) error {
	type object Answer
	*a = Answer{}
	return decodeNamed(b, &a.Option, (*object)(a))
}

func (a *Answer) Shorthand() string { return "option" }

func (q *VoteRequest) labelIDs() []string {
	return Each(q.Labels, func(l Label) string { return l.ID })
}

const choosable = "the id of an option that this player may choose"

// Accepts checks an answer of the player whose roster it is. The request has its defaults.
func (q *VoteRequest) Accepts(r *Roster, a Answer) error {
	var errs Errors
	if q.Min == nil {
		q.fillBounds(r)
	}
	q.checkAnswer(&errs, "/answer", a, q.choices(r.Seat))
	return errs.Err()
}

func (q *VoteRequest) checkAnswer(errs *Errors, at string, a Answer, choices []string) {
	refuse := func(pointer, detail string) { errs.Add(CodeInvalidValue, at+pointer, detail) }
	switch {
	case !q.Explain && a.Confidence != nil:
		refuse("/confidence", "is only asked for in a vote with explain; remove it")
	case !q.Explain && a.Reason != "":
		refuse("/reason", "is only asked for in a vote with explain; remove it")
	case a.Confidence != nil && (*a.Confidence < 0 || *a.Confidence > mostSure):
		errs.Add(CodeOutOfRange, at+"/confidence", fmt.Sprintf("must be a whole number from 0 to %d", mostSure))
	}
	errs.limit(at+"/reason", a.Reason, MaxText)
	if a.Abstain {
		if !q.AllowAbstain {
			refuse("/abstain", "is only allowed with allow_abstain")
		}
		a.Abstain = false
		if !a.empty() {
			refuse("", "must either abstain or answer")
		}
		return
	}
	fields := a
	q.Kind.rule().take(q, refuse, &fields, choices)
	if !fields.empty() {
		refuse("", fmt.Sprintf("has a field that does not belong to a vote of the kind %s; remove it", q.Kind))
	}
}

func (a *Answer) empty() bool {
	return a.Option == "" && len(a.Options) == 0 && len(a.Labels) == 0 && a.Number == nil && !a.Abstain
}

// mostSure is the confidence of an answer that is surely right.
const mostSure = 100

// explained returns the answer with its confidence and its reason, if the vote asks for them.
func (x *verdict) explained(v *Vote) Answer {
	a := x.answer
	if !v.Explain {
		return a
	}
	a.Confidence = new(int(math.Round(x.confidence * mostSure)))
	if x.by == ByModel {
		a.Reason = v.Judgement.Rationale
	}
	return a
}

// countBounds returns the least and the most options to choose, of n that are left.
func (q *VoteRequest) countBounds(n int) (low, high int) {
	return min(int(*q.Min), n), min(int(*q.Max), n)
}

func (q *VoteRequest) allowsNumber(n *float64) bool {
	return n != nil && *n >= *q.Min && *n <= *q.Max && (!q.Integer || *n == math.Trunc(*n))
}

func (q *VoteRequest) nearestNumber(n float64) float64 {
	n = min(max(n, *q.Min), *q.Max)
	if q.Integer {
		n = min(max(math.Round(n), math.Ceil(*q.Min)), math.Floor(*q.Max))
	}
	return n
}

// drawNumber returns the allowed number for u, a draw from [0, 1). All are equally likely.
func (q *VoteRequest) drawNumber(u float64) float64 {
	low, width := *q.Min, *q.Max-*q.Min
	if q.Integer {
		low = math.Ceil(low)
		width = math.Floor(*q.Max) - low + 1
		return q.nearestNumber(low + math.Floor(u*width))
	}
	return q.nearestNumber(low + u*width)
}

// standingAnswer returns the answer to a vote if nothing better is known: the platform's fallback.
// If the fallback is not allowed any more, its allowed parts are kept. The rest is random.
func (s *State) standingAnswer(v *Vote) Answer {
	choices := s.Choices(v)
	if v.Fallback != nil && s.legalAnswer(v, *v.Fallback) {
		return *v.Fallback
	}
	if len(choices) == 0 && v.Kind.takes(fieldOptions) || v.AllowAbstain && s.mustNotSuspect(v) {
		return Answer{Abstain: true} // nobody is left to choose, or the bot must not name anybody
	}
	var wish Answer
	if v.Fallback != nil {
		wish = *v.Fallback
	}
	order, found := wantedFirst(s.alliesLast(v, shuffled(choices, s.Seed, v.ID)), wish.Options...)
	return v.Kind.rule().stand(standing{v, s.Seed, choices, order, found, wish})
}

func (s *State) legalAnswer(v *Vote, a Answer) bool {
	choices := s.Choices(v)
	if len(choices) == 0 && v.Kind.takes(fieldOptions) {
		return a.Abstain
	}
	var errs Errors
	v.checkAnswer(&errs, "", a, choices)
	return len(errs) == 0
}

// shuffled returns ids in a random order that does not depend on the order of its input.
func shuffled(ids []string, seed int64, vote string) []string {
	lots := make(map[string]uint64, len(ids))
	for _, id := range ids {
		lots[id] = Draw(seed, 0, "vote:"+vote+":"+id, 0).Uint64()
	}
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(lots[a], lots[b]) })
	return ids
}

// wantedFirst returns ids with the wanted ones first, and how many of those it found.
func wantedFirst(ids []string, wanted ...string) (order []string, found int) {
	for _, id := range wanted {
		if slices.Contains(ids, id) {
			order = append(order, id)
		}
	}
	found = len(order)
	for _, id := range ids {
		if !slices.Contains(wanted, id) {
			order = append(order, id)
		}
	}
	return order, found
}

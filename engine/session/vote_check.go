package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// plainID reports whether an id can stand in a URL unescaped.
func plainID(id string) bool {
	for i, r := range id {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("._:~-", r)) {
			return false
		}
	}
	return id != "" && len(id) <= MaxName
}

func accusationID(session string) string { return accusationPrefix + "_" + bareID(session) + "_" }

// ValidVoteID reports whether a platform may give this id to a vote. The id must fit into a URL. It
// must not look like the id of an accusation, because a log holds one answer for each id.
func ValidVoteID(session, id string) bool {
	return plainID(id) && !strings.HasPrefix(id, accusationID(session))
}

func (q *VoteRequest) validateKind(errs *Errors) {
	if q.Kind.rule() == &strangeVote {
		refuseKind(errs, q.Kind, VoteKinds()...)
		return
	}
	kind := cmp.Or(stepKinds[q.Step], ChooseOne)
	if known := slices.Contains(allSteps, q.Step); q.Step != "" && !known {
		oneOf(errs, "/step", q.Step, allSteps...)
	} else if known && kind != q.Kind {
		errs.Add(CodeInvalidValue, "/step", fmt.Sprintf("%s is decided by a vote of the kind %s; change the kind, or remove the step", q.Step, kind))
	}
	about := oneOf(errs, fieldAbout, q.About, Suspicion, Trust, Other) && q.About != Other
	only := func(field string, given bool) {
		errs.AddIf(given && !q.Kind.takes(field), CodeInvalidValue, field, "does not belong to a vote of the kind %s; remove it", q.Kind)
	}
	only(fieldOptions, len(q.Options) > 0)
	only(fieldLabels, len(q.Labels) > 0)
	only(fieldK, q.K != 0)
	only(fieldMin, q.Min != nil)
	only(fieldMax, q.Max != nil)
	only(fieldInteger, q.Integer)
	only(fieldAbout, about)
}

func (q *VoteRequest) validateOptions(errs *Errors, r *Roster) {
	if !q.Kind.takes(fieldOptions) || tooMany(errs, "/options", len(q.Options), MaxOptions) {
		return
	}
	if fixed := q.Kind.rule().fixed; fixed != nil && !slices.EqualFunc(q.Options, fixed, func(o Option, id string) bool { return o.ID == id }) {
		errs.Add(CodeInvalidValue, "/options", fmt.Sprintf("must be %s, in this order; leave them out, or only give them labels", strings.Join(fixed, " and ")))
	}
	for i, o := range q.Options {
		at := fmt.Sprintf("/options/%d", i)
		checkEntry(errs, at, o.ID, o.Label)
		errs.AddIf(slices.ContainsFunc(q.Options[:i], func(x Option) bool { return x.ID == o.ID }), CodeInvalidValue, at+"/id", "is also the id of another option; give each option its own")
		if o.Side != "" {
			oneOf(errs, at+"/side", o.Side, Good, Evil)
		}
		if _, ok := r.Player(o.Player); o.Player != "" && !ok {
			errs.Add(CodeUnknownPlayer, at+"/player", r.unknownPlayer(o.Player))
		}
	}
	errs.AddIf(len(q.choices(r.Seat)) == 0, CodeRequired, "/options", "leave the bot nothing to choose; add options other than the bot itself, or set allow_self")
}

func checkEntry(errs *Errors, at, id, label string) {
	checkID(errs, at+"/id", id)
	errs.limit(at+"/label", label, MaxLabel)
}

func (q *VoteRequest) checkLabelList(errs *Errors, _ *Roster) {
	if tooMany(errs, "/labels", len(q.Labels), MaxLabels) {
		return
	}
	errs.AddIf(len(q.Labels) < 2, CodeRequired, "/labels", "name at least two labels to choose from")
	for i, l := range q.Labels {
		at := fmt.Sprintf("/labels/%d", i)
		checkEntry(errs, at, l.ID, l.Label)
		errs.AddIf(slices.ContainsFunc(q.Labels[:i], func(x Label) bool { return x.ID == l.ID }), CodeInvalidValue, at+"/id", "is also the id of another label; give each label its own")
		oneOf(errs, at+"/about", l.About, Suspicion, Trust, Other)
	}
}

func (q *VoteRequest) checkCount(errs *Errors, r *Roster) {
	n := len(q.choices(r.Seat))
	if n == 0 {
		return // the options are refused already
	}
	if q.K < 0 {
		errs.Add(CodeOutOfRange, "/k", "must be at least 1")
		return
	}
	if q.K != 0 && (q.Min == nil || q.Max == nil || *q.Min != float64(q.K) || *q.Max != float64(q.K)) {
		errs.Add(CodeInvalidValue, "/k", "cannot be combined with min or max; send k, or min and max")
		return
	}
	if q.Min == nil && q.Max == nil {
		errs.Add(CodeRequired, "/k", "say how many are to be chosen: k, or min and max")
		return
	}
	low, high := q.givenBounds(n)
	most := fmt.Sprintf("must be a whole number from 1 to %d, the number of options that the bot may choose", n)
	switch {
	case q.K != 0 && !isWhole(high, 1, n):
		errs.Add(CodeOutOfRange, "/k", most)
	case !isWhole(high, 1, n):
		errs.Add(CodeOutOfRange, "/max", most)
	case q.Max != nil && low > high:
		errs.Add(CodeOutOfRange, "/max", "must not be below min")
	case !isWhole(low, 0, int(high)):
		errs.Add(CodeOutOfRange, "/min", fmt.Sprintf("must be a whole number from 0 to %d: the bot cannot choose more", int(high)))
	default:
		q.Min, q.Max = &low, &high
	}
}

func (q *VoteRequest) fillBounds(r *Roster) {
	if q.Kind.takes(fieldK) {
		low, high := q.givenBounds(len(q.choices(r.Seat)))
		q.Min, q.Max = &low, &high
	}
}

// WithoutOptionFields returns a request without what depends on its options: counts and fallback.
func (q VoteRequest) WithoutOptionFields() VoteRequest {
	q.Fallback = nil
	if q.Kind.takes(fieldK) {
		q.K, q.Min, q.Max = 1, nil, nil
	}
	return q
}

func isWhole(x float64, from, to int) bool {
	return x == math.Trunc(x) && x >= float64(from) && x <= float64(to)
}

// givenBounds returns the bounds of the request, unchecked; 0 and n if they were left out.
func (q *VoteRequest) givenBounds(n int) (low, high float64) {
	high = float64(n)
	if q.Min != nil {
		low = *q.Min
	}
	if q.Max != nil {
		high = *q.Max
	}
	return low, high
}

func (q *VoteRequest) checkRange(errs *Errors, _ *Roster) {
	for _, b := range []struct {
		pointer string
		value   *float64
	}{{"/min", q.Min}, {"/max", q.Max}} {
		if b.value == nil {
			errs.Add(CodeRequired, b.pointer, "say between which numbers the answer must be: min and max")
			return
		}
		if !(math.Abs(*b.value) <= MaxNumber) {
			errs.Add(CodeOutOfRange, b.pointer, fmt.Sprintf("must be from %.0f to %.0f", -MaxNumber, MaxNumber))
			return
		}
	}
	errs.AddIf(*q.Min > *q.Max || q.Integer && math.Ceil(*q.Min) > math.Floor(*q.Max), CodeOutOfRange, "/max", "leaves no number between min and max")
}

func (q *VoteRequest) validateTime(errs *Errors, now time.Time) {
	switch {
	case q.Deadline != nil && q.Within != 0:
		errs.Add(CodeInvalidValue, "/deadline", "cannot be combined with within_ms; send one of the two")
	case q.Deadline != nil && !q.Deadline.After(now):
		errs.Add(CodeOutOfRange, "/deadline", "has passed; set a later one")
	case q.Deadline != nil && q.Deadline.Sub(now) > MaxWithin*time.Millisecond:
		errs.Add(CodeOutOfRange, "/deadline", "must be within a day")
	case q.Deadline == nil && (q.Within < MinWithin || q.Within > MaxWithin):
		errs.Add(CodeOutOfRange, "/within_ms", fmt.Sprintf("must be from %d to %d milliseconds", MinWithin, int64(MaxWithin)))
	}
}

package game

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a vote.
const (
	MaxOptions    = 64          // a prompt lists them all
	MaxLabels     = 16          // each option gets one
	MaxNumber     = 1e12        // whole numbers up to it, and their differences, are exact
	MinWithin     = 100         // milliseconds: less is over before anybody has looked
	MaxWithin     = 24 * 3600e3 // milliseconds: a day, as long as a session lives without a word
	DefaultWithin = 30e3        // milliseconds: time to read, think and press
	MaxOpenVotes  = 20          // of one session at a time; each may cost a model call
)

// VoteKind says what the answer to a vote looks like.
type VoteKind string

// The kinds of a vote.
const (
	ChooseOne  VoteKind = "choose_one"  // one of the options
	ChooseMany VoteKind = "choose_many" // some of the options
	YesNo      VoteKind = "yes_no"      // yes or no
	LabelEach  VoteKind = "label_each"  // a label for each option
	PickNumber VoteKind = "number"      // a number
)

// About says how what a vote asks for goes together with the bot's suspicion.
type About string

// What a choice, or a label, may stand for.
const (
	Suspicion About = "suspicion" // the player whom the bot suspects most
	Trust     About = "trust"     // the one whom it suspects least
	Other     About = "other"     // neither; the suspicion has no say
)

// The options of a vote of the kind yes_no.
const (
	Yes = "yes"
	No  = "no"
)

// Option is something that may be chosen, or labelled.
type Option struct {
	ID string `json:"id"`
	// Label is how the bot sees it; the player's name, or the id, when it is left out.
	Label string `json:"label,omitempty"`
	// Player is the id of the player that it stands for, when that is not its own id.
	Player string `json:"player,omitempty"`
}

// UnmarshalJSON also takes a bare string, which is the id.
func (o *Option) UnmarshalJSON(b []byte) error {
	type object Option
	var x object
	err := decodeNamed(b, &x.ID, &x)
	*o = Option(x)
	return err
}

// Shorthand names the field that a bare string is.
func (o *Option) Shorthand() string { return "id" }

// Label is one of those that a vote of the kind label_each gives.
type Label struct {
	ID string `json:"id"`
	// Label is how the bot sees it; the id, when it is left out.
	Label string `json:"label,omitempty"`
	// About says whether it is the one for players whom the bot suspects, or trusts.
	About About `json:"about,omitempty"`
}

// UnmarshalJSON also takes a bare string, which is the id.
func (l *Label) UnmarshalJSON(b []byte) error {
	type object Label
	var x object
	err := decodeNamed(b, &x.ID, &x)
	*l = Label(x)
	return err
}

// Shorthand names the field that a bare string is.
func (l *Label) Shorthand() string { return "id" }

// VoteRequest is a decision that a platform asks for.
type VoteRequest struct {
	// ID is the platform's id, of letters, digits and . _ : ~ -; left out, one is made. The same id again is answered with the first result.
	ID   string   `json:"id,omitempty"`
	Kind VoteKind `json:"kind"`
	// Question is what is asked, as a player would read it.
	Question string `json:"question"`
	// Options are what may be chosen or labelled; the other players in the game, when they are left out.
	Options []Option `json:"options,omitempty"`
	// Labels are those of a vote of the kind label_each.
	Labels []Label `json:"labels,omitempty"`
	// K is how many are to be chosen in a vote of the kind choose_many, in place of min and max.
	K int `json:"k,omitempty" zero:"default"`
	// Min and Max bound a number, or how many are chosen in a vote of the kind choose_many.
	Min *float64 `json:"min,omitempty"`
	Max *float64 `json:"max,omitempty"`
	// Integer asks for a whole number.
	Integer bool `json:"integer,omitempty"`
	// About says what a choice of a player means; suspicion, when all options are players, else other.
	About About `json:"about,omitempty"`
	// AllowAbstain lets the bot abstain, AllowSelf choose or label itself.
	AllowAbstain bool `json:"allow_abstain,omitempty"`
	AllowSelf    bool `json:"allow_self,omitempty"`
	// Within is how long the bot has, in milliseconds on the wall; Deadline says it as a time.
	Within   int64      `json:"within_ms,omitempty" zero:"default"`
	Deadline *time.Time `json:"deadline,omitempty"`
	// Fallback is what the bot answers if it knows nothing better; left out, it is drawn by chance.
	Fallback *Answer `json:"fallback,omitempty"`
}

// Complete fills what the platform left open and checks the request as asked at a time.
func (q *VoteRequest) Complete(r *Roster, now time.Time) error {
	var errs Errors
	q.fill(r)
	if q.ID != "" && !plainID(q.ID) {
		errs.Add(CodeInvalidID, "/id", fmt.Sprintf("must be 1 to %d letters, digits and . _ : ~ -, the first a letter or digit", MaxName))
	}
	if strings.TrimSpace(q.Question) == "" {
		errs.Add(CodeEmptyText, "/question", "say what is asked, as a player would read it")
	} else if utf8.RuneCountInString(q.Question) > MaxText {
		errs.Add(CodeTooLong, "/question", fmt.Sprintf("is longer than %d characters; shorten it", MaxText))
	}
	before := len(errs)
	q.validateKind(&errs)
	if len(errs) == before { // else what follows is judged by what is wrong
		q.validateOptions(&errs, r)
		q.validateLabels(&errs)
		q.validateBounds(&errs, r)
	}
	q.validateTime(&errs, now)
	if len(errs) == before && q.Fallback != nil {
		q.check(&errs, "/fallback", *q.Fallback, r.Seat)
	}
	return errs.Err()
}

// fill fills what was left open, from the roster as it was when the vote was asked for.
func (q *VoteRequest) fill(r *Roster) {
	q.Options, q.Labels = slices.Clone(q.Options), slices.Clone(q.Labels)
	switch {
	case q.Kind == YesNo && q.Options == nil:
		q.Options = []Option{{ID: Yes}, {ID: No}}
	case q.Options == nil && q.Kind != PickNumber:
		for _, p := range r.Players {
			if p.Presence == Active && (p.ID != r.Seat || q.AllowSelf) {
				q.Options = append(q.Options, Option{ID: p.ID})
			}
		}
	}
	players := len(q.Options) > 0
	for i := range q.Options {
		o := &q.Options[i]
		if o.Player == "" && q.Kind != YesNo {
			if _, ok := r.Player(o.ID); ok {
				o.Player = o.ID
			}
		}
		p, ok := r.Player(o.Player)
		players = players && ok
		if o.Label == "" && ok {
			o.Label = p.Name
		} else if o.Label == "" {
			o.Label = o.ID
		}
	}
	for i := range q.Labels {
		l := &q.Labels[i]
		if l.Label == "" {
			l.Label = l.ID
		}
		if l.About == "" {
			l.About = Other
		}
	}
	switch {
	case q.About != "":
	case players && (q.Kind == ChooseOne || q.Kind == ChooseMany):
		q.About = Suspicion
	default:
		q.About = Other
	}
	if q.Kind == ChooseMany && q.K > 0 && q.Min == nil && q.Max == nil {
		k := float64(q.K)
		q.Min, q.Max = &k, &k
	}
	if q.Within == 0 && q.Deadline == nil {
		q.Within = DefaultWithin
	}
}

// plainID tells whether an id can stand in an address as it is.
func plainID(id string) bool {
	for i, r := range id {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("._:~-", r)) {
			return false
		}
	}
	return id != "" && len(id) <= MaxName
}

func (q *VoteRequest) validateKind(errs *Errors) {
	if !slices.Contains([]VoteKind{ChooseOne, ChooseMany, YesNo, LabelEach, PickNumber}, q.Kind) {
		errs.Add(CodeInvalidValue, "/kind", "must be choose_one, choose_many, yes_no, label_each or number")
		return
	}
	only := func(pointer string, given bool, kinds ...VoteKind) {
		if given && !slices.Contains(kinds, q.Kind) {
			errs.Add(CodeInvalidValue, pointer, fmt.Sprintf("does not belong to a vote of the kind %s; remove it", q.Kind))
		}
	}
	only("/options", len(q.Options) > 0, ChooseOne, ChooseMany, YesNo, LabelEach)
	only("/labels", len(q.Labels) > 0, LabelEach)
	only("/k", q.K != 0, ChooseMany)
	only("/min", q.Min != nil, ChooseMany, PickNumber)
	only("/max", q.Max != nil, ChooseMany, PickNumber)
	only("/integer", q.Integer, PickNumber)
	if !slices.Contains([]About{Suspicion, Trust, Other}, q.About) {
		errs.Add(CodeInvalidValue, "/about", "must be suspicion, trust or other")
	} else if q.About != Other {
		only("/about", true, ChooseOne, ChooseMany)
	}
}

func (q *VoteRequest) validateOptions(errs *Errors, r *Roster) {
	if q.Kind == PickNumber || tooMany(errs, "/options", len(q.Options), MaxOptions) {
		return
	}
	if q.Kind == YesNo && !slices.EqualFunc(q.Options, []string{Yes, No}, func(o Option, id string) bool { return o.ID == id }) {
		errs.Add(CodeInvalidValue, "/options", "are yes and no, in this order; leave them out, or give them labels")
	}
	for i, o := range q.Options {
		at := fmt.Sprintf("/options/%d", i)
		checkName(errs, CodeInvalidID, at+"/id", o.ID)
		if utf8.RuneCountInString(o.Label) > MaxLabel {
			errs.Add(CodeTooLong, at+"/label", fmt.Sprintf("is longer than %d characters; shorten it", MaxLabel))
		}
		if slices.ContainsFunc(q.Options[:i], func(x Option) bool { return x.ID == o.ID }) {
			errs.Add(CodeInvalidValue, at+"/id", "is the id of another option, too; give each its own")
		}
		if _, ok := r.Player(o.Player); o.Player != "" && !ok {
			errs.Add(CodeUnknownPlayer, at+"/player", "is not the id of a player in this session")
		}
	}
	if len(q.choices(r.Seat)) == 0 {
		errs.Add(CodeRequired, "/options", "leave the bot nothing to choose; name some besides the bot itself, or set allow_self")
	}
}

func (q *VoteRequest) validateLabels(errs *Errors) {
	if q.Kind != LabelEach || tooMany(errs, "/labels", len(q.Labels), MaxLabels) {
		return
	}
	if len(q.Labels) < 2 {
		errs.Add(CodeRequired, "/labels", "name at least two labels to choose from")
	}
	for i, l := range q.Labels {
		at := fmt.Sprintf("/labels/%d", i)
		checkName(errs, CodeInvalidID, at+"/id", l.ID)
		if utf8.RuneCountInString(l.Label) > MaxLabel {
			errs.Add(CodeTooLong, at+"/label", fmt.Sprintf("is longer than %d characters; shorten it", MaxLabel))
		}
		if slices.ContainsFunc(q.Labels[:i], func(x Label) bool { return x.ID == l.ID }) {
			errs.Add(CodeInvalidValue, at+"/id", "is the id of another label, too; give each its own")
		}
		if !slices.Contains([]About{Suspicion, Trust, Other}, l.About) {
			errs.Add(CodeInvalidValue, at+"/about", "must be suspicion, trust or other")
		}
	}
}

func (q *VoteRequest) validateBounds(errs *Errors, r *Roster) {
	switch q.Kind {
	case ChooseMany:
		q.validateCount(errs, len(q.choices(r.Seat)))
	case PickNumber:
		q.validateNumber(errs)
	}
}

func (q *VoteRequest) validateCount(errs *Errors, n int) {
	if q.K != 0 && (q.Min == nil || q.Max == nil || *q.Min != float64(q.K) || *q.Max != float64(q.K)) {
		errs.Add(CodeInvalidValue, "/k", "stands beside min or max; send one or the other")
		return
	}
	if q.Min == nil && q.Max == nil {
		errs.Add(CodeRequired, "/k", "say how many are to be chosen: k, or min and max")
		return
	}
	low, high := 0.0, float64(n)
	if q.Min != nil {
		low = *q.Min
	}
	if q.Max != nil {
		high = *q.Max
	}
	pointer := "/max"
	if q.K != 0 {
		pointer = "/k"
	} else if q.Max == nil {
		pointer = "/min"
	}
	if low != math.Trunc(low) || high != math.Trunc(high) || low < 0 || high < 1 || low > high || high > float64(n) {
		errs.Add(CodeOutOfRange, pointer, fmt.Sprintf("must leave from 0 to %d of the options to choose, at least one at most: whole numbers, min not above max", n))
		return
	}
	q.Min, q.Max = &low, &high
}

func (q *VoteRequest) validateNumber(errs *Errors) {
	for _, b := range []struct {
		pointer string
		value   *float64
	}{{"/min", q.Min}, {"/max", q.Max}} {
		if b.value == nil {
			errs.Add(CodeRequired, b.pointer, "say between which numbers the answer must lie")
			return
		}
		if !(math.Abs(*b.value) <= MaxNumber) {
			errs.Add(CodeOutOfRange, b.pointer, fmt.Sprintf("must be from %.0f to %.0f", -MaxNumber, MaxNumber))
			return
		}
	}
	if *q.Min > *q.Max || q.Integer && math.Ceil(*q.Min) > math.Floor(*q.Max) {
		errs.Add(CodeOutOfRange, "/max", "leaves no number between min and max")
	}
}

func (q *VoteRequest) validateTime(errs *Errors, now time.Time) {
	switch {
	case q.Deadline != nil && q.Within != 0:
		errs.Add(CodeInvalidValue, "/deadline", "stands beside within_ms; send one or the other")
	case q.Deadline != nil && !q.Deadline.After(now):
		errs.Add(CodeOutOfRange, "/deadline", "has passed; ask with a later one")
	case q.Deadline != nil && q.Deadline.Sub(now) > MaxWithin*time.Millisecond:
		errs.Add(CodeOutOfRange, "/deadline", "must be within a day")
	case q.Deadline == nil && (q.Within < MinWithin || q.Within > MaxWithin):
		errs.Add(CodeOutOfRange, "/within_ms", fmt.Sprintf("must be from %d to %d milliseconds", MinWithin, int64(MaxWithin)))
	}
}

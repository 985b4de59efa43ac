package game

import (
	"fmt"
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
	// About says whether it is for players whom the bot suspects, or trusts. Beside labels of one of the two alone, the others stand for the opposite.
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
	// Min is the lowest number that may be picked, or how many of the options are chosen at least.
	Min *float64 `json:"min,omitempty"`
	// Max is the highest number that may be picked, or how many of the options are chosen at most.
	Max *float64 `json:"max,omitempty"`
	// Integer asks for a whole number.
	Integer bool `json:"integer,omitempty"`
	// About says what a choice of a player means; suspicion, when all options are players, else other.
	About About `json:"about,omitempty"`
	// AllowAbstain lets the bot abstain.
	AllowAbstain bool `json:"allow_abstain,omitempty"`
	// AllowSelf lets the bot choose or label itself.
	AllowSelf bool `json:"allow_self,omitempty"`
	// Within is how long the bot has, in milliseconds on the wall.
	Within int64 `json:"within_ms,omitempty" zero:"default"`
	// Deadline is until when the bot has time, in place of within_ms.
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
		q.check(&errs, "/fallback", *q.Fallback, q.choices(r.Seat))
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

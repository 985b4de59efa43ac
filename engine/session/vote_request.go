package session

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Limits of a vote.
const (
	MaxOptions    = 64          // a prompt lists them all
	MaxLabels     = 16          // each option gets one
	MaxNumber     = 1e12        // whole numbers up to it, and their differences, are exact
	MinWithin     = 100         // milliseconds: less is over before anybody has read the question
	MaxWithin     = 24 * 3600e3 // milliseconds: a day, the default time to live of a session
	DefaultWithin = 30e3        // milliseconds: time to read, think and press
	MaxOpenVotes  = 20          // of one session at a time; each may cost a model call
)

// About says how a vote's question relates to the bot's suspicion.
type About string

const (
	Suspicion About = "suspicion" // the player whom the bot suspects most
	Trust     About = "trust"     // the player whom the bot suspects least
	Other     About = "other"     // neither: suspicion does not influence the answer
)

// The options of a vote of the kind yes_no.
const (
	Yes = "yes"
	No  = "no"
)

// Option is something that may be chosen or labelled.
type Option struct {
	ID string `json:"id"`
	// Label is the text that the bot reads. If it is left out, it is the player's name, or the id.
	Label string `json:"label,omitempty"`
	// Player is the id of the player for whom the option stands, if that is not the option's own
	// id.
	Player string `json:"player,omitempty"`
	// Side is the side whose players alone may choose the option: good or evil. It is empty if
	// everybody may.
	Side Side `json:"side,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is the id.
func (o *Option) UnmarshalJSON(b []byte) error {
	type object Option
	*o = Option{}
	return decodeNamed(b, &o.ID, (*object)(o))
}

func (o *Option) Shorthand() string { return "id" }

// Label is one of the labels in a vote of the kind label_each.
type Label struct {
	ID string `json:"id"`
	// Label is the text that the bot reads. If it is left out, it is the id.
	Label string `json:"label,omitempty"`
	// About says whether the label is for players whom the bot suspects, or for those it trusts. If
	// the list has labels for only one of the two, the other labels stand for the opposite.
	About About `json:"about,omitempty"`
}

// UnmarshalJSON also accepts a bare string, which is the id.
func (l *Label) UnmarshalJSON(b []byte) error {
	type object Label
	*l = Label{}
	return decodeNamed(b, &l.ID, (*object)(l))
}

func (l *Label) Shorthand() string { return "id" }

// VoteRequest is a decision that a platform asks for.
type VoteRequest struct {
	// ID is the platform's id, made of letters, digits and . _ : ~ -. If it is left out, the server
	// makes one. A repeated id gets the first result again.
	ID       string   `json:"id,omitempty"`
	Kind     VoteKind `json:"kind"`
	Step     Step     `json:"step,omitempty"` // Step is what the vote decides, if the game has several kinds of decisions.
	Question string   `json:"question"`       // Question is what is asked, as a player would read it.
	// Options may be chosen or labelled. If they are left out, they are the other players in the
	// game.
	Options []Option `json:"options,omitempty"`
	// Labels are the labels of a vote of the kind label_each.
	Labels []Label `json:"labels,omitempty"`
	// K is how many options to choose in a vote of the kind choose_many. It replaces min and max.
	K int `json:"k,omitempty" zero:"default"`
	// Min is the lowest number that may be picked, or the least number of options to choose.
	Min *float64 `json:"min,omitempty"`
	// Max is the highest number that may be picked, or the most options to choose.
	Max     *float64 `json:"max,omitempty"`
	Integer bool     `json:"integer,omitempty"` // Integer asks for a whole number.
	// About says what the choice of a player means. The default is suspicion if all options are
	// players, else other.
	About        About `json:"about,omitempty"`
	AllowAbstain bool  `json:"allow_abstain,omitempty"` // AllowAbstain lets the bot abstain.
	AllowSelf    bool  `json:"allow_self,omitempty"`    // AllowSelf lets the bot choose or label itself.
	// Explain asks for a confidence and a reason beside the answer.
	Explain bool `json:"explain,omitempty"`
	// Within is how long the bot has, in milliseconds of wall time.
	Within int64 `json:"within_ms,omitempty" zero:"default"`
	// Deadline is the time by which the bot must answer. It replaces within_ms.
	Deadline *time.Time `json:"deadline,omitempty"`
	// Fallback is the answer if the bot knows nothing better. If it is left out, the answer is
	// drawn at random.
	Fallback *Answer `json:"fallback,omitempty"`
}

// Complete fills in what the platform left out, and checks the request as if it were made now.
func (q *VoteRequest) Complete(r *Roster, now time.Time) error {
	var errs Errors
	q.fill(r)
	errs.AddIf(q.ID != "" && !plainID(q.ID), CodeInvalidID, "/id", "must be 1 to %d letters, digits and . _ : ~ -, the first a letter or digit", MaxName)
	if strings.TrimSpace(q.Question) == "" {
		errs.Add(CodeEmptyText, "/question", "say what is asked, as a player would read it")
	} else {
		errs.limit("/question", q.Question, MaxText)
	}
	before := len(errs)
	q.validateKind(&errs)
	if len(errs) == before { // the checks below need a valid kind
		q.validateOptions(&errs, r)
		if check := q.Kind.rule().check; check != nil {
			check(q, &errs, r)
		}
	}
	q.validateTime(&errs, now)
	if len(errs) == before && q.Fallback != nil {
		q.checkAnswer(&errs, "/fallback", *q.Fallback, q.choices(r.Seat))
	}
	return errs.Err()
}

func (q *VoteRequest) fill(r *Roster) {
	q.Options, q.Labels = slices.Clone(q.Options), slices.Clone(q.Labels)
	fixed := q.Kind.rule().fixed
	switch {
	case q.Options != nil || !q.Kind.takes(fieldOptions):
	case fixed != nil:
		for _, id := range fixed {
			q.Options = append(q.Options, Option{ID: id})
		}
	default:
		for _, p := range r.Players {
			if p.Presence == Active && (p.ID != r.Seat || q.AllowSelf) {
				q.Options = append(q.Options, Option{ID: p.ID})
			}
		}
	}
	players := len(q.Options) > 0
	for i := range q.Options {
		o := &q.Options[i]
		if o.Player == "" && fixed == nil {
			if _, ok := r.Player(o.ID); ok {
				o.Player = o.ID
			}
		}
		p, ok := r.Player(o.Player)
		players = players && ok
		o.Label = cmp.Or(o.Label, p.Name, o.ID)
	}
	for i := range q.Labels {
		l := &q.Labels[i]
		l.Label, l.About = cmp.Or(l.Label, l.ID), cmp.Or(l.About, Other)
	}
	switch {
	case q.About != "":
	case q.Step != "":
		q.About = Other // the rules say what a choice means
	case players && q.Kind.takes(fieldAbout):
		q.About = Suspicion
	default:
		q.About = Other
	}
	if q.Kind.takes(fieldK) && q.K > 0 && q.Min == nil && q.Max == nil {
		k := float64(q.K)
		q.Min, q.Max = &k, &k
	}
	if q.Within == 0 && q.Deadline == nil {
		q.Within = DefaultWithin
	}
}

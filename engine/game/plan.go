package game

import (
	"strings"
	"time"

	"ringer/engine/timing"
)

// Plan is the one message the bot intends to send.
type Plan struct {
	ID    string   `json:"plan_id"`
	Kind  PlanKind `json:"kind"`
	Class PlanClass    `json:"class"`
	Text  string   `json:"text"`
	// Rest are the parts that follow once this one is sent.
	Rest    []Part       `json:"rest,omitempty"`
	Timing  timing.Delay `json:"timing"`
	Model   Millis       `json:"model_ms"`
	Channel string       `json:"channel,omitempty"`
	// Thought is the kind of the thought that proposed it.
	Thought string `json:"thought"`
	// BasedOn is the seq up to which that thought had considered the log.
	BasedOn int64 `json:"based_on_seq"`
	// TriggerAt is when that happened which the plan answers, or when the bot could answer it; a replacement keeps the first one.
	TriggerAt time.Time `json:"trigger_at"`
	// DueAt is when it is to be sent. A reserve has none: it waits for a silence.
	DueAt time.Time `json:"due_at,omitzero"`
	// Silence is how long after the last activity a reserve is sent, in game time.
	Silence Millis `json:"silence_ms,omitempty"`
	// Phase is the phase that it was thought in.
	Phase string `json:"phase"`
	// Mentions are the ids of the players whom its text names.
	Mentions []string `json:"mentions,omitempty"`
	// Rethinks counts how often it was thought again because it was stale.
	Rethinks int `json:"rethinks,omitempty"`
	// Rewritten says that its text was written anew after the mouth had refused another.
	Rewritten bool `json:"rewritten,omitempty"`
	// Follows is the message that a rest is the rest of.
	Follows string `json:"follows,omitempty"`

	// What follows is state, and no part of the event that made the plan.

	// Command is what the platform wants of it.
	Command Command `json:"command,omitempty"`
	// Dropped says that what it follows was rejected.
	Dropped bool `json:"dropped,omitempty"`
	// Passed says that the phase which it was thought in is over.
	Passed bool `json:"passed,omitempty"`
	// Typing says that the bot is seen typing it.
	Typing bool `json:"typing,omitempty"`
	// TypingSince is when that began.
	TypingSince time.Time `json:"typing_since,omitzero"`
}

// Command is what a platform may want of a plan.
type Command string

// The commands.
const (
	CancelPlan Command = "cancel" // not at all
	SendPlan   Command = "send"   // now, however old it is, if the bot may say it at all
)

// messageID is the id of the message that the plan becomes.
func (p *Plan) messageID() string { return "msg" + p.ID[len("pln"):] }

// PlanOf returns the id of the plan that became one of the bot's messages; "" for an id of another make.
func PlanOf(message string) string {
	if !strings.HasPrefix(message, "msg_") {
		return ""
	}
	return "pln" + message[len("msg"):]
}

// Limits of freshness: after three foreign messages a line answers a chat that has moved on; a rest, which only finishes
// a sentence, is left behind after two. What is said into a silence comes too late after one: a reply of the lowest class. A reserve waits for
// the next silence.
const (
	staleAfter    = 3
	dropRestAfter = 2
	lateAfter     = 1
	maxRethinks   = 2
)

// Due returns when a plan is to be sent, in game time. A reserve that comes when it has been quiet for long takes its time to be typed, too. One
// that can never be sent is looked at at once.
func (s *State) Due(p *Plan) Millis {
	if p.Passed {
		return 0
	}
	if p.Kind == Reserve && p.Command == "" {
		return max(s.Rhythm.LastActivity+p.Silence, s.Clock.Game(p.TriggerAt)+s.delay(p.Timing))
	}
	return s.Clock.Game(p.DueAt)
}

// delay is how long a text takes from what it answers on.
func (s *State) delay(t timing.Delay) Millis {
	if s.Config.Timing == TimingInstant {
		return 0
	}
	return t.Total()
}

// since counts the messages of others after a seq, and tells whether one of them addressed the bot.
func (s *State) since(seq int64) (foreign int, addressed bool) {
	me := s.Roster.Seat
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > seq; i-- {
		m := s.Messages[i]
		if m.Own || !s.Roster.Sees(me, m.Channel) {
			continue
		}
		if m.Foreign() {
			foreign++
		}
		addressed = addressed || m.Addressed
	}
	return foreign, addressed
}

// stale tells whether the chat has moved on from a plan.
func (s *State) stale(p *Plan) bool {
	if !s.legal(p) {
		return true
	}
	limit := staleAfter
	switch {
	case p.Kind == Rest:
		limit = dropRestAfter
	case p.Kind == Reply && p.Class == ClassReserve:
		limit = lateAfter
	}
	foreign, addressed := s.since(p.BasedOn)
	return addressed || foreign >= limit
}

// legal tells whether a plan may be sent at all: its phase is still on, and whom it names is still there.
func (s *State) legal(p *Plan) bool {
	if p.Passed {
		return false
	}
	for _, id := range p.Mentions {
		if pl, ok := s.Roster.Player(id); !ok || pl.Presence != Active {
			return false
		}
	}
	return true
}

// replaces tells whether a candidate takes the slot from the plan in it. What was thought over takes the place of a quick reply until that is
// sent, as somebody stops typing who has thought of something better; but not once the chat has moved on from it, while the reply still fits. Inside
// a class the newer one wins, and what is being typed stays. A lower class, like anything else, takes the place of a stale plan only.
func (s *State) replaces(old *Plan, class PlanClass, basedOn int64) bool {
	switch {
	case s.stale(old):
		return true
	case old.Kind == Rest: // what is begun is finished
		return false
	case class > old.Class:
		foreign, addressed := s.since(basedOn)
		return !addressed && foreign < staleAfter
	case class < old.Class, old.Typing:
		return false
	}
	return basedOn > old.BasedOn
}

package session

import (
	"strings"
	"time"
	"unicode/utf8"

	"ringer/engine/timing"
)

// Plan is the one message that the bot intends to send.
type Plan struct {
	ID    string    `json:"plan_id"`
	Kind  PlanKind  `json:"kind"`
	Class PlanClass `json:"class"`
	Text  string    `json:"text"`
	// Meant is the text without a slip of the fingers. If the first part of the rest begins with a
	// star, it corrects the slip.
	Meant string `json:"meant,omitempty"`
	// Rest holds the parts that follow once this one is sent.
	Rest    []PlanPart   `json:"rest,omitempty"`
	Timing  timing.Delay `json:"timing"`
	Model   Millis       `json:"model_ms"`
	Channel string       `json:"channel,omitempty"`
	Thought string       `json:"thought"` // Thought is the kind of the thought that proposed it.
	// BasedOn is the seq up to which that thought considered the log.
	BasedOn int64 `json:"based_on_seq"`
	// Answers is the seq of the line that the text answers. It is left out for none.
	Answers int64 `json:"answers_seq,omitempty"`
	// TriggerAt is the time of what the plan answers, or the time from which the bot could answer
	// it. A plan that replaces a reply keeps the time of that reply.
	TriggerAt time.Time `json:"trigger_at"`
	// Typed is how many characters at the beginning of the text were typed already, for the plan
	// that this one replaces.
	Typed int `json:"typed_chars,omitempty"`
	// DueAt is when the message is to be sent. A reserve has none: it waits for a silence.
	DueAt time.Time `json:"due_at,omitzero"`
	// Silence is how long after the last activity a reserve is sent, in game time.
	Silence Millis `json:"silence_ms,omitempty"`
	// Looks counts how often a model has looked at the plan again, or at a plan that it replaces,
	// because of a new line.
	Looks int    `json:"looks,omitempty"`
	Phase string `json:"phase"` // Phase is the phase in which the plan was made.
	// Mentions holds the ids of the players whom the text names.
	Mentions []string `json:"mentions,omitempty"`
	// Rethinks counts how often the thought behind the plan ran again because the plan was stale.
	Rethinks int `json:"rethinks,omitempty"`
	// Rewritten says that the text replaces another one that the mouth refused.
	Rewritten bool `json:"rewritten,omitempty"`
	// Refined says that the text is what a thought of the kind core.refine made of another one.
	Refined bool `json:"refined,omitempty"`
	// Reread says that the text is what a thought of the kind core.reread made of another one.
	Reread bool `json:"reread,omitempty"`
	// Follows is the id of the message that a rest continues.
	Follows string `json:"follows,omitempty"`

	// The fields below are state. They are not part of the event that made the plan.

	// Read is the seq up to which a thought has looked at the chat and left the plan.
	Read   int64     `json:"read_seq,omitempty"`
	ReadAt time.Time `json:"read_at,omitzero"` // ReadAt is when that thought ended.
	// Kept is the seq up to which a look has found that the plan still fits. It is at most Read.
	Kept  int64 `json:"kept_seq,omitempty"`
	Since int64 `json:"since_seq,omitempty"` // Since is the seq of the event that made the plan.
	// RuledSince is the seq of the last ruling that the plan takes into account.
	RuledSince int64 `json:"ruled_since,omitempty"`
	// Command is what the platform wants done with the plan.
	Command Command `json:"command,omitempty"`
	// Dropped says that the platform rejected the message that the plan continues.
	Dropped bool `json:"dropped,omitempty"`
	// Passed says that the phase in which the plan was made is over.
	Passed      bool      `json:"passed,omitempty"`
	Typing      bool      `json:"typing,omitempty"`      // Typing says that the players see the bot typing it.
	TypingSince time.Time `json:"typing_since,omitzero"` // TypingSince is when the typing began.
	// TypedBy is the earliest time at which the text can have been typed. It is set for a reserve,
	// and for a plan whose typing began too late to end when it was due.
	TypedBy time.Time `json:"typed_by,omitzero"`
}

// Command is what a platform may want done with a plan.
type Command string

const (
	CancelPlan Command = "cancel" // the plan is given up
	SendPlan   Command = "send"   // the plan is sent now, however old, if it may be said
)

func (p *Plan) messageID() string { return "msg" + p.ID[len("pln"):] }

// PlanOf returns the id of the plan that became a message of the bot, "" for any other id.
func PlanOf(message string) string {
	if !strings.HasPrefix(message, "msg_") {
		return ""
	}
	return "pln" + message[len("msg"):]
}

// Limits of freshness, counted in messages of other players.
const (
	staleAfter = 3 // after how many messages the chat has moved on from a reply
	// dropRestAfter is the same for a rest. It is less, because a rest only ends a sentence.
	dropRestAfter = 2
	lateAfter     = 1 // the same for a reply of ClassReserve: it cannot wait for the next silence
	maxRethinks   = 2 // how often the thought behind a stale plan runs again
)

// Due returns when a plan is to be sent, in game time. A reserve still needs its typing time. A
// plan from an earlier phase, which can never be sent, is due at once.
func (s *State) Due(p *Plan) Millis {
	if p.Passed {
		return 0
	}
	due := s.Clock.Game(p.DueAt)
	if p.Command != "" {
		return due
	}
	if p.Kind == Reserve {
		due = max(s.silentUntil(p), s.Clock.Game(p.TriggerAt)+s.delay(p.Timing))
	} else {
		due = s.readFirst(p, due)
	}
	if !p.TypedBy.IsZero() {
		due = max(due, s.Clock.Game(p.TypedBy))
	}
	if p.Kind != Rest {
		due = s.keepApart(due)
	}
	return due
}

// silentUntil returns when the silence is long enough for a reserve.
func (s *State) silentUntil(p *Plan) Millis {
	if s.botsAlone() {
		if p.Typing {
			return 0
		}
		at, _ := s.opensAt()
		return at + s.typing(p)
	}
	return s.Rhythm.LastActivity + p.Silence
}

func (s *State) typing(p *Plan) Millis {
	if s.Config.Timing == TimingInstant {
		return 0
	}
	all := min(p.Timing.Typing, p.Timing.Total())
	if n := utf8.RuneCountInString(p.Text); p.Typed > 0 {
		return all * Millis(max(0, n-p.Typed)) / Millis(n)
	}
	return all
}

// typed returns how many characters of a new text stand in the bot's input line already.
func (s *State) typed(p *Plan, text string, now Millis) (n int) {
	if !p.Typing {
		return 0
	}
	old := []rune(p.Text)
	shown := len(old)
	if whole := s.typing(p); whole > 0 {
		part := Millis(len(old)-p.Typed) * (now - s.Clock.Game(p.TypingSince)) / whole
		shown = min(len(old), p.Typed+int(part))
	}
	for _, r := range text {
		if n == shown || r != old[n] {
			break
		}
		n++
	}
	return n
}

// shownWords is the longest line, in words, that a person can type so fast that nobody sees it.
const shownWords = 3

// untyped reports whether a plan that is due has not been typed, although the others would see it.
func (s *State) untyped(p *Plan) bool {
	return s.Config.Timing == TimingHuman && p.Command == "" && !p.Typing && !p.Timing.Meanwhile && s.typing(p) > 0 && len(strings.Fields(p.Text)) > shownWords
}

// delay is the time between the message answered and the reply.
func (s *State) delay(t timing.Delay) Millis {
	if s.Config.Timing == TimingInstant {
		return 0
	}
	return t.Total()
}

// since counts the messages of other players after a seq, and reports whether any line after it
// addressed the bot. Only lines of the channel where the bot speaks count.
func (s *State) since(seq int64) (foreign int, addressed bool) {
	here := s.here()
	for i := len(s.Messages) - 1; i >= 0 && s.Messages[i].Seq > seq; i-- {
		m := s.Messages[i]
		if m.Own || m.Channel != here || m.Corrects() {
			continue
		}
		if m.Foreign() {
			foreign++
		}
		addressed = addressed || m.Addressed
	}
	return foreign, addressed
}

// stale reports whether the chat has moved on from a plan.
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
	case p.Kind == Reply && s.answers(p):
		limit = directLines
	}
	foreign, addressed := s.since(max(p.BasedOn, p.Kept))
	if p.Kind == Rest && s.Config.lifelike() {
		addressed = addressed || s.Questions.asksSince(s.Roster.Seat, s.here(), max(p.BasedOn, p.Kept))
	}
	return addressed || foreign >= limit || p.RuledSince < s.Rhythm.RuledSince
}

func (s *State) answers(p *Plan) bool {
	return s.Questions.direct(s.Roster.Seat, s.here(), p.BasedOn, s.Messages, s.Now) && (p.Answers == 0 || s.putToBot(p.Answers))
}

// legal reports whether a plan may be sent at all: in its phase, to an open channel, about players
// in the game. A plan for a silence needs one that the bot may break.
func (s *State) legal(p *Plan) bool {
	if p.Passed || s.closed(p) || p.Class == ClassReserve && !s.mayBreakSilence() {
		return false
	}
	for _, id := range p.Mentions {
		if pl, ok := s.Roster.Player(id); !ok || pl.Presence != Active {
			return false
		}
	}
	return true
}

// replaces reports whether a candidate takes the slot from the plan in it. Any candidate replaces a
// stale plan, and none another rest. One of a higher class replaces the plan even while it is
// typed, as a better idea does, unless the chat has moved on from it. In one class newer messages
// win, unless the plan is being typed: see outdoes.
func (s *State) replaces(old *Plan, class PlanClass, basedOn int64) bool {
	switch {
	case s.stale(old):
		return true
	case old.Kind == Rest: // a sentence that was begun is finished
		return false
	case class > old.Class:
		return s.fresh(basedOn)
	case class < old.Class, old.Typing && old.Kind != Reserve: // nobody waits for a reserve
		return false
	}
	// An old plan that answers a question may still fit when the new one does not.
	return basedOn > old.BasedOn && s.fresh(basedOn)
}

// fresh reports whether the chat has not moved on from a text that considers it up to a seq.
func (s *State) fresh(basedOn int64) bool {
	foreign, addressed := s.since(basedOn)
	return !addressed && foreign < staleAfter
}

// outdoes reports whether a candidate takes the slot from a plan of its class that is typed,
// because its thought was shown the plan and has another text about newer messages.
func (d *decider) outdoes(old *Plan, t Thought, c *Candidate) bool {
	return d.s.fresh(t.Want.BasedOn) && old.Kind == Reply && old.Typing && c.Kind == Reply && c.Class == old.Class && old.Looks < maxLooks && t.Want.BasedOn > old.BasedOn && d.shown(t, old)
}

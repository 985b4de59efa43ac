package session

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// StateVersion is the version of State's JSON. A snapshot of another version is folded again.
const StateVersion = 27

// KeptMessages is how many messages the state keeps: more than any prompt shows.
const KeptMessages = 200

// KeptPrivate is how many pieces of private information the state keeps.
const KeptPrivate = 50

// State is the fold of a session's events: all that Decide knows. Its size is bounded.
type State struct {
	Session string `json:"session"`
	Seq     int64  `json:"seq"` // the cursor: the seq of the last folded event
	// Now is the game time of the last event. It never runs backwards.
	Now    Millis `json:"now"`
	Clock  Clock  `json:"clock"`
	Config Config `json:"config"`
	// Table is the id of the game to which the session belongs; empty if it stands alone.
	GameID string `json:"table,omitempty"`
	Dealt  bool   `json:"dealt,omitempty"` // says that the rules of the server have dealt the roles
	// Peers are the seats of the game's bots with the same strategy, this one among them; none for
	// a session that stands alone.
	Peers []string `json:"peers,omitempty"`
	// Bots are the seats of all bots of the game; none for a session that stands alone.
	Bots   []string `json:"bots,omitempty"`
	Seed   int64    `json:"seed"`
	Roster Roster   `json:"roster"`
	// StandIn says that a person has the seat, and the bot stands by.
	StandIn bool `json:"stand_in,omitempty"`
	// Gone holds each player who is not active, with the seq of the event that took them out.
	Gone map[string]int64 `json:"gone,omitempty"`
	// Barrier is the seq of the last event that changed who may do what. The store refuses acts
	// that were decided before it.
	Barrier int64 `json:"barrier"`
	Ended   bool  `json:"ended,omitempty"`
	// End says how the session ended. It is nil until then.
	End *End `json:"end,omitempty"`

	// ModelAnswered says that a model other than the offline player has answered a call.
	ModelAnswered bool `json:"model_answered,omitempty"`

	Messages []Message `json:"messages,omitempty"`
	// Said counts all messages so far that the bot may see, kept or not.
	Said int `json:"said,omitempty"`
	// Numbered is the number of the last message. It counts rejected messages, too.
	Numbered int64 `json:"numbered,omitempty"`
	// Talk counts the messages of each player, by player id.
	Talk    map[string]Count `json:"talk,omitempty"`
	Private []string         `json:"private,omitempty"` // holds the pieces of private information
	// Rulings are what a quest game has decided in public, oldest first.
	Rulings []Ruling `json:"rulings,omitempty"`
	Rhythm  Rhythm   `json:"rhythm"`
	// Amended is the seq of the last event that edited or deleted a message, or 0.
	Amended int64 `json:"amended_seq,omitempty"`
	// Edits counts the messages that were edited.
	Edits int `json:"edits,omitempty"`
	// Questions are the last questions that the bot could read, whoever asked whom.
	Questions Questions `json:"questions,omitempty"`
	Window    Window    `json:"window"`

	// Thoughts says how far each kind of thought has come.
	Thoughts map[string]Progress `json:"thoughts,omitempty"`
	Mind     json.RawMessage     `json:"mind,omitempty"`
	// Biography is the person that the bot plays. It is nil in a session that began with a persona,
	// until a model has written it.
	Biography *Biography `json:"biography,omitempty"`
	// FirstPersona is the persona that the session began with. The biography suits it.
	FirstPersona string `json:"first_persona,omitempty"`
	Path         Path   `json:"path"`
	Budget       Budget `json:"budget"`

	Floor Floor  `json:"floor,omitzero"`
	Plan  *Plan  `json:"plan,omitempty"`
	Draft *Draft `json:"draft,omitempty"` // a refused text that is to be rewritten
	// Votes holds the open votes and the last ones that are over, in the order in which they were
	// opened.
	Votes []Vote `json:"votes,omitempty"`
	// keepsVotes says that Votes keeps every vote of the session.
	keepsVotes  bool
	Accusations Accusations `json:"accusations,omitzero"`
	Scores      Scores      `json:"scores,omitzero"` // what the classifier has said of the others
	forms       mouthForms
}

// Count is how many messages a player has said where the bot may see them.
type Count struct {
	Total int `json:"total"`
	Phase int `json:"phase"` // counts the turns of the current phase
}

// Progress is how far the thoughts of one kind have come.
type Progress struct {
	// Considered is the seq up to which the thoughts have considered the log.
	Considered int64 `json:"considered_seq"`
	// FinishedAt is when the last thought completed or failed, in game time since the session
	// began.
	FinishedAt Millis `json:"finished_at_ms"`
	// Took is how long the last thought that completed ran, in game time.
	Took  Millis `json:"took_ms,omitempty"`
	Count int    `json:"count"` // Count is how many thoughts have completed.
	// Failures is how many thoughts have failed since the last one that completed.
	Failures int `json:"failures,omitempty"`
	// RetryAt is when the next thought may start after a failure, in game time since the session
	// began.
	RetryAt Millis `json:"retry_at_ms,omitempty"`
}

// End is how and when a session ended.
type End struct {
	At time.Time `json:"at"`
	SessionEnded
}

// Concluded reports whether the log already has the result of a finished thought: another thought
// of its kind has completed or failed since it started. It is false for a stopped thought.
func (s *State) Concluded(t Thought) bool {
	if t.Failure == ThoughtStopped {
		return false
	}
	p := s.Thoughts[t.Want.Kind]
	return p.Count != t.Before.Count || p.Failures != t.Before.Failures
}

// NewState returns the state of a session before its first event.
func NewState(session string) *State {
	return &State{
		Session: session, Path: Path{Name: PathFull}, Window: Window{TokenBytes: startTokenBytes},
		Talk: map[string]Count{}, Thoughts: map[string]Progress{}, Gone: map[string]int64{},
	}
}

// Clone returns a copy. Folding more events into it does not change s.
func (s *State) Clone() *State {
	c := *s
	c.Messages = slices.Clip(s.Messages)
	c.Private = slices.Clip(s.Private)
	c.Rulings = slices.Clip(s.Rulings)
	c.Votes = slices.Clip(s.Votes)
	c.Questions = slices.Clip(s.Questions)
	c.Talk = maps.Clone(s.Talk)
	c.Thoughts = maps.Clone(s.Thoughts)
	c.Gone = maps.Clone(s.Gone)
	c.Scores.Players = maps.Clone(s.Scores.Players)
	return &c
}

// TextBytes returns how many bytes of text the state holds. Nearly all of its memory is text.
func (s *State) TextBytes() int {
	n := len(s.Mind) + len(s.Window.Summary.Text)
	for _, m := range s.Messages {
		n += len(m.Text)
	}
	for _, p := range s.Private {
		n += len(p)
	}
	return n
}

// View returns what a strategy sees of the state at a time.
func (s *State) View(now Millis) View {
	me, _ := s.Roster.Player(s.Roster.Seat)
	v := View{
		Session: s.Session, Seq: s.Seq, Seed: s.Seed, Config: s.Config, Biography: s.Person(), Now: now, Me: me, Players: s.Roster.Players, Phase: s.Roster.Phase, Channel: s.here(),
		Messages: s.Messages, Said: s.Said, Private: s.Private, Rulings: s.Rulings, RuledSince: s.Rhythm.RuledSince, Mind: s.Mind, Plan: s.Plan, Draft: s.Draft, MaySpeak: s.maySpeak(now), Path: s.Path.Name, LastActivity: s.Rhythm.LastActivity,
		Summary: s.Window.Summary, Accused: s.Accusations, Votes: s.visibleVotes(), windowAfter: s.Window.After, tokenBytes: s.Window.TokenBytes, thoughts: s.Thoughts, talk: s.Talk,
		questions: s.Questions, former: s.Roster.Former, PhaseSince: s.Rhythm.PhaseSince, LinesSince: s.Rhythm.LinesSince, PhaseBegan: s.Rhythm.PhaseBegan, PhaseEnds: s.Rhythm.PhaseEnds, Shared: len(s.Peers) > 1, bots: s.Bots, Turn: s.turn(), Dealt: s.Dealt,
	}
	if len(s.Roster.Channels) > 0 {
		v.Messages = s.Heard(0)
	}
	if s.Plan != nil {
		v.PlanStale, v.PlanDue = s.stale(s.Plan), s.Due(s.Plan)
	}
	v.Rewriting = s.shouldRewrite()
	v.Sums = s.Scores.sums(&s.Config, v.Opponents())
	return v
}

// Expires returns when the session ends by itself: its time to live after the last fact, but not
// before its open votes are answered. It is 0 for a session of a game, which ends with its game.
func (s *State) Expires() Millis {
	if s.GameID != "" {
		return 0
	}
	expires := s.Rhythm.LastFact + Millis(float64(s.Config.TTL)*1000*s.Config.Speed)
	for i := range s.Votes {
		if v := &s.Votes[i]; v.Status == VoteOpen {
			expires = max(expires, v.Last+1)
		}
	}
	return expires
}

// Expired reports whether the session ends by itself now.
func (s *State) Expired(now Millis) bool {
	at := s.Expires()
	return !s.Clock.Stands() && at > 0 && now >= at
}

func (s *State) maySpeak(now Millis) bool {
	return s.barred() == "" && !s.unheard() && !s.Rhythm.Dormant(now) && !s.Path.outOfBudget() && s.messagesLeft(1) > 0
}

// barred returns why the bot must keep silent, or "". A dormant bot still sends a reply.
func (s *State) barred() CancelReason {
	p, _ := s.Roster.Player(s.Roster.Seat)
	switch {
	case s.Roster.Muted:
		return CancelMuted
	case p.Presence != Active:
		return CancelGone
	case !s.Roster.MaySpeak(s.Roster.Seat), s.Rhythm.Refusals >= maxRefusals:
		return CancelBarred
	}
	return ""
}

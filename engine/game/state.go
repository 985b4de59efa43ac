package game

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// StateVersion is the version of State's JSON. A snapshot of another version is discarded and the log folded anew.
const StateVersion = 8

// KeptMessages bounds the transcript in the state: more than any prompt shows. Older text is read from the log.
const KeptMessages = 200

// KeptPrivate bounds the pieces of private information.
const KeptPrivate = 50

// State is the fold of a session's events, and nothing else is state. It is bounded, whatever the length of the log.
type State struct {
	Session string `json:"session"`
	// Seq is the cursor: the last event folded in.
	Seq int64 `json:"seq"`
	// Now is the game time of the last event; it never runs backwards.
	Now    Millis `json:"now"`
	Clock  Clock  `json:"clock"`
	Config Config `json:"config"`
	Seed   int64  `json:"seed"`
	Roster Roster `json:"roster"`
	// Barrier is the seq of the last event that changed who may do what.
	Barrier int64 `json:"barrier"`
	// PhaseSince is the seq of the event that began the current phase; 0 for the one that the session began in.
	PhaseSince int64 `json:"phase_since,omitempty"`
	// FreeSince is when the bot was last let speak again, by its phase or by whoever had muted it.
	FreeSince Millis `json:"free_since_ms,omitempty"`
	// Gone holds the seq at which each player who is not active went.
	Gone  map[string]int64 `json:"gone,omitempty"`
	Ended bool             `json:"ended,omitempty"`
	// End is how it ended.
	End *End `json:"end,omitempty"`

	Messages []Message           `json:"messages,omitempty"`
	Said     int                 `json:"said,omitempty"` // messages so far that the bot may see, kept or not
	Private  []string            `json:"private,omitempty"`
	Talk     map[string]Count    `json:"talk,omitempty"`
	Thoughts map[string]Progress `json:"thoughts,omitempty"`
	Mind     json.RawMessage     `json:"mind,omitempty"`
	Plan     *Plan               `json:"plan,omitempty"`
	// Draft is a refused text that is to be written anew.
	Draft *Draft `json:"draft,omitempty"`
	// Votes are those that are open, and the last ones that are over, in the order in which they were opened.
	Votes      []Vote `json:"votes,omitempty"`
	keepsVotes bool   // all of them
	// Accusation is the one that the bot is about to make, Accused the last one that it has made, unless the platform refused that, at RefusedAt.
	Accusation *Accusation `json:"accusation,omitempty"`
	Accused    string      `json:"accused,omitempty"`
	RefusedAt  Millis      `json:"refused_at_ms,omitempty"`

	// Spent is what the session's model calls have cost.
	Spent Spent `json:"spent"`
	// Means is the seq of the last change of what the session may spend, or of the models that it spends it on.
	Means int64 `json:"means,omitempty"`
	// Unaffordable counts the strategy's thoughts that failed since then on a call that the limits did not bear, Unretold says that a
	// summary did.
	Unaffordable int  `json:"unaffordable,omitempty"`
	Unretold     bool `json:"unretold,omitempty"`
	// Trouble counts the strategy's thoughts that a model has left without an answer since the last that it has not.
	Trouble int `json:"trouble,omitempty"`
	// Path is the one of the strategy's paths that thoughts take.
	Path string `json:"path"`
	// Silenced says why the path is silence, if it is, Strayed why the path was last changed.
	Silenced PathReason `json:"silenced,omitempty"`
	Strayed  PathReason `json:"strayed,omitempty"`
	// Summary stands for the messages before those that prompts show.
	Summary Summary `json:"summary,omitzero"`
	// WindowAfter is the seq after which the messages stand that prompts show.
	WindowAfter int64 `json:"window_after,omitempty"`
	// TokenBytes is how many bytes of a prompt make a token, in thousandths, as far as servers have told.
	TokenBytes int64 `json:"token_bytes"`

	// Refusals counts the texts that the mouth refused since the last fact.
	Refusals int `json:"refusals,omitempty"`
	// OwnRun counts the bot's own utterances since somebody else spoke.
	OwnRun       int    `json:"own_run,omitempty"`
	LastFact     Millis `json:"last_fact"`
	LastActivity Millis `json:"last_activity"`
}

// Count is how many messages a player has said where the bot may see them.
type Count struct {
	Total int `json:"total"`
	// Phase counts those of the current phase.
	Phase int `json:"phase"`
}

// Progress is how far the thoughts of one kind have come.
type Progress struct {
	// Considered is the seq up to which they have considered the log.
	Considered int64 `json:"considered_seq"`
	// FinishedAt is when the last one finished, well or badly, in game time since the session began.
	FinishedAt Millis `json:"finished_at_ms"`
	// Count is how many have completed.
	Count int `json:"count"`
	// Failures is how many have failed since the last that completed.
	Failures int `json:"failures,omitempty"`
	// RetryAt is when the next one may start after a failure, in game time since the session began.
	RetryAt Millis `json:"retry_at_ms,omitempty"`
}

// End is how a session ended, and when.
type End struct {
	At time.Time `json:"at"`
	SessionEnded
}

// Concluded tells whether a finished thought is in the log already: its kind has come further since it started.
func (s *State) Concluded(t Thought) bool {
	if t.Failure == ThoughtStopped {
		return false
	}
	p := s.Thoughts[t.Want.Kind]
	return p.Count != t.After.Count || p.Failures != t.After.Failures
}

// NewState returns the state of a session before its first event.
func NewState(session string) *State {
	return &State{
		Session: session, Path: PathFull, TokenBytes: startTokenBytes,
		Talk: map[string]Count{}, Thoughts: map[string]Progress{}, Gone: map[string]int64{},
	}
}

// Clone returns a copy that may be folded further without changing s.
func (s *State) Clone() *State {
	c := *s
	c.Messages = slices.Clip(s.Messages)
	c.Private = slices.Clip(s.Private)
	c.Votes = slices.Clip(s.Votes)
	c.Talk = maps.Clone(s.Talk)
	c.Thoughts = maps.Clone(s.Thoughts)
	c.Gone = maps.Clone(s.Gone)
	return &c
}

// View returns what a strategy sees of the state at a time: only channels that the bot may see.
func (s *State) View(now Millis) View {
	me, _ := s.Roster.Player(s.Roster.Seat)
	v := View{
		Session: s.Session, Seq: s.Seq, Seed: s.Seed, Config: s.Config, Now: now, Me: me, Players: s.Roster.Players, Phase: s.Roster.Phase,
		Messages: s.Messages, Said: s.Said, Private: s.Private, Mind: s.Mind, Plan: s.Plan, Draft: s.Draft, MaySpeak: s.maySpeak(now), Path: s.Path, LastActivity: s.LastActivity,
		Summary: s.Summary, Votes: s.openVotes(), windowAfter: s.WindowAfter, tokenBytes: s.TokenBytes, thoughts: s.Thoughts, talk: s.Talk,
	}
	if len(s.Roster.Channels) > 0 {
		v.Messages = s.seen(s.Messages)
	}
	v.PlanStale = s.Plan != nil && s.stale(s.Plan)
	v.Rewriting = s.rewrites()
	return v
}

// seen returns those of the messages that the bot may see, in a slice of their own.
func (s *State) seen(messages []Message) []Message {
	return slices.DeleteFunc(slices.Clone(messages), func(m Message) bool { return !s.Roster.Sees(s.Roster.Seat, m.Channel) })
}

// Expires returns when the session has had no fact for its time to live. It waits for the votes that are open.
func (s *State) Expires() Millis {
	expires := s.LastFact + Millis(float64(s.Config.TTL)*1000*s.Config.Speed)
	for i := range s.Votes {
		if v := &s.Votes[i]; v.Status == VoteOpen {
			expires = max(expires, v.Last+1)
		}
	}
	return expires
}

// Dormant tells whether the bot should leave a silence alone: it has spoken twice unanswered, or nothing has happened for
// five minutes.
func (s *State) Dormant(now Millis) bool {
	return s.OwnRun >= 2 || now-s.LastFact >= 300*1000
}

// maySpeak tells whether a message planned now could be sent.
func (s *State) maySpeak(now Millis) bool {
	return s.barred() == "" && !s.Dormant(now) && !s.penniless() && s.mayAdd(1) > 0
}

// maxRefusals is after how many refused texts the bot is silent until the platform says something: its model is stuck.
const maxRefusals = 2

// barred returns why the bot must keep silent, or "". Dormancy is not among the reasons: it only keeps the bot from
// starting something, and a reply that an outage delayed still goes out.
func (s *State) barred() CancelReason {
	p, _ := s.Roster.Player(s.Roster.Seat)
	switch {
	case s.Roster.Muted:
		return CancelMuted
	case p.Presence != Active:
		return CancelGone
	case !s.Roster.MaySpeak(s.Roster.Seat), s.Refusals >= maxRefusals:
		return CancelBarred
	}
	return ""
}

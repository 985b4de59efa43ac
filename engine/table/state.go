package table

import (
	"maps"
	"slices"

	"ringer/engine/game"
)

// StateVersion is the version of State's JSON. A snapshot of another version is discarded.
const StateVersion = 1

// State is the fold of a table's log.
type State struct {
	ID string `json:"id"`
	// Seq is the seq of the last folded event.
	Seq int64 `json:"seq"`
	// Now is the game time of the last event.
	Now    game.Millis `json:"now"`
	Clock  game.Clock  `json:"clock"`
	Config game.Table  `json:"config"`
	Roster game.Roster `json:"roster"`
	// Barrier is the seq of the last event that changed who may do what.
	Barrier int64 `json:"barrier"`
	// LastFact is the game time of the last event that the platform caused.
	LastFact game.Millis `json:"last_fact"`
	// Said counts the messages of each player, by player id.
	Said map[string]int `json:"said,omitempty"`
	// Votes holds all votes of the game, in the order in which they were opened.
	Votes []Vote `json:"votes,omitempty"`
	// End says how the game ended. It is nil until then.
	End *game.End `json:"end,omitempty"`
}

// NewState returns the state of a table before its first event.
func NewState(id string) *State { return &State{ID: id, Said: map[string]int{}} }

// Clone returns a copy. Folding more events into it does not change s.
func (s *State) Clone() *State {
	c := *s
	c.Said = maps.Clone(s.Said)
	c.Votes = slices.Clone(s.Votes)
	return &c
}

// Apply folds one event into the state. The same events give the same state.
func (s *State) Apply(e game.Event) {
	s.Seq = e.Seq
	if created, ok := e.Data.(*game.TableCreated); ok {
		s.create(e, created)
		return
	}
	s.Clock.Shift = e.Shift
	s.Now = max(s.Now, s.Clock.Game(e.At))
	if isFact(e.Data) {
		s.LastFact = s.Now
	}
	if Barrier(e.Data) {
		s.Barrier = e.Seq
	}
	switch p := e.Data.(type) {
	case *game.TableUpdated:
		s.Config.Metadata = p.Metadata
	case *game.TableEnded:
		s.End = &game.End{At: e.At, SessionEnded: p.SessionEnded}
	case *game.MessageReceived:
		if p.Kind == game.FromPlayer {
			s.Said[p.Sender]++
		}
	case *game.MessageSent:
		s.Said[p.Sender]++
	case *game.ObservationReceived:
		s.Roster = After(s.Roster, p)
	case *game.VoteRequested:
		s.openVote(e, p)
	case *game.VoteCancelled:
		s.change(p.VoteID, func(v *Vote) { v.Cancelled = true })
	case *game.VoteReceived:
		s.change(p.VoteID, func(v *Vote) { v.note(Cast{Seat: p.Seat, Answer: p.Answer, At: e.At, Seq: e.Seq}) })
	case *game.VoteCast:
		s.cast(e, p)
	}
}

func (s *State) create(e game.Event, p *game.TableCreated) {
	s.Config, s.Roster, s.Barrier = p.Config, p.Config.Roster(), e.Seq
	s.Roster.Bots = p.Bots
	s.Clock = game.NewClock(e.Moment().Steady(), p.Config.Speed)
	s.Clock.Shift = e.Shift
}

// Barrier reports whether an event changes who may do what at a table.
func Barrier(p game.Payload) bool {
	switch p := p.(type) {
	case *game.ObservationReceived:
		return p.Barrier()
	case *game.MessageReceived, *game.MessageSent, *game.TypingStarted, *game.TypingStopped, *game.VoteCast, *game.Unknown:
		return false
	}
	return true
}

// isFact reports whether the platform caused an event of a table.
func isFact(p game.Payload) bool {
	switch p.(type) {
	case *game.MessageSent, *game.TypingStarted, *game.TypingStopped, *game.VoteCast:
		return false
	}
	return true
}

// Expires returns when the game ends by itself: its time to live after the last event that the
// platform caused, but not before its open votes are over.
func (s *State) Expires() game.Millis {
	expires := s.LastFact + game.Millis(float64(s.Config.TTL)*1000*s.Config.Speed)
	for i := range s.Votes {
		if v := &s.Votes[i]; v.waits() {
			expires = max(expires, s.Clock.Game(v.DeadlineAt)+1)
		}
	}
	return expires
}

// After returns the roster of a table after an observation.
func After(r game.Roster, p *game.ObservationReceived) game.Roster {
	if p.Kind != game.BotMuted && p.Kind != game.BotUnmuted {
		return r.With(&p.Observation)
	}
	r.Bots = slices.Clone(r.Bots)
	for i := range r.Bots {
		if p.Seat == "" || r.Bots[i].Seat == p.Seat {
			r.Bots[i].Muted = p.Kind == game.BotMuted
		}
	}
	return r
}

package game

import (
	"maps"
	"slices"

	"ringer/engine/session"
)

// StateVersion is the version of State's JSON. A snapshot of another version is discarded.
const StateVersion = 12

// State is the fold of a game's log.
type State struct {
	ID string `json:"id"`
	// Seq is the seq of the last folded event.
	Seq int64 `json:"seq"`
	// Bytes is about what all events take.
	Bytes int64 `json:"bytes,omitempty"`
	// Now is the game time of the last event.
	Now    session.Millis     `json:"now"`
	Clock  session.Clock      `json:"clock"`
	Config session.GameConfig `json:"config"`
	Roster session.Roster     `json:"roster"`
	// Barrier is the seq of the last event that changed who may do what.
	Barrier int64 `json:"barrier"`
	// LastFact is the game time of the last event that the platform caused.
	LastFact session.Millis `json:"last_fact"`
	// Deal is how the game began, if the server runs its rules.
	Deal *session.Deal `json:"deal,omitempty"`
	// Proof is what the last event shows of the deal.
	Proof string `json:"proof,omitempty"`
	// Referee runs the rules; nil if the platform does.
	Referee *Hosted `json:"referee,omitempty"`
	// Messages are the last messages of all channels.
	Messages []session.Message `json:"messages,omitempty"`
	Floor    Floor             `json:"floor"`
	// Thoughts says how far each kind of thought of the game has come.
	Thoughts map[string]session.Progress `json:"thoughts,omitempty"`
	// Spent is what the thoughts of the game have cost. Those of its bots are in their sessions.
	Spent session.Spent `json:"spent"`
	// Said counts the messages of each player, by player id.
	Said map[string]int `json:"said,omitempty"`
	// People holds what the game knows of the doings of people, by seat, if they can become away.
	People map[string]Person `json:"people,omitempty"`
	// Notices are what players have to be told of people who are away or back.
	Notices []Notice `json:"notices,omitempty"`
	// Waiting are those who have come late, and play in the next game.
	Waiting []session.Player `json:"waiting,omitempty"`
	// Edits counts the messages that were edited.
	Edits int `json:"edits,omitempty"`
	// Amended is the seq of the last event that edited or deleted a message, or 0.
	Amended int64 `json:"amended_seq,omitempty"`
	// Votes holds all votes of the game, in the order in which they were opened.
	Votes []Vote `json:"votes,omitempty"`
	// End says how the game ended. It is nil until then.
	End *session.End `json:"end,omitempty"`
}

// NewState returns the state of a game before its first event.
func NewState(id string) *State {
	return &State{ID: id, Said: map[string]int{}, Thoughts: map[string]session.Progress{}}
}

// Clone returns a copy. Folding more events into it does not change s.
func (s *State) Clone() *State {
	c := *s
	c.Said, c.Thoughts, c.People = maps.Clone(s.Said), maps.Clone(s.Thoughts), maps.Clone(s.People)
	c.Votes, c.Messages = slices.Clone(s.Votes), slices.Clip(s.Messages)
	c.Referee = s.Referee.clone()
	return &c
}

// Apply folds one event into the state. The same events give the same state.
func (s *State) Apply(e session.Event) {
	s.Seq, s.Bytes = e.Seq, s.Bytes+int64(session.PayloadBytes(e.Data))
	if created, ok := e.Data.(*session.GameCreated); ok {
		s.create(e, created)
		return
	}
	s.setShift(e.Shift)
	s.Now = max(s.Now, s.Clock.Now(e.Moment()))
	kind := entryFor(e.Data)
	if !kind.act && e.Cursor == 0 { // what the game itself decides has a cursor
		s.LastFact = s.Now
	}
	if Barrier(e.Data) {
		s.Barrier = e.Seq
	}
	if kind.fold != nil {
		kind.fold(s, e, e.Data)
	}
	if s.Referee != nil {
		s.Referee.Apply(e, s.Now)
	}
	s.attend(e.Data)
}

func (s *State) create(e session.Event, p *session.GameCreated) {
	s.Config, s.Deal, s.Proof, s.Barrier = p.Config.Dealt(p.Deal), p.Deal, p.Proof, e.Seq
	s.Roster = p.Roster()
	s.Referee = newHosted(p)
	s.Clock = session.NewClock(e.Moment().Steady(), p.Config.Speed)
	s.Clock.Shift = e.Shift
}

// Barrier reports whether an event changes who may do what at a game.
func Barrier(p session.Payload) bool {
	if o, ok := p.(*session.ObservationReceived); ok {
		return o.Barrier()
	}
	return !entryFor(p).free
}

// Expires returns when the game ends by itself: its time to live after the last event that the
// platform caused, but not before its open votes are over.
func (s *State) Expires() session.Millis {
	expires := s.LastFact + session.Millis(float64(s.Config.TTL)*1000*s.Config.Speed)
	for i := range s.Votes {
		if v := &s.Votes[i]; v.waits() {
			expires = max(expires, s.Clock.Game(v.DeadlineAt)+1)
		}
	}
	return expires
}

// After returns the roster of a game after an event.
func After(r session.Roster, p session.Payload) session.Roster {
	switch p := p.(type) {
	case *session.PlayerCalled:
		return r.Renamed(p.Player)
	case *session.PlayerAway:
		return r.WithAway(p.Seat)
	case *session.PlayerReturned:
		return r.WithReturned(p.Seat)
	case *session.FloorGiven:
		r.Bots, r.StandIns = slices.Clone(r.Bots), slices.Clone(r.StandIns)
		for _, bots := range [][]session.BotSeat{r.Bots, r.StandIns} {
			for i := range bots {
				if has := bots[i].Seat == p.Seat; p.By == session.GivenByBid {
					bots[i].Floor = has
				} else {
					bots[i].Waits = !has
				}
			}
		}
	case *session.ObservationReceived:
		if joinsAgain(&r, p) {
			r = r.WithReturned(p.Player.ID)
		}
		if p.Kind != session.BotMuted && p.Kind != session.BotUnmuted {
			return r.With(&p.Observation)
		}
		r.Bots, r.StandIns = slices.Clone(r.Bots), slices.Clone(r.StandIns)
		for _, bots := range [][]session.BotSeat{r.Bots, r.StandIns} {
			for i := range bots {
				if p.Seat == "" || bots[i].Seat == p.Seat {
					bots[i].Muted = p.Kind == session.BotMuted
				}
			}
		}
	}
	return r
}

// KeptMessages is how many messages the state of a game keeps: what a moderator is shown.
const KeptMessages = 30

func (s *State) hear(e session.Event, p session.Post) {
	name := p.Sender
	if p.Kind == session.FromPlayer {
		if !p.History {
			s.Said[p.Sender]++
		}
		player, _ := s.Roster.Player(p.Sender)
		name = player.Name
	}
	m := session.Message{Seq: e.Seq, ID: p.ID, Sender: p.Sender, Name: name, Kind: p.Kind, Text: p.Text, Channel: p.Channel, At: s.Now, SaidAt: s.Now}
	if len(s.Messages) > 0 {
		m.Number = s.Messages[len(s.Messages)-1].Number
	}
	m.Number++
	s.Messages = append(slices.Clip(s.Messages), m)
	s.Messages = s.Messages[max(0, len(s.Messages)-KeptMessages):]
	if !p.History {
		s.Floor.hear(m)
	}
}

func (s *State) edit(e session.Event, p *session.MessageEdited) {
	s.Edits++
	s.Amended = e.Seq
	if i := s.messageIndex(p.MessageID); i >= 0 {
		s.Messages = slices.Clone(s.Messages)
		s.Messages[i].Text = p.Text
	}
}

func (s *State) withdraw(e session.Event, p *session.MessageDeleted) {
	s.Amended = e.Seq
	if s.Said[p.Sender] > 0 {
		s.Said[p.Sender]--
	}
	if i := s.messageIndex(p.MessageID); i >= 0 {
		s.Messages = slices.Delete(slices.Clone(s.Messages), i, i+1)
	}
}

func (s *State) messageIndex(id string) int {
	return slices.IndexFunc(s.Messages, func(m session.Message) bool { return m.ID == id })
}

func (s *State) rename(_ session.Event, p *session.PlayerCalled) {
	s.Roster = After(s.Roster, p)
	s.Messages = slices.Clone(s.Messages)
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Kind == session.FromPlayer && m.Sender == p.Player.ID {
			m.Name = p.Player.Name
		}
	}
}

func (s *State) hearPost(e session.Event, p *session.MessageReceived) { s.hear(e, p.Post) }

func (s *State) close(e session.Event, p *session.GameEnded) {
	s.End = &session.End{At: e.At, SessionEnded: p.SessionEnded}
}

func (s *State) observe(e session.Event, p *session.ObservationReceived) {
	if joinsAgain(&s.Roster, p) {
		s.note(Notice{Seat: p.Player.ID, Seq: e.Seq, Back: true})
	}
	s.Roster = After(s.Roster, p)
	s.checkFloor()
}

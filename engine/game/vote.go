package game

import (
	"fmt"
	"slices"
	"time"

	"ringer/engine/referee"
	"ringer/engine/session"
)

// Vote is a vote of a game: one question to several seats.
type Vote struct {
	// VoteRequest is what was asked, with the defaults filled in.
	session.VoteRequest
	// Origin says who wanted the vote. An accusation has only an id, a kind and one cast.
	Origin session.VoteOrigin `json:"origin"`
	// Seats are asked.
	Seats []string `json:"seats"`
	// Public says that all players know of the vote, since each who was in the game was asked. The
	// vote about accusations counts, too: it only leaves out whoever has accused before.
	Public bool `json:"public,omitempty"`
	// Seq is the event that opened it.
	Seq int64 `json:"seq"`
	// AskedAt is when it was opened.
	AskedAt time.Time `json:"asked_at"`
	// DeadlineAt is when the answers are needed.
	DeadlineAt time.Time `json:"deadline_at,omitzero"`
	// Casts are the answers, in the order in which they came. Each seat has at most one.
	Casts []Cast `json:"casts,omitempty"`
	// Cancelled says that the platform needs no more answers.
	Cancelled bool `json:"cancelled,omitempty"`
}

// Cast is the answer of one seat.
type Cast struct {
	Seat   string         `json:"seat"`
	Answer session.Answer `json:"answer"`
	// At is when it was given.
	At time.Time `json:"at"`
	// Seq is the event that holds it.
	Seq int64 `json:"seq"`
}

// openVote notes a vote. The request was checked when it was stored, so filling it in again gives
// what the check has seen.
func (s *State) openVote(e session.Event, p *session.VoteRequested) {
	q := p.VoteRequest
	_ = q.Complete(&s.Roster, e.At)
	public := asksAll(&s.Roster, p.Seats) || s.Referee != nil && p.ID == referee.AccusationVote
	v := Vote{VoteRequest: q, Origin: session.FromRequest, Seats: p.Seats, Public: public, Seq: e.Seq, AskedAt: e.At}
	if v.DeadlineAt = s.Clock.Standing(e.At).Add(time.Duration(q.Within) * time.Millisecond); q.Deadline != nil {
		v.DeadlineAt = q.Deadline.UTC()
	}
	s.Votes = append(slices.Clip(s.Votes), v)
}

// offer gives an open vote other options. Answers that were given stay.
func (s *State) offer(e session.Event, id string, options []session.Option) {
	s.change(id, func(v *Vote) {
		changed := session.VoteChanges{Options: options}
		if full, _ := changed.Complete(&s.Roster, v.VoteRequest, e.At); v.Status(s, e.At) == session.VoteOpen {
			v.Options = full
		}
	})
}

// reschedule moves the deadline of an open vote.
func (s *State) reschedule(e session.Event, p *session.VoteRescheduled) {
	if p.Options != nil {
		s.offer(e, p.VoteID, p.Options)
	}
	s.change(p.VoteID, func(v *Vote) {
		if v.Status(s, e.At) == session.VoteOpen {
			v.Deadline, v.Within, v.DeadlineAt = nil, p.Deadline.Sub(v.AskedAt).Milliseconds(), p.Deadline
		}
	})
}

func asksAll(r *session.Roster, seats []string) bool {
	return !slices.ContainsFunc(r.Players, func(p session.Player) bool { return p.Presence == session.Active && !slices.Contains(seats, p.ID) })
}

// cast notes a bot's answer. An accusation is a vote of its own.
func (s *State) cast(e session.Event, p *session.VoteCast) {
	c := Cast{Seat: p.Seat, Answer: p.Answer, At: e.At, Seq: e.Seq}
	if p.Origin == session.FromAccusation {
		s.accuse(session.VoteRequest{ID: p.VoteID, Kind: p.Kind}, c)
		return
	}
	s.change(p.VoteID, func(v *Vote) { v.note(c) })
}

// receive notes a person's answer. Before the rules ask who is accused, it is an accusation. Its id
// ends with its seq, because all people accuse with one id, which the vote of the rules has, too.
func (s *State) receive(e session.Event, p *session.VoteReceived) {
	c := Cast{Seat: p.Seat, Answer: p.Answer, At: e.At, Seq: e.Seq}
	if s.Referee != nil && p.VoteID == referee.AccusationVote && s.index(p.VoteID) < 0 {
		s.accuse(session.VoteRequest{ID: fmt.Sprintf("%s-%d", p.VoteID, e.Seq), Kind: session.ChooseOne}, c)
		return
	}
	s.change(p.VoteID, func(v *Vote) { v.note(c) })
}

// replace puts a person's later answer in the place of the one before.
func (s *State) replace(e session.Event, p *session.VoteReplaced) {
	s.change(p.VoteID, func(v *Vote) {
		if i := slices.IndexFunc(v.Casts, func(c Cast) bool { return c.Seat == p.Seat }); i >= 0 {
			v.Casts = slices.Clone(v.Casts)
			v.Casts[i] = Cast{Seat: p.Seat, Answer: p.Answer, At: e.At, Seq: e.Seq}
		}
	})
}

// accuse adds an accusation: a vote that opens with its only answer.
func (s *State) accuse(q session.VoteRequest, c Cast) {
	s.Votes = append(slices.Clip(s.Votes), Vote{VoteRequest: q, Origin: session.FromAccusation, Seats: []string{c.Seat}, Seq: c.Seq, AskedAt: c.At, Casts: []Cast{c}})
}

func (s *State) change(id string, change func(*Vote)) {
	if i := s.index(id); i >= 0 {
		s.Votes = slices.Clone(s.Votes)
		change(&s.Votes[i])
	}
}

func (s *State) index(id string) int {
	return slices.IndexFunc(s.Votes, func(v Vote) bool { return v.ID == id })
}

func (v *Vote) note(c Cast) {
	if _, ok := v.CastOf(c.Seat); !ok {
		v.Casts = append(slices.Clip(v.Casts), c)
	}
}

// Vote returns a vote.
func (s *State) Vote(id string) (Vote, bool) {
	if i := s.index(id); i >= 0 {
		return s.Votes[i], true
	}
	return Vote{}, false
}

// CastOf returns the answer of a seat.
func (v *Vote) CastOf(seat string) (Cast, bool) {
	if i := slices.IndexFunc(v.Casts, func(c Cast) bool { return c.Seat == seat }); i >= 0 {
		return v.Casts[i], true
	}
	return Cast{}, false
}

// Silent returns the seats that were asked and have not answered.
func (v *Vote) Silent() (seats []string) {
	for _, seat := range v.Seats {
		if _, ok := v.CastOf(seat); !ok {
			seats = append(seats, seat)
		}
	}
	return seats
}

// waits reports whether answers are still missing, whatever the time.
func (v *Vote) waits() bool { return !v.Cancelled && len(v.Silent()) > 0 }

// Status returns how far a vote has come at a time.
func (v *Vote) Status(s *State, now time.Time) session.VoteStatus {
	switch {
	case v.Cancelled:
		return session.VoteWithdrawn
	case len(v.Silent()) == 0:
		return session.VoteAnswered
	case s.End != nil || v.Late(s, now):
		return session.VoteClosed
	}
	return session.VoteOpen
}

// Late reports whether the deadline of a vote has passed at a time. In a pause none passes.
func (v *Vote) Late(s *State, now time.Time) bool { return s.Clock.Standing(now).After(v.DeadlineAt) }

// Open counts the votes that wait for a bot at a time.
func (s *State) Open(now time.Time) (n int) {
	for i := range s.Votes {
		if s.Votes[i].Status(s, now) == session.VoteOpen {
			n++
		}
	}
	return n
}

// Tally counts the answers of a vote by option. It counts no labels and no numbers.
func (v *Vote) Tally() map[string]int {
	tally := map[string]int{}
	for _, c := range v.Casts {
		options := c.Answer.Options
		if c.Answer.Option != "" {
			options = append(slices.Clip(options), c.Answer.Option)
		}
		for _, o := range options {
			tally[o]++
		}
	}
	return tally
}

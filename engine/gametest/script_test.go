package gametest

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

type script struct {
	log []session.Event
	at  time.Time
}

func (s *script) add(p session.Payload) {
	s.log = append(s.log, session.Event{Seq: int64(len(s.log) + 1), At: s.at, Data: p})
}

func (s *script) wait(d time.Duration) { s.at = s.at.Add(d) }

func (s *script) master(channel, text string) {
	s.add(&session.MessageReceived{Post: session.Post{Kind: session.FromGamemaster, Sender: "GameMaster", Text: text, Channel: channel}})
}

func (s *script) say(seat, channel string) {
	s.add(&session.MessageSent{Sender: seat, Text: "hm", Channel: channel})
}

func (s *script) begin(phase string, lasts int64) {
	s.add(&session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: phase, EndsIn: &lasts}})
}

// vote asks seats, which answer with one letter each; a dash is nothing in 45 seconds.
func (s *script) vote(id, seats, options, answers string) {
	p := &session.VoteRequested{VoteRequest: session.VoteRequest{ID: id, Kind: session.ChooseOne, Within: 45_000}, Seats: strings.Split(seats, "")}
	for _, o := range strings.Split(options, "") {
		p.Options = append(p.Options, session.Option{ID: o})
	}
	s.add(p)
	s.wait(5 * time.Second)
	for i, a := range strings.Split(answers, "") {
		switch {
		case a == "-":
		case i%2 == 0:
			s.add(&session.VoteCast{VoteID: id, Seat: p.Seats[i], Origin: session.FromRequest, Answer: session.Answer{Option: a}})
		default:
			s.add(&session.VoteReceived{VoteID: id, Seat: p.Seats[i], Answer: session.Answer{Option: a}})
		}
	}
	if strings.Contains(answers, "-") {
		s.wait(40 * time.Second)
	}
}

func (s *script) out(seat string) { s.add(seen(session.PlayerOut, seat)) }

func find(log []session.Event, n int, is func(session.Payload) bool) int {
	for i, e := range log {
		if is(e.Data) {
			if n == 0 {
				return i
			}
			n--
		}
	}
	panic("the log has no such event")
}

func isVote(p session.Payload) bool   { _, ok := p.(*session.VoteRequested); return ok }
func isAnswer(p session.Payload) bool { _, ok := p.(*session.VoteReceived); return ok }
func isCast(p session.Payload) bool   { _, ok := p.(*session.VoteCast); return ok }
func isLine(p session.Payload) bool   { _, ok := p.(*session.MessageSent); return ok }
func isEnd(p session.Payload) bool    { _, ok := p.(*session.GameEnded); return ok }

func isOut(p session.Payload) bool {
	o, ok := p.(*session.ObservationReceived)
	return ok && o.Kind == session.PlayerOut
}

func isPhase(p session.Payload) bool {
	o, ok := p.(*session.ObservationReceived)
	return ok && o.Kind == session.PhaseChanged
}

func isRole(p session.Payload) bool {
	m, ok := p.(*session.MessageReceived)
	return ok && strings.Contains(m.Text, " was a ")
}

// put puts a payload behind an event, at the same time.
func put(log []session.Event, after int, p session.Payload) []session.Event {
	return renumbered(slices.Insert(log, after+1, session.Event{At: log[after].At, Data: p}))
}

func renumbered(log []session.Event) []session.Event {
	for i := range log {
		log[i].Seq = int64(i + 1)
	}
	return log
}

func remove(log []session.Event, i int) []session.Event {
	return renumbered(slices.Delete(log, i, i+1))
}

func isRuling(p session.Payload) bool {
	o, ok := p.(*session.ObservationReceived)
	return ok && o.Kind == session.RulingMade
}

type breaks func(log []session.Event) []session.Event

// changed changes the nth payload that matches, from 0.
func changed[P session.Payload](n int, is func(session.Payload) bool, change func(P)) breaks {
	return func(l []session.Event) []session.Event { change(l[find(l, n, is)].Data.(P)); return l }
}

func ruled(n int, change func(*session.Ruling)) breaks {
	return changed(n, isRuling, func(o *session.ObservationReceived) { change(o.Ruling) })
}

func dealt(change func(*session.Deal)) breaks {
	return changed(0, isStart, func(c *session.GameCreated) { change(c.Deal) })
}

func asked(n int, change func(*session.VoteRequested)) breaks { return changed(n, isVote, change) }

// moved changes when the nth event that matches happened.
func moved(n int, is func(session.Payload) bool, by time.Duration) breaks {
	return func(l []session.Event) []session.Event { e := &l[find(l, n, is)]; e.At = e.At.Add(by); return l }
}

// behind puts a payload behind the nth event that matches.
func behind(n int, is func(session.Payload) bool, p session.Payload) breaks {
	return func(l []session.Event) []session.Event { return put(l, find(l, n, is), p) }
}

func twice(n int, is func(session.Payload) bool) breaks {
	return func(l []session.Event) []session.Event { i := find(l, n, is); return put(l, i, l[i].Data) }
}

func without(n int, is func(session.Payload) bool) breaks {
	return func(l []session.Event) []session.Event { return remove(l, find(l, n, is)) }
}

func isStart(p session.Payload) bool { _, ok := p.(*session.GameCreated); return ok }

func line(channel, text string) session.Payload {
	return &session.MessageReceived{Post: session.Post{Kind: session.FromGamemaster, Text: text, Channel: channel}}
}

func seen(kind session.ObservationKind, seat string) session.Payload {
	return &session.ObservationReceived{Observation: session.Observation{Kind: kind, Player: &session.Player{ID: seat}}}
}

func answer(vote, seat, option string) session.Payload {
	return &session.VoteReceived{VoteID: vote, Seat: seat, Answer: session.Answer{Option: option}}
}

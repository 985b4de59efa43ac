package tabletest

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/game"
)

// script writes the log of a table.
type script struct {
	log []game.Event
	at  time.Time
}

func (s *script) add(p game.Payload) {
	s.log = append(s.log, game.Event{Seq: int64(len(s.log) + 1), At: s.at, Data: p})
}

func (s *script) wait(d time.Duration) { s.at = s.at.Add(d) }

func (s *script) master(channel, text string) {
	s.add(&game.MessageReceived{Post: game.Post{Kind: game.FromGamemaster, Sender: "GameMaster", Text: text, Channel: channel}})
}

func (s *script) say(seat, channel string) {
	s.add(&game.MessageSent{Sender: seat, Text: "hm", Channel: channel})
}

func (s *script) begin(phase string, lasts int64) {
	s.add(&game.ObservationReceived{Observation: game.Observation{Kind: game.PhaseChanged, Phase: phase, EndsIn: &lasts}})
}

// vote asks seats, which answer with one letter each; a dash is nothing in 45 seconds.
func (s *script) vote(id, seats, options, answers string) {
	p := &game.VoteRequested{VoteRequest: game.VoteRequest{ID: id, Kind: game.ChooseOne, Within: 45_000}, Seats: strings.Split(seats, "")}
	for _, o := range strings.Split(options, "") {
		p.Options = append(p.Options, game.Option{ID: o})
	}
	s.add(p)
	s.wait(5 * time.Second)
	for i, a := range strings.Split(answers, "") {
		switch {
		case a == "-":
		case i%2 == 0:
			s.add(&game.VoteCast{VoteID: id, Seat: p.Seats[i], Origin: game.FromRequest, Answer: game.Answer{Option: a}})
		default:
			s.add(&game.VoteReceived{VoteID: id, Seat: p.Seats[i], Answer: game.Answer{Option: a}})
		}
	}
	if strings.Contains(answers, "-") {
		s.wait(40 * time.Second)
	}
}

func (s *script) out(seat string) {
	s.add(&game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerOut, Player: &game.Player{ID: seat}}})
}

// find returns the index of the nth event, from 0, that matches.
func find(log []game.Event, n int, is func(game.Payload) bool) int {
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

func isVote(p game.Payload) bool   { _, ok := p.(*game.VoteRequested); return ok }
func isAnswer(p game.Payload) bool { _, ok := p.(*game.VoteReceived); return ok }
func isCast(p game.Payload) bool   { _, ok := p.(*game.VoteCast); return ok }
func isLine(p game.Payload) bool   { _, ok := p.(*game.MessageSent); return ok }
func isEnd(p game.Payload) bool    { _, ok := p.(*game.TableEnded); return ok }

func isOut(p game.Payload) bool {
	o, ok := p.(*game.ObservationReceived)
	return ok && o.Kind == game.PlayerOut
}

func isPhase(p game.Payload) bool {
	o, ok := p.(*game.ObservationReceived)
	return ok && o.Kind == game.PhaseChanged
}

func isRole(p game.Payload) bool {
	m, ok := p.(*game.MessageReceived)
	return ok && strings.Contains(m.Text, " was a ")
}

// put puts a payload behind an event, at the same time.
func put(log []game.Event, after int, p game.Payload) []game.Event {
	return renumbered(slices.Insert(log, after+1, game.Event{At: log[after].At, Data: p}))
}

func renumbered(log []game.Event) []game.Event {
	for i := range log {
		log[i].Seq = int64(i + 1)
	}
	return log
}

func remove(log []game.Event, i int) []game.Event { return renumbered(slices.Delete(log, i, i+1)) }

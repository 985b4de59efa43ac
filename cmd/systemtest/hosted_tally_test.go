package systemtest

import (
	"slices"
	"time"

	"ringer/engine/session"
)

// hostedTally is what the logs of hosted games show.
type hostedTally struct {
	tally
	games, events, lines, votes, byBots, byPeople, departed int
	// lateVotes counts the answers that came after the deadline of their vote.
	lateVotes int
	// silent counts the bots that did not answer a vote.
	silent int
	// disordered counts the pairs of logs with another order, and strange what should not be in a
	// log.
	disordered, strange int
	// phaseTwice, voteTwice, outTwice and ends count what happened twice. broken counts the broken
	// rules.
	phaseTwice, voteTwice, outTwice, ends, broken int
	// late is the longest time from the end of a talk to its vote.
	late, lateElsewhere time.Duration
	// lateReady is the longest time to a vote from the moment when the server was ready again, if
	// it stayed so.
	lateReady time.Duration
}

// time notes how late the votes were asked.
func (n *hostedTally) time(log []session.Event, outages []outage) {
	created := log[0].Data.(*session.GameCreated)
	ends := steady(log[0]).Add(time.Duration(created.Config.Wall(created.Deal.Lasts)) * time.Millisecond)
	for _, e := range log {
		at := steady(e)
		switch p := e.Data.(type) {
		case *session.ObservationReceived:
			if p.Kind == session.PhaseChanged && p.EndsIn != nil {
				ends = at.Add(time.Duration(*p.EndsIn) * time.Millisecond)
			}
		case *session.VoteRequested:
			late := at.Sub(ends)
			n.late = max(n.late, late)
			if ready := readyAfter(ends, at, outages); !slices.ContainsFunc(outages, func(o outage) bool { return o.from.After(ready) && o.from.Before(at) }) {
				n.lateReady = max(n.lateReady, at.Sub(ready))
			}
			if !slices.ContainsFunc(outages, func(o outage) bool { return o.touches(ends, at) }) {
				n.lateElsewhere = max(n.lateElsewhere, late)
			}
		}
	}
}

// readyAfter returns when the server was ready again after a moment, and before another one.
func readyAfter(ready, before time.Time, outages []outage) time.Time {
	for _, o := range outages {
		if o.to.After(ready) && o.to.Before(before) {
			ready = o.to
		}
	}
	return ready
}

// count counts lines, votes and answers.
func (n *hostedTally) count(log []session.Event, g *hostedGame) {
	for _, e := range log {
		switch p := e.Data.(type) {
		case *session.MessageSent:
			n.lines++
		case *session.VoteRequested:
			n.votes++
			for _, b := range g.bots {
				if slices.Contains(p.Seats, b.Seat) {
					n.silent++
				}
			}
		case *session.VoteCast:
			if p.Origin == session.FromRequest {
				n.byBots++
				n.silent--
			}
		case *session.VoteReceived:
			n.byPeople++
		case *session.ObservationReceived:
			if p.Kind == session.PlayerLeft {
				n.departed++
			}
		}
	}
}

package audit

import (
	"time"

	"ringer/engine/session"
)

// rushed is the shortest window of a vote in which a bot with a usual model answers.
const rushed = 5 * time.Second

func (c *checker) judgeVote(e session.Event, p *session.VoteRequested) {
	r, seats := c.roster(), p.Seats
	if !r.Hosted() { // else the rules of the server ask
		c.doubt(e.Seq, p.VoteRequest.Doubts(r))
		for _, o := range p.Options {
			if player, ok := r.Player(o.ID); ok && player.Presence != session.Active {
				c.find(OptionOut, e.Seq, "the option %s is %s", session.Quoted(o.ID), player.Presence)
			}
		}
	}
	if c.session != nil {
		seats = []string{r.Seat}
	}
	people := false
	for _, seat := range seats {
		if _, bot := r.Bot(seat); !bot && c.game != nil {
			people = true
		}
		if player, ok := r.Player(seat); ok && player.Presence != session.Active {
			c.find(SeatOut, e.Seq, "the vote %s asks %s, who is %s", session.Quoted(p.ID), session.Quoted(seat), player.Presence)
		}
	}
	if people {
		c.peopleAsked = append(c.peopleAsked, e.Seq)
	}
	c.barriers = append(c.barriers, e)
}

func (c *checker) judgeCast(p *session.VoteCast) {
	if p.AnsweredBy != session.ByFallback || p.Late || p.Origin == session.FromAccusation {
		return
	}
	var seq int64
	var asked time.Time
	if c.game != nil {
		v, _ := c.game.Vote(p.VoteID)
		seq, asked = v.Seq, v.AskedAt
	} else {
		v, _ := c.session.Vote(p.VoteID)
		seq, asked = v.Seq, v.At
	}
	if window := p.DeadlineAt.Sub(asked); window < rushed {
		c.find(VoteRushed, seq, "the vote %s gave the bot %s", session.Quoted(p.VoteID), seconds(window))
	}
}

// judgeOpenVotes finds votes that the end cuts off.
func (c *checker) judgeOpenVotes(end time.Time) {
	find := func(seq int64, id string, deadline time.Time) {
		if left := deadline.Sub(end); left > 0 {
			c.find(VoteOpen, seq, "the vote %s was open when the game ended, %s before its deadline", session.Quoted(id), seconds(left))
		}
	}
	if c.game != nil {
		for i := range c.game.Votes {
			if v := &c.game.Votes[i]; v.Origin == session.FromRequest && v.Status(c.game, end) == session.VoteOpen {
				find(v.Seq, v.ID, v.DeadlineAt)
			}
		}
		return
	}
	for i := range c.session.Votes {
		if v := &c.session.Votes[i]; v.Status == session.VoteOpen {
			find(v.Seq, v.ID, v.DeadlineAt)
		}
	}
}

// judgeCasts finds a platform that asks people, and never posts what they answer.
func (c *checker) judgeCasts() {
	if len(c.peopleAsked) > 1 && c.casts == 0 { // a single vote may find everybody silent
		c.find(NoCasts, c.peopleAsked[0], "%d votes asked people, and no answer of one was posted", len(c.peopleAsked))
	}
}

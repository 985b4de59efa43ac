package recording

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// Round is one vote of a Mafia game.
type Round struct {
	ID    string
	Asked Turn
	// Closed is when its result was announced, or when the game went on without one. It is 0 if
	// neither happened.
	Closed session.Millis
	// Votes are the choices, by voter. They leave out votes of players who were not asked.
	Votes map[string]string
	Out   string
	Role  string
}

// Name returns how a person would call the round, such as day 2.
func (r *Round) Name() string { return fmt.Sprintf("%s %d", r.Asked.Phase, r.Asked.Day) }

// Rounds returns the votes of a Mafia game, in order.
func (g *Game) Rounds() (rounds []Round) {
	open := false
	for _, t := range g.Course() {
		if t.Kind == VoteAsked {
			rounds = append(rounds, Round{ID: fmt.Sprintf("vote-%d", len(rounds)+1), Asked: t, Votes: map[string]string{}})
			open = true
		}
		if !open {
			continue
		}
		r := &rounds[len(rounds)-1]
		switch t.Kind {
		case VoteCast:
			if slices.Contains(r.Asked.Voters, t.Player) {
				r.Votes[t.Player] = t.Choice
			}
		case PlayerOut:
			r.Out, r.Role, r.Closed, open = t.Player, t.Role, t.At, false
		case PhaseBegan:
			r.Closed, open = t.At, false
		}
	}
	return rounds
}

// Request returns what the bot in a seat is asked. It has as long as the players had, and at least
// voteWindow: some recorders note all votes of a round at its end.
func (r *Round) Request(seat string, speed float64) session.VoteRequest {
	q := session.VoteRequest{ID: r.ID, Kind: session.ChooseOne, Question: "Who shall be voted out today?"}
	if r.Asked.Phase == Night {
		q.Question = "Which bystander shall the mafia take out tonight?"
	}
	for _, name := range r.Asked.Options {
		if name != seat {
			q.Options = append(q.Options, session.Option{ID: name})
		}
	}
	q.Within = wallMillis(max(r.Closed-r.Asked.At, voteWindow), speed)
	return q
}

// ChoiceIn returns who could be chosen in a round, and whom a voter should have chosen. Only a
// bystander's vote by day can be right: the mafia knows what the others are.
func (g *Game) ChoiceIn(r *Round, voter Player) Choice {
	c := Choice{Is: func(p Player) string { return p.Role }}
	for _, p := range g.Players {
		if slices.Contains(r.Asked.Options, p.Name) {
			c.Among = append(c.Among, p)
		}
	}
	if voter.Role != Mafia {
		c.Sought = Mafia
	}
	return c
}

package replay

import (
	"fmt"
	"slices"

	"ringer/cmd/internal/client"
	"ringer/engine/session"
)

// Round is one vote of a Mafia game.
type Round struct {
	// ID is the id of the vote in a session.
	ID string
	// Asked is the turn that asked for the vote.
	Asked Turn
	// Closed is when its result was announced, or when the game went on without one. It is 0 if
	// neither happened.
	Closed session.Millis
	// Votes are the choices, by voter. They leave out votes of players who were not asked.
	Votes map[string]string
	// Out is who went; empty for nobody.
	Out string
	// Role is the role of that player.
	Role string
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

// request returns what the bot in a seat is asked. It has as long as the players had, and at least
// voteWindow: some recorders note all votes of a round at its end.
func (r *Round) request(seat string, speed float64) session.VoteRequest {
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

// choice returns who could be chosen in a round, and whom a voter should have chosen. Only a
// bystander's vote by day can be right: the mafia knows what the others are.
func (g *Game) choice(r *Round, voter Player) choice {
	c := choice{is: func(p Player) string { return p.Role }}
	for _, p := range g.Players {
		if slices.Contains(r.Asked.Options, p.Name) {
			c.among = append(c.among, p)
		}
	}
	if voter.Role != Mafia {
		c.sought = Mafia
	}
	return c
}

// newRounds returns the votes of a Mafia game that was played, as far as the bot was asked.
func newRounds(g *Game, seat Player, s *Settings, events []client.Event) (polls []poll) {
	for _, r := range g.Rounds() {
		if !slices.Contains(r.Asked.Voters, seat.Name) {
			continue
		}
		v := poll{Question: r.request(seat.Name, s.Speed).Question, AskedAt: r.Asked.At, Round: r.Name(), Out: r.Out, OutWas: r.Role}
		v.read(r.ID, events)
		v.Ballots = []ballot{g.choice(&r, seat).ballot(seat, RingerKind, v.accused()), g.choice(&r, seat).ballot(seat, recordedKind, r.Votes[seat.Name])}
		for _, p := range g.Players {
			if p.Name != seat.Name && slices.Contains(r.Asked.Voters, p.Name) {
				v.Ballots = append(v.Ballots, g.choice(&r, p).ballot(p, p.Kind, r.Votes[p.Name]))
			}
		}
		polls = append(polls, v)
	}
	return polls
}

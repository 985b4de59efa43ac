package gametest

import (
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// singleGame is a game with one vote at its end, as its log tells it.
type singleGame struct {
	*Report
	rules   string
	players []session.Player
	role    map[string]string
	gone    map[string]bool
	// accused holds the accusations before the vote, by seat.
	accused map[string]string
	// vote is the only vote; nil until it is asked.
	vote   *session.VoteRequested
	closes time.Time
	// answers holds the first answer of each seat that was asked.
	answers map[string]session.Answer
	// told says that a line has told how the vote went.
	told  bool
	began time.Time
	end   *session.GameEnded
}

// newSingle reads the beginning of a log, and folds the rest.
func newSingle(log []session.Event) *singleGame {
	g := &singleGame{Report: &Report{}, gone: map[string]bool{}, accused: map[string]string{}, answers: map[string]session.Answer{}}
	g.order(log)
	created, ok := log[0].Data.(*session.GameCreated)
	if !ok || created.Deal == nil {
		g.blame(log[0], "no game was dealt")
		return g
	}
	g.rules, g.players, g.role, g.began = created.Config.Game.Rules, created.Deal.Players, created.Deal.Roles, steady(log[0])
	for _, e := range log[1:] {
		if g.end != nil {
			g.blame(e, "it comes after the end")
		}
		g.judge(e)
	}
	if last := log[len(log)-1]; g.end == nil {
		g.blame(last, "the game is not over")
	} else {
		g.Took = time.Duration(float64(steady(last).Sub(g.began)) * created.Config.Speed)
	}
	return g
}

func (g *singleGame) judge(e session.Event) {
	switch p := e.Data.(type) {
	case *session.MessageSent:
		g.speaks(e, p.Sender, p.Channel)
	case *session.MessageReceived:
		if p.Kind == session.FromPlayer {
			g.speaks(e, p.Sender, p.Channel)
		}
		g.told = g.told || p.Kind == session.FromGamemaster && strings.HasSuffix(p.ID, "-result")
	case *session.ObservationReceived:
		switch p.Kind {
		case session.PlayerLeft:
			g.gone[p.Player.ID] = true
			g.Left = append(g.Left, p.Player.ID)
		case session.PlayerOut, session.PlayerJoined:
			g.blame(e, "%s is %s, and nobody comes or goes by these rules", p.Player.ID, p.Kind)
		}
	case *session.VoteRequested:
		g.ask(e, p)
	case *session.VoteReceived:
		g.answer(e, p.VoteID, p.Seat, p.Answer)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			g.answer(e, p.VoteID, p.Seat, p.Answer)
		} else {
			g.accuse(p.Seat, p.Answer.Option)
		}
	case *session.GameEnded:
		g.end = p
		for seat, role := range g.role {
			if p.Reveal[seat] != role || len(p.Reveal) != len(g.role) {
				g.blame(e, "%s is a %s, and it reveals %v", seat, role, p.Reveal)
			}
		}
	}
}

func (g *singleGame) speaks(e session.Event, seat, channel string) {
	g.Lines++
	if _, plays := g.role[seat]; !plays || g.gone[seat] || channel != "" {
		g.blame(e, "%s speaks in %q", seat, channel)
	}
}

// accuse notes an accusation before the vote: the first one that names somebody in the game.
func (g *singleGame) accuse(seat, of string) {
	_, plays := g.role[of]
	if g.vote == nil && !g.told && plays && of != seat && !g.gone[of] && !g.gone[seat] && (g.accused[seat] == "" || g.gone[g.accused[seat]]) {
		g.accused[seat] = of
	}
}

func (g *singleGame) living(roles ...string) (seats []string) {
	for _, p := range g.players {
		if !g.gone[p.ID] && (len(roles) == 0 || slices.Contains(roles, g.role[p.ID])) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

func (g *singleGame) ask(e session.Event, p *session.VoteRequested) {
	g.Votes++
	var options []string
	for _, o := range p.Options {
		options = append(options, o.ID)
	}
	seats := slices.DeleteFunc(g.living(), func(s string) bool { return g.accused[s] != "" && !g.gone[g.accused[s]] })
	switch {
	case g.vote != nil:
		g.blame(e, "it is the second vote")
	case p.Within <= 0:
		g.blame(e, "it has no deadline")
	case !same(p.Seats, seats) || !same(options, g.living()):
		g.blame(e, "%v are asked about %v; %v have not accused", p.Seats, options, seats)
	}
	g.vote, g.closes = p, steady(e).Add(time.Duration(p.Within)*time.Millisecond)
}

func (g *singleGame) answer(e session.Event, id, seat string, a session.Answer) {
	g.Answers++
	_, again := g.answers[seat]
	switch {
	case g.vote == nil || g.vote.ID != id || g.told:
		g.blame(e, "%s answers %s, which is not open", seat, id)
	case !slices.Contains(g.vote.Seats, seat) || g.gone[seat]:
		g.blame(e, "%s votes and was not asked, or is out", seat)
	case again:
		g.blame(e, "%s votes twice", seat)
	case steady(e).After(g.closes.Add(rounding)):
		g.blame(e, "%s votes late", seat)
	default:
		g.answers[seat] = a
	}
}

// named returns whom a seat in the game has named, by its vote or its accusation.
func (g *singleGame) named(seat string) string {
	of := g.answers[seat].Option
	if of == "" {
		of = g.accused[seat]
	}
	if g.gone[of] {
		return ""
	}
	return of
}

// says checks that the outcome of a game has each of these texts.
func (g *singleGame) says(log []session.Event, texts ...string) {
	for _, text := range texts {
		if !strings.Contains(g.end.Outcome, text) {
			g.blame(log[len(log)-1], "it says %q, not %q", g.end.Outcome, text)
		}
	}
}

package gametest

import (
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

type singleGame struct {
	hosted
	// accused holds the accusations before the vote, by seat.
	accused map[string]string
	rules   string
	// over says that a line has told how the vote went.
	over bool
}

// newSingle judges what is the same in all games with one vote.
func newSingle(log []session.Event) *singleGame {
	g := &singleGame{accused: map[string]string{}}
	g.read(log, 0, g)
	return g
}

func (g *singleGame) create(_ session.Event, p *session.GameCreated) { g.rules = p.Config.Game.Rules }

func (g *singleGame) told(_ session.Event, p *session.Post) {
	if g.over = g.over || p.Kind == session.FromGamemaster && strings.HasSuffix(p.ID, "-result"); g.vote != nil {
		g.vote.over = g.over
	}
}

func (g *singleGame) ended(e session.Event, p *session.GameEnded) {
	if !maps.Equal(p.Reveal, g.role) {
		g.blame(e, "it reveals %v", p.Reveal)
	}
}

func (g *singleGame) maySpeak(e session.Event, seat, channel string) {
	if _, plays := g.role[seat]; !plays || g.gone[seat] || channel != "" {
		g.blame(e, "%s speaks in %q", seat, channel)
	}
}

// accuse notes an accusation before the vote: the first one that names somebody in the game.
func (g *singleGame) accuse(seat, of string) {
	_, plays := g.role[of]
	if g.vote == nil && !g.over && plays && of != seat && !g.gone[of] && !g.gone[seat] && (g.accused[seat] == "" || g.gone[g.accused[seat]]) {
		g.accused[seat] = of
	}
}

func (g *singleGame) ask(e session.Event, p *session.VoteRequested) {
	if g.vote != nil {
		g.blame(e, "it is the second vote")
	}
	v := g.open(e, p)
	seats := slices.DeleteFunc(g.living(), func(s string) bool { return g.accused[s] != "" && !g.gone[g.accused[s]] })
	if !same(p.Seats, seats) || !same(v.options, g.living()) {
		g.blame(e, "%v are asked about %v; %v have not accused", p.Seats, v.options, seats)
	}
}

func (g *singleGame) answers() map[string]session.Answer {
	if g.vote == nil {
		return nil
	}
	return g.vote.answers
}

// named returns whom a seat in the game has named, by its vote or its accusation.
func (g *singleGame) named(seat string) string {
	of := g.answers()[seat].Option
	if of == "" {
		of = g.accused[seat]
	}
	if g.gone[of] {
		return ""
	}
	return of
}

func (g *singleGame) says(log []session.Event, texts ...string) {
	for _, text := range texts {
		if !strings.Contains(g.end.Outcome, text) {
			g.blame(log[len(log)-1], "it says %q, not %q", g.end.Outcome, text)
		}
	}
}

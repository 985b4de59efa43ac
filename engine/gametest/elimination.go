package gametest

import (
	"maps"
	"strings"

	"ringer/engine/session"
)

type eliminationGame struct {
	votesOut
	limits struct {
		Chat float64 `json:"chat_ms"`
		Vote float64 `json:"vote_ms"`
	}
}

// Elimination judges the log of a game of the rules elimination.
func Elimination(log []session.Event) *Report {
	g := &eliminationGame{}
	g.read(log, 0, g)
	return g.Report
}

func (g *eliminationGame) create(e session.Event, p *session.GameCreated) {
	g.limits.Chat, g.limits.Vote = 180_000, 45_000
	g.options(e, p, &g.limits)
	g.ready = g.began.Add(g.wall(g.limits.Chat))
	if n := len(g.players); n < 4 || len(g.living("machine")) != 1 || len(g.living("person")) != n-1 {
		g.blame(e, "%d players with the roles %v", n, g.role)
	}
}

func (g *eliminationGame) maySpeak(e session.Event, seat, channel string) {
	if _, plays := g.role[seat]; !plays || g.gone[seat] || channel != "" {
		g.blame(e, "%q speaks in %q", seat, channel)
	}
}

func (g *eliminationGame) told(e session.Event, p *session.Post) {
	for _, player := range g.players {
		for _, role := range []string{"machine", "person"} {
			says := strings.Contains(p.Text, player.Name+" was a "+role) || strings.Contains(p.Text, player.Name+" was the "+role)
			if says && (role != g.role[player.ID] || !g.gone[player.ID] && g.won == "") {
				g.blame(e, "%q is about %s, who is a %s", p.Text, player.ID, g.role[player.ID])
			}
		}
	}
}

func (g *eliminationGame) ask(e session.Event, p *session.VoteRequested) {
	if g.vote != nil && !g.vote.over {
		g.blame(e, "the round has a vote already")
	}
	v := g.open(e, p)
	g.inTime(e)
	g.lasts(e, v, g.limits.Vote)
	if p.Kind != session.ChooseOne || !same(v.Seats, g.living()) || !same(v.options, g.living()) {
		g.blame(e, "%s of %v asks %v", p.Kind, v.options, v.Seats)
	}
}

func (g *eliminationGame) out(e session.Event, seat string) {
	if g.vote == nil || g.vote.over || g.gone[seat] {
		g.blame(e, "%s is out without a vote, or was out before", seat)
		return
	}
	g.mostVotes(e, seat)
	g.gone[seat] = true
	if g.role[seat] == "machine" {
		g.wins(e, "people")
	}
	g.few(e)
}

func (g *eliminationGame) left(e session.Event, seat string) {
	if g.role[seat] == "machine" {
		g.wins(e, "nobody")
	}
	g.few(e)
}

// few notes that the machine is one of the last two players.
func (g *eliminationGame) few(e session.Event) {
	if len(g.living()) <= 2 {
		g.wins(e, "machine")
	}
}

func (g *eliminationGame) turn(e session.Event, o *session.Observation) {
	if o.Phase != "chat" || g.vote == nil || !g.vote.over || g.won != "" {
		g.blame(e, "a round begins before a vote has put somebody out, or after the end")
	}
	g.takesAsLong(e, o, g.limits.Chat)
	g.ready = steady(e).Add(g.wall(g.limits.Chat))
}

func (g *eliminationGame) ended(e session.Event, p *session.GameEnded) {
	if p.Reason != session.EndedByRules {
		return
	}
	said := map[string]string{"people": "the people have won", "machine": "It is among the last two players, and has won", "nobody": "Nobody has won"}[g.won]
	if g.Winner = g.won; said == "" || !strings.Contains(p.Outcome, said) {
		g.blame(e, "%q has won, and it says %q", g.won, p.Outcome)
	}
	if !maps.Equal(p.Reveal, g.role) {
		g.blame(e, "it reveals %v", p.Reveal)
	}
}

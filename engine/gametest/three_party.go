package gametest

import (
	"maps"
	"slices"
	"strings"

	"ringer/engine/session"
)

type threePartyGame struct {
	hosted
	limits struct {
		Chats string  `json:"chats"`
		Chat  float64 `json:"chat_ms"`
		Vote  float64 `json:"vote_ms"`
	}
	// seat holds who has each role, and channel where each witness talks.
	seat, channel map[string]string
}

// ThreeParty judges the log of a game of the rules three_party.
func ThreeParty(log []session.Event) *Report {
	g := &threePartyGame{seat: map[string]string{}, channel: map[string]string{}}
	g.read(log, 0, g)
	return g.Report
}

func (g *threePartyGame) create(e session.Event, p *session.GameCreated) {
	g.limits.Chats, g.limits.Chat, g.limits.Vote = "two", 300_000, 120_000
	g.options(e, p, &g.limits)
	g.ready = g.began.Add(g.wall(g.limits.Chat))
	for seat, role := range g.role {
		g.seat[role] = seat
	}
	if len(g.players) != 3 || g.seat["interrogator"] == "" || g.seat["person"] == "" || g.seat["machine"] == "" {
		g.blame(e, "%d players with the roles %v", len(g.players), g.role)
	}
	for _, c := range p.Deal.Channels {
		for _, seat := range c.Members {
			if seat != g.seat["interrogator"] {
				g.channel[seat] = c.ID
			}
		}
		if len(c.Members) != 2 || !slices.Contains(c.Members, g.seat["interrogator"]) {
			g.blame(e, "%v read %s", c.Members, c.ID)
		}
	}
	if two := g.limits.Chats == "two"; two != (len(p.Deal.Channels) == 2) || two == (g.channel[g.seat["person"]] == g.channel[g.seat["machine"]]) {
		g.blame(e, "with the option %s the channels are %v", g.limits.Chats, p.Deal.Channels)
	}
}

func (g *threePartyGame) maySpeak(e session.Event, seat, channel string) {
	own := channel == g.channel[seat]
	if seat == g.seat["interrogator"] {
		own = channel == g.channel[g.seat["person"]] || channel == g.channel[g.seat["machine"]]
	}
	if g.role[seat] == "" || g.gone[seat] || !own {
		g.blame(e, "%q speaks in %q", seat, channel)
	}
}

func (g *threePartyGame) told(e session.Event, p *session.Post) {
	for _, role := range []string{"person", "machine"} {
		if g.end == nil && g.vote == nil && strings.Contains(p.Text, g.seat[role]+" was the "+role) || p.Channel != "" {
			g.blame(e, "%q tells a role, in %q", p.Text, p.Channel)
		}
	}
}

func (g *threePartyGame) ask(e session.Event, p *session.VoteRequested) {
	v := g.open(e, p)
	g.inTime(e)
	g.lasts(e, v, g.limits.Vote)
	if p.Kind != session.ChooseOne || !p.Explain || !same(v.Seats, []string{g.seat["interrogator"]}) || !same(v.options, []string{g.seat["person"], g.seat["machine"]}) {
		g.blame(e, "%s of %v asks %v", p.Kind, v.options, v.Seats)
	}
}

func (g *threePartyGame) wrong(_ string, a session.Answer) string {
	if !slices.Contains(g.vote.options, a.Option) || a.Confidence == nil || *a.Confidence < 0 || *a.Confidence > 100 {
		return "gives no verdict from 0 to 100"
	}
	return ""
}

func (g *threePartyGame) left(e session.Event, _ string) { g.wins(e, "nobody") }

func (g *threePartyGame) ended(e session.Event, p *session.GameEnded) {
	if p.Reason != session.EndedByRules {
		return
	}
	said := "Nobody has won."
	switch g.Winner = "nobody"; {
	case len(g.Left) > 0:
	case g.vote == nil || !g.vote.over && len(g.waits()) > 0 && steady(e).Before(g.vote.closes.Add(-rounding)):
		g.blame(e, "the game ends without a verdict")
	case g.vote.answers[g.seat["interrogator"]].Option == g.seat["machine"]:
		g.Winner, said = "machine", g.seat["machine"]+" has won."
	case g.vote.answers[g.seat["interrogator"]].Option == g.seat["person"]:
		g.Winner, said = "person", "have won."
	}
	if !strings.HasSuffix(p.Outcome, said) {
		g.blame(e, "the %s has won, and it says %q", g.Winner, p.Outcome)
	}
	if !maps.Equal(p.Reveal, g.role) {
		g.blame(e, "it reveals %v", p.Reveal)
	}
}

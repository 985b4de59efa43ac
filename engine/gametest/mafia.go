package gametest

import (
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// The words of a game of Mafia.
const (
	mafia     = "mafia"
	bystander = "bystander"
	day       = "day"
	night     = "night"
)

type mafiaGame struct {
	votesOut
	limits struct {
		Day   float64 `json:"day_ms"`
		Night float64 `json:"night_ms"`
		Vote  float64 `json:"vote_ms"`
	}
	// untold are the seats that are gone, and whose role was not yet told. goneAt is when the last
	// one went.
	untold []string
	goneAt time.Time
	// voted says that the phase has had its vote, and decided that this vote has put somebody out.
	voted, decided bool
	// wonByVote says that a vote has decided the game. Then the host has ordered the end with it.
	wonByVote bool
}

// Mafia judges the whole log of a game of Mafia. late is by how much the host and the players may
// act too late: a live host needs some milliseconds, and one that was killed the time until it is
// back.
func Mafia(log []session.Event, late time.Duration) *Report {
	m := &mafiaGame{}
	if m.read(log, late, m); m.end != nil && m.Took > m.longest() {
		m.blame(log[len(log)-1], "the game took %s, and can take %s", m.Took, m.longest())
	}
	return m.Report
}

// longest is how long a game can take: each day and each night puts out one player.
func (m *mafiaGame) longest() time.Duration {
	round := m.limits.Day + m.limits.Night + 2*m.limits.Vote + float64(4*m.late/time.Millisecond)*m.speed
	return time.Duration(float64(len(m.players))/2*round+round) * time.Millisecond
}

func (m *mafiaGame) create(e session.Event, p *session.GameCreated) {
	m.limits.Day, m.limits.Night, m.limits.Vote = 180_000, 60_000, 45_000
	m.options(e, p, &m.limits)
	m.ready = m.began.Add(m.wall(m.limits.Day))
	d := p.Deal
	n, mafiosi, want := len(d.Players), m.living(mafia), 2
	if n > 10 {
		want = 3
	}
	if n < 7 || n > 12 || len(mafiosi) != want || len(mafiosi)+len(m.living(bystander)) != n || len(d.Roles) != n {
		m.blame(e, "%d players with the roles %v", n, d.Roles)
	}
	m.checkDeal(e, d, mafiosi)
	for _, b := range p.Bots {
		if _, plays := d.Roles[b.Seat]; !plays {
			m.blame(e, "the bot %s has no seat", b.Seat)
		}
	}
}

// checkDeal checks what each player knows from the start, and who sees the night's channel.
func (m *mafiaGame) checkDeal(e session.Event, d *session.Deal, mafiosi []string) {
	for _, p := range d.Players {
		for _, o := range d.Players {
			knows := o.ID != p.ID && m.role[p.ID] == mafia && m.role[o.ID] == mafia
			if names(d.Private[p.ID], o.Name) != knows {
				m.blame(e, "%s knows %q", p.ID, d.Private[p.ID])
			}
		}
	}
	if len(d.Channels) != 1 || !same(d.Channels[0].Members, mafiosi) {
		m.blame(e, "the channels are %v", d.Channels)
	}
	for _, p := range d.Phases {
		if p.ID == night && (!same(p.Speakers, mafiosi) || p.Channel != d.Channels[0].ID) || p.ID == day && (len(p.Speakers) > 0 || p.Channel != "") {
			m.blame(e, "the phase is %v", p)
		}
	}
}

func (m *mafiaGame) check(e session.Event) {
	if len(m.untold) > 0 && steady(e).After(m.goneAt.Add(m.late)) {
		m.blame(e, "nobody was told what %v were", m.untold)
	}
}

func (m *mafiaGame) maySpeak(e session.Event, seat, channel string) {
	role, plays := m.role[seat]
	switch {
	case m.wonByVote:
		m.blame(e, "%s speaks after the game was won", seat)
	case !plays || m.gone[seat]:
		m.blame(e, "%q is not in the game", seat)
	case m.phase == day && channel != "":
		m.blame(e, "%s speaks in %s by day", seat, channel)
	case m.phase == night && (role != mafia || channel != night):
		m.blame(e, "%s, who is a %s, speaks in %q at night", seat, role, channel)
	}
}

func (m *mafiaGame) told(e session.Event, p *session.Post) {
	if p.Channel != "" {
		if m.phase != night || p.Channel != night {
			m.blame(e, "the game master speaks in %s by day", p.Channel)
		}
		return
	}
	for _, player := range m.players {
		as := ""
		switch {
		case strings.Contains(p.Text, player.Name+" was a mafioso"):
			as = mafia
		case strings.Contains(p.Text, player.Name+" was a bystander"):
			as = bystander
		case m.won == "" && !m.gone[player.ID] && names(p.Text, player.Name) && strings.Contains(p.Text, "mafios"):
			m.blame(e, "%q is about %s, who is in the game", p.Text, player.ID)
		}
		if as == "" {
			continue
		}
		if !m.gone[player.ID] || as != m.role[player.ID] {
			m.blame(e, "%s, who is a %s, is revealed as a %s", player.ID, m.role[player.ID], as)
		}
		m.untold = slices.DeleteFunc(m.untold, func(seat string) bool { return seat == player.ID })
	}
}

func (m *mafiaGame) ended(e session.Event, p *session.GameEnded) {
	if p.Reason != session.EndedByRules {
		return
	}
	said := map[bool]string{true: "The bystanders have won", false: "The mafia has won"}[m.won == bystander]
	switch m.Winner = m.won; {
	case m.won == "":
		m.blame(e, "nobody has won")
	case !strings.Contains(p.Outcome, said) || strings.Contains(p.Outcome, "The bystanders have won") == strings.Contains(p.Outcome, "The mafia has won"):
		m.blame(e, "the %s has won, and it says %q", m.won, p.Outcome)
	}
	if !maps.Equal(p.Reveal, m.role) {
		m.blame(e, "it reveals %v", p.Reveal)
	}
	if len(m.untold) > 0 {
		m.blame(e, "nobody was told what %v were", m.untold)
	}
}

package gametest

import (
	"encoding/json"
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

// mafiaGame is a game of Mafia as its log tells it.
type mafiaGame struct {
	*Report
	// late is by how much the host may act too late.
	late time.Duration
	// speed is how much faster than real time the game runs.
	speed   float64
	options struct {
		Day   float64 `json:"day_ms"`
		Night float64 `json:"night_ms"`
		Vote  float64 `json:"vote_ms"`
	}
	players []session.Player
	role    map[string]string
	// gone are the seats that are out or have left.
	gone map[string]bool
	// untold are the seats that are gone, and whose role was not yet told. goneAt is when the last
	// one went.
	untold []string
	goneAt time.Time

	phase string
	// talkEnds is when the talk of the phase ends.
	talkEnds time.Time
	// lone says that the night began with one mafioso.
	lone bool
	// voted says that the phase has had its vote, and decided that this vote has put somebody out.
	voted, decided bool
	vote           *mafiaVote
	asked          map[string]bool
	// closed is when each vote closes, by its id.
	closed map[string]time.Time
	// began is when the game began.
	began time.Time
	// won is the side that has won, and wonAt is when.
	won   string
	wonAt time.Time
	// wonByVote says that a vote has decided it. Then the host has ordered the end with it.
	wonByVote bool
	ended     bool
}

// mafiaVote is an open vote.
type mafiaVote struct {
	id      string
	seats   []string
	options []string
	closes  time.Time
	answers map[string]string
}

// Mafia judges the whole log of a game of Mafia. late is by how much the host and the players may
// act too late: a live host needs some milliseconds, and one that was killed the time until it is
// back.
func Mafia(log []session.Event, late time.Duration) *Report {
	m := &mafiaGame{Report: &Report{}, late: late, role: map[string]string{}, gone: map[string]bool{}, asked: map[string]bool{}, closed: map[string]time.Time{}, phase: day}
	m.order(log)
	for i, e := range log {
		created, ok := e.Data.(*session.GameCreated)
		if ok != (i == 0) {
			m.blame(e, "a log begins with game.created, and has it once")
			return m.Report
		}
		if ok {
			m.create(e, created)
			continue
		}
		m.judge(e)
	}
	last := log[len(log)-1]
	switch m.Took = time.Duration(float64(steady(last).Sub(m.began)) * m.speed); {
	case !m.ended:
		m.blame(last, "the game is not over")
	case m.Took > m.longest():
		m.blame(last, "the game took %s, and can take %s", m.Took, m.longest())
	}
	return m.Report
}

// longest is how long a game can take: each day and each night puts out one player.
func (m *mafiaGame) longest() time.Duration {
	round := m.options.Day + m.options.Night + 2*m.options.Vote + float64(4*m.late/time.Millisecond)*m.speed
	return time.Duration(float64(len(m.players))/2*round+round) * time.Millisecond
}

func (m *mafiaGame) create(e session.Event, p *session.GameCreated) {
	c, d := &p.Config, p.Deal
	m.began, m.speed = steady(e), c.Speed
	m.options.Day, m.options.Night, m.options.Vote = 180_000, 60_000, 45_000
	if len(c.RulesOptions) > 0 {
		if err := json.Unmarshal(c.RulesOptions, &m.options); err != nil {
			m.blame(e, "the options: %v", err)
		}
	}
	if d == nil {
		m.blame(e, "nothing was dealt")
		return
	}
	m.players, m.role = d.Players, d.Roles
	m.talkEnds = m.began.Add(m.wall(m.options.Day))
	n, mafiosi := len(d.Players), m.living(mafia)
	want := 2
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

// judge judges one event after the first.
func (m *mafiaGame) judge(e session.Event) {
	if m.ended {
		m.blame(e, "it comes after the end")
	}
	if m.won != "" && steady(e).After(m.wonAt.Add(m.late)) {
		m.blame(e, "the game goes on after the %s has won", m.won)
	}
	if len(m.untold) > 0 && steady(e).After(m.goneAt.Add(m.late)) {
		m.blame(e, "nobody was told what %v were", m.untold)
	}
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if p.Kind == session.FromGamemaster {
			m.told(e, &p.Post)
		} else {
			m.said(e, p.Sender, p.Channel)
		}
	case *session.MessageSent:
		m.said(e, p.Sender, p.Channel)
	case *session.TypingStarted:
		m.maySpeak(e, p.Seat, p.Channel)
	case *session.ObservationReceived:
		m.observe(e, &p.Observation)
	case *session.VoteRequested:
		m.ask(e, p)
	case *session.VoteReceived:
		m.answer(e, p.VoteID, p.Seat, p.Answer)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			m.answer(e, p.VoteID, p.Seat, p.Answer)
		}
	case *session.VoteCancelled:
		m.blame(e, "the rules need the vote")
	case *session.GameEnded:
		m.end(e, p)
	}
}

func (m *mafiaGame) said(e session.Event, seat, channel string) {
	m.Lines++
	if m.vote != nil {
		m.LinesInVotes++
	}
	if m.wonByVote {
		m.blame(e, "%s speaks after the game was won", seat)
	}
	m.maySpeak(e, seat, channel)
}

// maySpeak checks that a player may speak in a channel now.
func (m *mafiaGame) maySpeak(e session.Event, seat, channel string) {
	role, plays := m.role[seat]
	switch {
	case !plays || m.gone[seat]:
		m.blame(e, "%q is not in the game", seat)
	case m.phase == day && channel != "":
		m.blame(e, "%s speaks in %s by day", seat, channel)
	case m.phase == night && (role != mafia || channel != night):
		m.blame(e, "%s, who is a %s, speaks in %q at night", seat, role, channel)
	}
}

// told judges a line of the game master.
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

// end judges the end of the game.
func (m *mafiaGame) end(e session.Event, p *session.GameEnded) {
	m.ended = true
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
	if len(p.Reveal) != len(m.role) {
		m.blame(e, "it reveals %v", p.Reveal)
	}
	for seat, role := range p.Reveal {
		if m.role[seat] != role {
			m.blame(e, "it reveals %s as %s", seat, role)
		}
	}
	if len(m.untold) > 0 {
		m.blame(e, "nobody was told what %v were", m.untold)
	}
}

// living returns the seats that are in the game. Roles, if given, select those that have one.
func (m *mafiaGame) living(roles ...string) (seats []string) {
	for _, p := range m.players {
		if !m.gone[p.ID] && (len(roles) == 0 || slices.Contains(roles, m.role[p.ID])) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// wall returns milliseconds of game time as wall time.
func (m *mafiaGame) wall(ms float64) time.Duration {
	return time.Duration(ms / m.speed * float64(time.Millisecond))
}

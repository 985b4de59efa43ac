package gametest

import (
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// The words of a game of Werewolf.
const (
	werewolf = "werewolf"
	seer     = "seer"
	doctor   = "doctor"
	medium   = "medium"
	runOff   = "run_off"
	villages = "good"
	wolves   = "evil"
)

type werewolfGame struct {
	votesOut
	limits struct {
		FirstNight   string  `json:"first_night"`
		Discussion   string  `json:"discussion"`
		Exile        string  `json:"exile"`
		RunOff       bool    `json:"run_off"`
		Reveal       bool    `json:"reveal"`
		Win          string  `json:"win"`
		LastDay      int     `json:"last_day"`
		ProtectSelf  bool    `json:"protect_self"`
		ProtectAgain bool    `json:"protect_again"`
		Day          float64 `json:"day_ms"`
		Turn         float64 `json:"turn_ms"`
		RunOffTalk   float64 `json:"run_off_ms"`
		Night        float64 `json:"night_ms"`
		Vote         float64 `json:"vote_ms"`
	}
	nights, days int
	since        time.Time // when the phase has begun
	// tonight holds the votes of the night by step, and exile is the vote of the day.
	tonight map[session.Step]*vote
	exile   *vote
	// goneNow is who is out by the rules since the phase began.
	goneNow string
	// guarded is whom the doctor has named the night before.
	guarded string
	// seen are whom the seer knows. due holds what a seat must be told before the phase ends.
	seen map[string]bool
	due  map[string]string
}

// Werewolf judges the whole log of a game of Werewolf. late is by how much the host and the players
// may act too late.
func Werewolf(log []session.Event, late time.Duration) *Report {
	m := &werewolfGame{}
	m.read(log, late, m)
	return m.Report
}

func (m *werewolfGame) create(e session.Event, p *session.GameCreated) {
	l := &m.limits
	l.FirstNight, l.Discussion, l.Exile, l.Win, l.LastDay, l.ProtectSelf, l.ProtectAgain = "full", "free", "draw", "parity", 15, true, true
	l.Day, l.Turn, l.RunOffTalk, l.Night, l.Vote = 180_000, 45_000, 45_000, 60_000, 45_000
	m.options(e, p, l)
	m.seen, m.due = map[string]bool{}, map[string]string{}
	d, pack := p.Deal, m.living(werewolf)
	var roles []string
	for _, player := range d.Players {
		roles = append(roles, m.role[player.ID])
		for _, o := range d.Players {
			knows := m.role[player.ID] == werewolf && m.role[o.ID] == werewolf && o.ID != player.ID
			if names(d.Private[player.ID], o.Name) != knows || slices.Contains(d.Allies[player.ID], o.ID) != knows {
				m.blame(e, "%s knows %q and %v", player.ID, d.Private[player.ID], d.Allies[player.ID])
			}
		}
	}
	if !same(roles, d.RoleList) || 2*len(pack) >= len(roles) || len(pack) == 0 || len(d.Channels) != 1 || !same(d.Channels[0].Members, pack) {
		m.blame(e, "the roles are %v, the list %v, the channels %v", d.Roles, d.RoleList, d.Channels)
	}
	if (m.phase == night) == (l.FirstNight == "none") {
		m.blame(e, "it begins with the phase %s", m.phase)
	}
	m.begin(m.phase, steady(e))
}

// begin notes that a phase has begun.
func (m *werewolfGame) begin(phase string, at time.Time) {
	before := m.phase
	m.phase, m.since, m.goneNow = phase, at, ""
	switch {
	case phase == night:
		m.nights, m.tonight, m.exile = m.nights+1, map[session.Step]*vote{}, nil
	case before == night || m.days == 0:
		m.days++
	}
}

func (m *werewolfGame) turn(e session.Event, o *session.Observation) {
	lasts := map[string]float64{night: m.limits.Night + m.limits.Vote, day: m.limits.Day, runOff: m.limits.RunOffTalk}[o.Phase]
	if strings.HasPrefix(o.Phase, "turn-") {
		lasts = m.limits.Turn
	}
	m.takesAsLong(e, o, lasts)
	switch {
	case m.phase == night:
		m.closeNight(e)
		if took := steady(e).Sub(m.since) - m.wall(m.limits.Night+m.limits.Vote); took < -rounding || took > 2*m.late+rounding {
			m.blame(e, "the night takes %s more than it should", took)
		}
	case o.Phase == night || o.Phase == runOff:
		m.closeDay(e, o.Phase == runOff)
	case !strings.HasPrefix(m.phase, "turn-") || m.exile != nil:
		m.blame(e, "%s follows %s", o.Phase, m.phase)
	}
	if len(m.due) > 0 {
		m.blame(e, "nobody was told %v", m.due)
	}
	if m.won != "" {
		m.blame(e, "%s begins after %s have won", o.Phase, m.won)
	}
	m.begin(o.Phase, steady(e))
}

func (m *werewolfGame) maySpeak(e session.Event, seat, channel string) {
	role, plays := m.role[seat]
	switch place, inTurn := strings.CutPrefix(m.phase, "turn-"); {
	case !plays || m.gone[seat]:
		m.blame(e, "%q is not in the game", seat)
	case m.phase == night && (role != werewolf || channel != night), m.phase != night && channel != "":
		m.blame(e, "%s, who is a %s, speaks in %q in the phase %s", seat, role, channel, m.phase)
	case inTurn && m.players[atoi(place)-1].ID != seat:
		m.blame(e, "%s speaks in the turn %s", seat, place)
	}
}

// told judges what the game master says: before the end nothing tells a role, unless it is
// revealed.
func (m *werewolfGame) told(e session.Event, p *session.Post) {
	if p.Channel != "" && (m.phase != night || p.Channel != night) {
		m.blame(e, "the game master speaks in %s in the phase %s", p.Channel, m.phase)
	}
	if p.Channel != "" || m.won != "" || m.lastDay() {
		return
	}
	for _, player := range m.players {
		for _, role := range []string{werewolf, seer, doctor, medium, "possessed", "villager"} {
			if told := player.Name + " was "; (strings.Contains(p.Text, told+"a "+role) || strings.Contains(p.Text, told+"the "+role)) &&
				(!m.limits.Reveal || !m.gone[player.ID] || m.role[player.ID] != role) {
				m.blame(e, "%q tells of %s, who is %s", p.Text, player.ID, m.role[player.ID])
			}
		}
	}
}

// check judges what seats learn alone.
func (m *werewolfGame) check(e session.Event) {
	o, ok := e.Data.(*session.ObservationReceived)
	if !ok || o.Kind != session.PrivateInfo || !strings.HasPrefix(o.ID, "referee:") {
		return
	}
	for _, p := range m.players {
		if want, due := m.due[o.Seat]; due && o.Text == want {
			delete(m.due, o.Seat)
			return
		} else if step := map[string]session.Step{seer: session.StepDivine, doctor: session.StepProtect}[m.role[o.Seat]]; step != "" && names(o.Text, p.Name) {
			v := m.tonight[step]
			if v == nil || v.answers[o.Seat].Option != p.ID || step == session.StepDivine && o.Text != m.nature(p.ID) {
				m.blame(e, "%s, who is the %s, is told %q", o.Seat, m.role[o.Seat], o.Text)
			}
			m.seen[p.ID] = m.seen[p.ID] || step == session.StepDivine
			return
		}
	}
	m.blame(e, "%s, who is %s, is told %q", o.Seat, m.role[o.Seat], o.Text)
}

func (m *werewolfGame) nature(seat string) string {
	i := slices.IndexFunc(m.players, func(p session.Player) bool { return p.ID == seat })
	if m.role[seat] == werewolf {
		return m.players[i].Name + " is a werewolf."
	}
	return m.players[i].Name + " is not a werewolf."
}

func (m *werewolfGame) ended(e session.Event, p *session.GameEnded) {
	if p.Reason != session.EndedByRules {
		return
	}
	if m.won == "" && m.lastDay() {
		m.won = wolves
	}
	said := map[string]string{villages: "The villagers have won.", wolves: "The werewolves have won."}[m.won]
	if m.Winner = m.won; said == "" || !strings.Contains(p.Outcome, said) || !maps.Equal(p.Reveal, m.role) {
		m.blame(e, "%q has won, and it says %q and reveals %v", m.won, p.Outcome, p.Reveal)
	}
}

// lastDay reports whether the vote of the last day is over.
func (m *werewolfGame) lastDay() bool {
	return m.days == m.limits.LastDay && m.exile != nil && m.phase != night
}

package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

type avalonGame struct {
	hosted
	limits avalonOptions
	// next is what has to be decided next.
	next session.Step
	// leader leads now, or has led last; empty before the first one.
	leader string
	// quests counts the quests that succeeded and failed, refused the teams in a row.
	quests  map[bool]int
	refused int
	team    []string
	// turns are the seats that have had their turn to talk about the team.
	turns []string
}

type avalonOptions struct {
	Discussion string  `json:"discussion"`
	Talk       float64 `json:"talk_ms"`
	Turn       float64 `json:"turn_ms"`
	Team       float64 `json:"team_ms"`
	Vote       float64 `json:"vote_ms"`
	Assassin   float64 `json:"assassin_ms"`
	Refusals   int     `json:"refusals"`
	Leader     bool    `json:"leader_votes"`
}

// Avalon judges the whole log of a game of Avalon. late is by how much the host and the players may
// act too late, as in Mafia.
func Avalon(log []session.Event, late time.Duration) *Report {
	a := &avalonGame{
		quests: map[bool]int{}, next: session.StepTeam,
		limits: avalonOptions{Discussion: "free", Talk: 120_000, Turn: 45_000, Team: 60_000, Vote: 45_000, Assassin: 60_000, Refusals: 5, Leader: true},
	}
	a.read(log, late, a)
	return a.Report
}

func (a *avalonGame) told(e session.Event, p *session.Post) {
	if p.Channel != "" {
		a.blame(e, "the game master speaks in %s", p.Channel)
	}
}

func (a *avalonGame) maySpeak(e session.Event, seat, channel string) {
	role, plays := a.role[seat]
	turn, inTurn := strings.CutPrefix(a.phase, "turn-")
	switch {
	case !plays || a.gone[seat]:
		a.blame(e, "%q is not in the game", seat)
	case a.phase == "assassination" && (channel != "evil" || sideOf(role) != evil || role == "oberon"):
		a.blame(e, "%s, who is %s, speaks in %q in the end", seat, role, channel)
	case a.phase != "assassination" && channel != "":
		a.blame(e, "%s speaks in %q", seat, channel)
	case inTurn && turn != fmt.Sprint(a.place(seat)+1):
		a.blame(e, "%s speaks in the turn of %s", seat, turn)
	}
}

func (a *avalonGame) left(e session.Event, _ string) {
	switch g, b := len(a.living(sides[good]...)), len(a.living(sides[evil]...)); {
	case b == 0:
		a.wins(e, good)
	case g == 0:
		a.wins(e, evil)
	case a.next == session.StepTeam && g+b < a.size():
		a.wins(e, nobody)
	}
	if a.vote != nil && !a.vote.over && len(a.waits()) == 0 {
		a.ready = steady(e) // nobody is left who could answer
	}
	speaker := slices.IndexFunc(a.players, func(p session.Player) bool { return a.phase == fmt.Sprintf("turn-%d", a.place(p.ID)+1) })
	if a.next == session.StepApproval && speaker >= 0 && a.gone[a.players[speaker].ID] || a.next == session.StepAssassination && a.lone() {
		a.ready = steady(e) // nobody is left who could talk
	}
}

// nobody stands for a game that no side has won.
const nobody = "nobody"

func (a *avalonGame) ended(e session.Event, p *session.GameEnded) {
	if p.Reason != session.EndedByRules {
		return
	}
	for side, says := range map[string]string{good: "Good has won", evil: "Evil has won", nobody: "Nobody has won"} {
		if strings.Contains(p.Outcome, says) != (side == a.won) {
			a.blame(e, "%q has won, and it says %q", a.won, p.Outcome)
		}
	}
	if a.Winner = a.won; !maps.Equal(p.Reveal, a.role) {
		a.blame(e, "it reveals %v", p.Reveal)
	}
}

func (a *avalonGame) together() []string {
	return slices.DeleteFunc(a.living(sides[evil]...), func(seat string) bool { return a.role[seat] == "oberon" })
}

func (a *avalonGame) lone() bool {
	return len(a.together()) < 2
}

func (a *avalonGame) place(seat string) int {
	return slices.IndexFunc(a.players, func(p session.Player) bool { return p.ID == seat })
}

func (a *avalonGame) size() int {
	return avalonTable[len(a.players)].teams[min(a.quests[true]+a.quests[false], 4)]
}

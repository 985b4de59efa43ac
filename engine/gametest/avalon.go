package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ringer/engine/session"
)

// avalonGame is a game of Avalon as its log tells it.
type avalonGame struct {
	*Report
	// late is by how much the host may act too late.
	late    time.Duration
	speed   float64
	options avalonOptions
	players []session.Player
	role    map[string]string
	gone    map[string]bool
	began   time.Time
	phase   string
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
	// ready is when the next vote is due, since the talk is over.
	ready time.Time
	vote  *avalonVote
	asked map[string]bool
	// closed is when each vote closes, by its id.
	closed map[string]time.Time
	// won is the side that has won, or nobody, and wonAt is when.
	won   string
	wonAt time.Time
	ended bool
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
		Report: &Report{}, late: late, gone: map[string]bool{}, quests: map[bool]int{}, asked: map[string]bool{}, closed: map[string]time.Time{}, next: session.StepTeam,
		options: avalonOptions{Discussion: "free", Talk: 120_000, Turn: 45_000, Team: 60_000, Vote: 45_000, Assassin: 60_000, Refusals: 5, Leader: true},
	}
	a.order(log)
	created, ok := log[0].Data.(*session.GameCreated)
	if !ok || created.Deal == nil {
		a.blame(log[0], "no game was dealt")
		return a.Report
	}
	a.create(log[0], created)
	for _, e := range log[1:] {
		a.judge(e)
	}
	last := log[len(log)-1]
	a.Took = time.Duration(float64(steady(last).Sub(a.began)) * a.speed)
	if !a.ended {
		a.blame(last, "the game is not over")
	}
	return a.Report
}

// judge judges one event after the first.
func (a *avalonGame) judge(e session.Event) {
	if a.ended {
		a.blame(e, "it comes after the end")
	}
	if a.won != "" && steady(e).After(a.wonAt.Add(a.late)) {
		a.blame(e, "the game goes on after %s has won", a.won)
	}
	switch p := e.Data.(type) {
	case *session.MessageReceived:
		if p.Kind == session.FromPlayer {
			a.says(e, p.Sender, p.Channel)
		} else if p.Channel != "" {
			a.blame(e, "the game master speaks in %s", p.Channel)
		}
	case *session.MessageSent:
		a.says(e, p.Sender, p.Channel)
	case *session.TypingStarted:
		a.maySpeak(e, p.Seat, p.Channel)
	case *session.ObservationReceived:
		a.observe(e, &p.Observation)
	case *session.VoteRequested:
		a.ask(e, p)
	case *session.VoteReceived:
		a.answer(e, p.VoteID, p.Seat, p.Answer)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			a.answer(e, p.VoteID, p.Seat, p.Answer)
		}
	case *session.VoteCancelled:
		a.blame(e, "the rules need the vote")
	case *session.GameEnded:
		a.end(e, p)
	}
}

func (a *avalonGame) says(e session.Event, seat, channel string) {
	a.Lines++
	if a.vote != nil {
		a.LinesInVotes++
	}
	a.maySpeak(e, seat, channel)
}

// maySpeak checks that a player may speak in a channel now.
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

// observe judges phases, rulings, and players who go.
func (a *avalonGame) observe(e session.Event, o *session.Observation) {
	switch o.Kind {
	case session.PhaseChanged:
		a.turn(e, o)
	case session.RulingMade:
		a.rule(e, o.Ruling)
	case session.PlayerLeft:
		if !a.gone[o.Player.ID] {
			a.gone[o.Player.ID] = true
			a.Left = append(a.Left, o.Player.ID)
			a.leave(e)
		}
	case session.PlayerOut, session.PlayerJoined:
		a.blame(e, "%s is %s, and nobody comes or goes by these rules", o.Player.ID, o.Kind)
	}
}

// leave notes what follows when somebody has left.
func (a *avalonGame) leave(e session.Event) {
	switch g, b := len(a.living(good)), len(a.living(evil)); {
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

// wins notes who has won. The first reason counts.
func (a *avalonGame) wins(e session.Event, side string) {
	if a.won == "" {
		a.won, a.wonAt = side, steady(e)
	}
}

// end judges the end of the game.
func (a *avalonGame) end(e session.Event, p *session.GameEnded) {
	a.ended = true
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

// living returns the seats that are in the game, in their order. A side selects those on it.
func (a *avalonGame) living(side string) (seats []string) {
	for _, p := range a.players {
		if !a.gone[p.ID] && (side == "" || sideOf(a.role[p.ID]) == side) {
			seats = append(seats, p.ID)
		}
	}
	return seats
}

// lone reports whether fewer than two evil players are left who know each other.
func (a *avalonGame) lone() bool {
	return len(slices.DeleteFunc(a.living(evil), func(seat string) bool { return a.role[seat] == "oberon" })) < 2
}

func (a *avalonGame) place(seat string) int {
	return slices.IndexFunc(a.players, func(p session.Player) bool { return p.ID == seat })
}

// size returns how many players the next quest needs.
func (a *avalonGame) size() int {
	return avalonTable[len(a.players)].teams[min(a.quests[true]+a.quests[false], 4)]
}

// wall returns milliseconds of game time as wall time.
func (a *avalonGame) wall(ms float64) time.Duration {
	return time.Duration(ms / a.speed * float64(time.Millisecond))
}

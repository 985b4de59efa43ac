package gametest

import (
	"fmt"
	"slices"
	"time"

	"ringer/engine/session"
)

// avalonVote is an open vote.
type avalonVote struct {
	*session.VoteRequested
	options []string
	closes  time.Time
	answers map[string]session.Answer
	// over says that a ruling has come, or that all who were asked have left.
	over bool
}

// avalonKinds holds the kind of each vote.
var avalonKinds = map[session.Step]session.VoteKind{
	session.StepTeam: session.ChooseMany, session.StepApproval: session.YesNo, session.StepQuest: session.ChooseOne, session.StepAssassination: session.ChooseOne,
}

// turn judges the beginning of a phase.
func (a *avalonGame) turn(e session.Event, o *session.Observation) {
	a.phase = o.Phase
	if late := steady(e).Sub(a.ready); late < -rounding || late > a.late+rounding {
		a.blame(e, "%s begins %s after it is due", o.Phase, late)
	}
	lasts := a.options.Talk
	switch inTurn := a.options.Discussion == "in_turn"; {
	case o.Phase == "assassination":
		if lasts = a.options.Assassin; a.lone() {
			lasts = 0
		}
		if a.next != session.StepAssassination {
			a.blame(e, "%s begins before three quests have succeeded", o.Phase)
		}
	case inTurn && a.next == session.StepTeam: // the next leader's turn, while it thinks of a team
		lasts = a.options.Team
		if leader := a.successor(); a.leader != "" && o.Phase != fmt.Sprintf("turn-%d", a.place(leader)+1) {
			a.blame(e, "%s begins, and %s leads", o.Phase, leader)
		}
	case a.next != session.StepApproval:
		a.blame(e, "%s begins before a team is named", o.Phase)
	case inTurn:
		lasts = a.options.Turn
		if want := a.speaker(); o.Phase != fmt.Sprintf("turn-%d", a.place(want)+1) {
			a.blame(e, "%s begins, and it is the turn of %q", o.Phase, want)
		} else {
			a.turns = append(a.turns, want)
		}
	case o.Phase != "discussion" || len(a.turns) > 0:
		a.blame(e, "%s begins, and a free talk was wanted once", o.Phase)
	default:
		a.turns = append(a.turns, o.Phase)
	}
	if o.EndsIn == nil || (time.Duration(*o.EndsIn)*time.Millisecond-a.wall(lasts)).Abs() > rounding {
		a.blame(e, "%s does not take %g ms of game time", o.Phase, lasts)
	}
	if a.next != session.StepTeam {
		a.ready = steady(e).Add(a.wall(lasts))
	}
}

// speaker returns who talks next about the team: from the leader on, whoever has not yet talked.
func (a *avalonGame) speaker() string {
	after := 0
	if len(a.turns) > 0 {
		after = (a.place(a.turns[len(a.turns)-1])-a.place(a.leader)+len(a.players))%len(a.players) + 1
	}
	for i := after; i < len(a.players); i++ {
		if seat := a.players[(a.place(a.leader)+i)%len(a.players)].ID; !a.gone[seat] {
			return seat
		}
	}
	return ""
}

// successor returns who leads after the last leader: the next one who is in the game.
func (a *avalonGame) successor() string {
	for i := range a.players {
		if seat := a.players[(a.place(a.leader)+1+i)%len(a.players)].ID; !a.gone[seat] {
			return seat
		}
	}
	return ""
}

// ask judges the question of a vote.
func (a *avalonGame) ask(e session.Event, p *session.VoteRequested) {
	a.Votes++
	v := &avalonVote{VoteRequested: p, closes: steady(e).Add(time.Duration(p.Within) * time.Millisecond), answers: map[string]session.Answer{}}
	for _, o := range p.Options {
		v.options = append(v.options, o.ID)
	}
	switch late := steady(e).Sub(a.ready); {
	case a.vote != nil && !a.vote.over && len(a.waits()) > 0:
		a.blame(e, "the vote %s is open", a.vote.ID)
	case a.asked[p.ID]:
		a.blame(e, "%s was asked before", p.ID)
	case a.won != "":
		a.blame(e, "%s has won", a.won)
	case p.Step != a.next || p.Kind != avalonKinds[p.Step]:
		a.blame(e, "a vote %s of the step %q comes, and %q is next", p.Kind, p.Step, a.next)
	case late < -rounding || late > a.late+rounding:
		a.blame(e, "it is asked %s after it is due", late)
	case p.Step == session.StepApproval && a.options.Discussion == "in_turn" && a.speaker() != "":
		a.blame(e, "it is asked before %s has talked", a.speaker())
	case p.Step == session.StepApproval && len(a.turns) == 0:
		a.blame(e, "it is asked before anybody could talk")
	}
	lasts := a.options.Vote
	if p.Step == session.StepTeam {
		lasts = a.options.Team
		a.lead(e, p)
	}
	seats, options := a.whom(p)
	if !same(p.Seats, seats) || !same(v.options, options) {
		a.blame(e, "%v are asked about %v; %v should be, about %v", p.Seats, v.options, seats, options)
	}
	if (v.closes.Sub(steady(e)) - a.wall(lasts)).Abs() > rounding {
		a.blame(e, "it stays open for %d ms", p.Within)
	}
	a.vote, a.asked[p.ID], a.closed[p.ID] = v, true, v.closes
}

// lead judges who leads.
func (a *avalonGame) lead(e session.Event, p *session.VoteRequested) {
	if p.K != a.size() || !p.AllowSelf {
		a.blame(e, "it asks for %d players, and the quest needs %d", p.K, a.size())
	}
	if len(p.Seats) != 1 {
		a.blame(e, "it asks %v, and one leads", p.Seats)
		return
	}
	if a.leader != "" && p.Seats[0] != a.successor() {
		a.blame(e, "%s leads, and it is the turn of %s", p.Seats[0], a.successor())
	}
	a.leader = p.Seats[0]
}

// whom returns the seats that the rules ask, and the options.
func (a *avalonGame) whom(p *session.VoteRequested) (seats, options []string) {
	switch p.Step {
	case session.StepTeam:
		return []string{a.leader}, a.living("")
	case session.StepApproval:
		return slices.DeleteFunc(a.living(""), func(s string) bool { return !a.options.Leader && s == a.leader }), []string{session.Yes, session.No}
	case session.StepQuest:
		return slices.DeleteFunc(slices.Clone(a.team), func(s string) bool { return a.gone[s] }), []string{session.QuestSuccess, session.QuestFail}
	}
	names := a.assassins()
	for _, o := range a.players {
		hidden := a.role[o.ID] == "oberon" || a.role[names[0]] == "oberon"
		if o.ID != names[0] && (sideOf(a.role[o.ID]) == good || hidden) {
			options = append(options, o.ID)
		}
	}
	return names[:1], options
}

// assassins returns the evil players in the game, in the order in which they name Merlin.
func (a *avalonGame) assassins() []string {
	seats := a.living(evil)
	slices.SortStableFunc(seats, func(x, y string) int { return rankOf(a.role[x]) - rankOf(a.role[y]) })
	return seats
}

// waits returns the seats in the game that have not answered.
func (a *avalonGame) waits() []string {
	return slices.DeleteFunc(slices.Clone(a.vote.Seats), func(s string) bool {
		_, answered := a.vote.answers[s]
		return answered || a.gone[s]
	})
}

// answer judges the answer of one seat. A late one does not count.
func (a *avalonGame) answer(e session.Event, id, seat string, given session.Answer) {
	a.Answers++
	v := a.vote
	if closed, over := a.closed[id]; over && steady(e).After(closed) && !steady(e).After(closed.Add(a.late)) {
		a.Late++
		return
	}
	if v == nil || v.ID != id || v.over {
		a.blame(e, "%s answers %s, which is not open", seat, id)
		return
	}
	chosen := append(slices.Clone(given.Options), given.Option)
	_, again := v.answers[seat]
	switch {
	case !slices.Contains(v.Seats, seat):
		a.blame(e, "%s votes and was not asked", seat)
	case a.gone[seat]:
		a.blame(e, "%s votes and is out", seat)
	case again:
		a.blame(e, "%s votes twice", seat)
	case steady(e).After(v.closes.Add(rounding)):
		a.blame(e, "%s votes %s late", seat, steady(e).Sub(v.closes))
	case slices.ContainsFunc(chosen, func(o string) bool { return o != "" && !slices.Contains(v.options, o) }), len(given.Options) > v.K, (given.Option == "") != (v.K > 0):
		a.blame(e, "%s votes for %q", seat, chosen)
	case given.Option == session.QuestFail && sideOf(a.role[seat]) == good:
		a.blame(e, "%s is good and lets a quest fail", seat)
	default:
		v.answers[seat] = given
	}
}

// rankOf ranks the roles in the order in which they name Merlin.
func rankOf(role string) int {
	switch role {
	case "assassin":
		return 0
	case "oberon":
		return 2
	}
	return 1
}

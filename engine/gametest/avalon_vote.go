package gametest

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

var avalonKinds = map[session.Step]session.VoteKind{
	session.StepTeam: session.ChooseMany, session.StepApproval: session.YesNo, session.StepQuest: session.ChooseOne, session.StepAssassination: session.ChooseOne,
}

func (a *avalonGame) turn(e session.Event, o *session.Observation) {
	a.phase = o.Phase
	a.inTime(e)
	lasts := a.limits.Talk
	switch inTurn := a.limits.Discussion == "in_turn"; {
	case o.Phase == "assassination":
		if lasts = a.limits.Assassin; a.lone() {
			lasts = 0
		}
		if a.next != session.StepAssassination {
			a.blame(e, "%s begins before three quests have succeeded", o.Phase)
		}
	case inTurn && a.next == session.StepTeam: // the next leader's turn, while it thinks of a team
		lasts = a.limits.Team
		if leader := a.successor(); a.leader != "" && o.Phase != fmt.Sprintf("turn-%d", a.place(leader)+1) {
			a.blame(e, "%s begins, and %s leads", o.Phase, leader)
		}
	case a.next != session.StepApproval:
		a.blame(e, "%s begins before a team is named", o.Phase)
	case inTurn:
		lasts = a.limits.Turn
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
	a.takesAsLong(e, o, lasts)
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

func (a *avalonGame) ask(e session.Event, p *session.VoteRequested) {
	switch {
	case a.vote != nil && !a.vote.over && len(a.waits()) > 0:
		a.blame(e, "the vote %s is open", a.vote.ID)
	case p.Step != a.next || p.Kind != avalonKinds[p.Step]:
		a.blame(e, "a vote %s of the step %q comes, and %q is next", p.Kind, p.Step, a.next)
	case p.Step == session.StepApproval && a.limits.Discussion == "in_turn" && a.speaker() != "":
		a.blame(e, "it is asked before %s has talked", a.speaker())
	case p.Step == session.StepApproval && len(a.turns) == 0:
		a.blame(e, "it is asked before anybody could talk")
	}
	v := a.open(e, p)
	a.inTime(e)
	lasts := a.limits.Vote
	if p.Step == session.StepTeam {
		lasts = a.limits.Team
		a.lead(e, p)
	}
	seats, options := a.whom(p)
	if !same(p.Seats, seats) || !same(v.options, options) {
		a.blame(e, "%v are asked about %v; %v should be, about %v", p.Seats, v.options, seats, options)
	}
	a.lasts(e, v, lasts)
}

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

func (a *avalonGame) whom(p *session.VoteRequested) (seats, options []string) {
	switch p.Step {
	case session.StepTeam:
		return []string{a.leader}, a.living()
	case session.StepApproval:
		return slices.DeleteFunc(a.living(), func(s string) bool { return !a.limits.Leader && s == a.leader }), []string{session.Yes, session.No}
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
	seats := a.living(sides[evil]...)
	slices.SortStableFunc(seats, func(x, y string) int { return rankOf(a.role[x]) - rankOf(a.role[y]) })
	return seats
}

func (a *avalonGame) wrong(seat string, given session.Answer) string {
	v, chosen := a.vote, append(slices.Clone(given.Options), given.Option)
	switch {
	case slices.ContainsFunc(chosen, func(o string) bool { return o != "" && !slices.Contains(v.options, o) }), len(given.Options) > v.K, (given.Option == "") != (v.K > 0):
		return fmt.Sprintf("votes for %q", chosen)
	case given.Option == session.QuestFail && sideOf(a.role[seat]) == good:
		return "is good and lets a quest fail"
	}
	return ""
}

func rankOf(role string) int {
	switch role {
	case "assassin":
		return 0
	case "oberon":
		return 2
	}
	return 1
}

package gametest

import (
	"maps"
	"slices"

	"ringer/engine/session"
)

func (a *avalonGame) rule(e session.Event, u *session.Ruling) {
	v := a.vote
	nobodyAsked := u.Step == session.StepQuest && !slices.ContainsFunc(a.team, func(s string) bool { return !a.gone[s] })
	switch {
	case u.Step != a.next:
		a.blame(e, "a ruling of the step %q comes, and %q is next", u.Step, a.next)
		return
	case nobodyAsked && (v == nil || v.over):
		v = &vote{VoteRequested: &session.VoteRequested{}}
	case v == nil || v.over || v.Step != u.Step:
		a.blame(e, "no vote has decided it")
		return
	case len(a.waits()) > 0 && steady(e).Before(v.closes.Add(-rounding)):
		a.blame(e, "it is decided before all have voted")
	}
	v.over = true
	a.ready = steady(e)
	switch u.Step {
	case session.StepTeam:
		a.ruleTeam(e, u, v)
	case session.StepApproval:
		a.ruleApproval(e, u, v)
	case session.StepQuest:
		a.ruleQuest(e, u, v)
	case session.StepAssassination:
		named := v.answers[v.Seats[0]].Option
		if len(u.Players) != 1 || u.By != v.Seats[0] || named != "" && u.Players[0] != named || !slices.Contains(v.options, u.Players[0]) || u.Passed != (a.role[u.Players[0]] == "merlin") {
			a.blame(e, "%q was named, and the ruling is %+v", named, *u)
		}
		a.wins(e, map[bool]string{true: evil, false: good}[u.Passed])
	}
}

func (a *avalonGame) ruleTeam(e session.Event, u *session.Ruling, v *vote) {
	named := slices.DeleteFunc(slices.Clone(v.answers[a.leader].Options), func(s string) bool { return a.gone[s] })
	if len(v.answers) == 0 {
		named = []string{a.leader} // the seed draws the others
	}
	for _, s := range named {
		if !slices.Contains(u.Players, s) {
			a.blame(e, "%s is named, and the team is %v", s, u.Players)
		}
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(u.Players))); len(distinct) != a.size() || len(u.Players) != a.size() || u.By != a.leader {
		a.blame(e, "the team of %s is %v, and the quest needs %d", u.By, u.Players, a.size())
	}
	for _, s := range u.Players {
		if a.gone[s] || a.place(s) < 0 {
			a.blame(e, "%s is in the team and not in the game", s)
		}
	}
	a.team, a.turns, a.next = u.Players, nil, session.StepApproval
}

func (a *avalonGame) ruleApproval(e session.Event, u *session.Ruling, v *vote) {
	answers, yes := map[string]string{}, 0
	for _, s := range v.Seats {
		given, answered := v.answers[s]
		if !answered && a.gone[s] {
			continue
		}
		if answers[s] = session.No; given.Option == session.Yes {
			answers[s] = session.Yes
			yes++
		}
	}
	if !maps.Equal(answers, u.Answers) || u.Passed != (yes > len(answers)-yes) || !same(u.Players, a.team) {
		a.blame(e, "the answers are %v, and the ruling is %+v", answers, *u)
	}
	if a.next = session.StepQuest; u.Passed {
		return
	}
	a.next = session.StepTeam
	a.Refused++
	if a.refused++; a.limits.Refusals > 0 && a.refused >= a.limits.Refusals {
		a.wins(e, evil)
	}
	a.left(e, "") // too few may be left for a team
}

func (a *avalonGame) ruleQuest(e session.Event, u *session.Ruling, v *vote) {
	fails, needed := 0, 1
	for _, given := range v.answers {
		if given.Option == session.QuestFail {
			fails++
		}
	}
	if len(a.players) >= 7 && a.quests[true]+a.quests[false] == 3 {
		needed = 2
	}
	if fails != u.Fails || u.Passed != (fails < needed) || !same(u.Players, a.team) || len(u.Answers) > 0 {
		a.blame(e, "%d let the quest fail, and the ruling is %+v", fails, *u)
	}
	a.quests[u.Passed]++
	a.refused, a.next = 0, session.StepTeam
	switch {
	case a.quests[false] == 3:
		a.wins(e, evil)
	case a.quests[true] == 3 && !slices.Contains(slices.Collect(maps.Values(a.role)), "merlin"):
		a.wins(e, good)
	case a.quests[true] == 3:
		a.next = session.StepAssassination
	default:
		a.left(e, "")
	}
}

package recon

import (
	"math"
	"slices"
	"strings"

	"ringer/engine/session"
)

// Leanings of decisions that follow from the rules and not from a belief, as log-odds.
const (
	sureLean    = 3.0 // what a side does by default (figures 22 to 26)
	weakLean    = 0.5 // what it does if nothing speaks against it
	pretendLean = 1.0
)

// mostPlayers is where Avalon ends: in larger games teams are not compared.
const mostPlayers = 10

// leaning returns what the bot would answer in a vote of a quest game, or about roles or sides.
func (s *standing) leaning(v *session.Vote) session.Leaning {
	offers := func(id string) bool {
		return slices.ContainsFunc(v.Options, func(o session.Option) bool { return o.ID == id })
	}
	switch {
	case v.Kind == session.LabelEach:
		return session.Leaning{Labels: s.labels(v)}
	case s.exact == nil && len(s.mind.Guesses) == 0, len(s.view.Players) > mostPlayers:
		return session.Leaning{} // nothing is believed, or nothing can be compared
	case v.Step == session.StepTeam:
		return session.Leaning{Options: s.team(v)}
	case v.Step == session.StepApproval && len(session.Proposed(s.view.Rulings)) > 0:
		lean := s.approve()
		return session.Leaning{Options: map[string]float64{session.Yes: lean / 2, session.No: -lean / 2}}
	case v.Step == session.StepQuest && s.view.Config.Side() == session.Evil && offers(session.QuestFail) && offers(session.QuestSuccess):
		lean := s.fail()
		return session.Leaning{Options: map[string]float64{session.QuestFail: lean / 2, session.QuestSuccess: -lean / 2}}
	case v.Step == session.StepAssassination:
		options := map[string]float64{}
		for _, o := range v.Options {
			options[o.ID] = math.Log(max(s.merlin(o.Player), math.Exp(-surest)))
		}
		return session.Leaning{Options: options}
	}
	return session.Leaning{}
}

// team returns how much speaks for each player as a member of the bot's team (figure 22). A good
// leader takes itself and those who are all good most likely; Merlin, among such teams, what others
// would think best, too. An evil leader takes itself and good players whom the others trust.
func (s *standing) team(v *session.Vote) map[string]float64 {
	me, size := s.view.Me.ID, len(v.Options)
	if v.Min != nil {
		size = int(*v.Min)
	}
	var others, self []string
	for _, o := range v.Options {
		if o.Player != me {
			others = append(others, o.Player)
		} else {
			self = []string{me}
		}
	}
	public, best, most := s.publicly(), []string(nil), math.Inf(-1)
	for team := range teams(others, max(0, size-len(self))) {
		whole := append(team, self...)
		value := s.clean(whole)
		if strings.EqualFold(s.view.Config.Bot.Role, roleMerlin) {
			value += public.clean(whole) / 10
		}
		if s.view.Config.Side() == session.Evil {
			// The trust of the others decides among teams with as many evil players as it takes.
			value = public.clean(whole) - math.Abs(float64(s.known(whole)-s.needed()))
		}
		value += session.Draw(s.view.Seed, int64(len(s.view.Rulings)), "team:"+strings.Join(team, ","), 0).Float64() / 1e6
		if value > most {
			best, most = whole, value
		}
	}
	options := map[string]float64{}
	for _, o := range v.Options {
		if options[o.ID] = -sureLean; slices.Contains(best, o.Player) {
			options[o.ID] = sureLean
		}
	}
	return options
}

func teams(ids []string, n int) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		var choose func(from int, chosen []string) bool
		choose = func(from int, chosen []string) bool {
			if len(chosen) == n {
				return yield(slices.Clone(chosen))
			}
			for i := from; i <= len(ids)-(n-len(chosen)); i++ {
				if !choose(i+1, append(chosen, ids[i])) {
					return false
				}
			}
			return true
		}
		choose(0, nil)
	}
}

// known counts the players of a team whom the bot knows to be evil, itself among them.
func (s *standing) known(team []string) (n int) {
	for _, id := range team {
		if s.evil(id) > surelyEvil {
			n++
		}
	}
	return n
}

// needed returns how many votes fail the next quest: two in the fourth of seven or more players.
func (s *standing) needed() int {
	if s.quests() == 3 && len(s.view.Players) >= 7 {
		return 2
	}
	return 1
}

func (s *standing) quests() (n int) {
	for _, u := range s.view.Rulings {
		if u.Step == session.StepQuest {
			n++
		}
	}
	return n
}

// refused counts the teams refused since the last quest.
func (s *standing) refused() (n int) {
	for _, u := range s.view.Rulings {
		switch {
		case u.Step == session.StepQuest:
			n = 0
		case u.Step == session.StepApproval && !u.Passed:
			n++
		}
	}
	return n
}

// approve returns how much speaks for the proposed team, as log-odds (figure 24). A good player
// compares it with the best team of its own, and asks for less with each refusal. An evil player
// wants an evil player on it.
func (s *standing) approve() float64 {
	team := session.Proposed(s.view.Rulings)
	if s.view.Config.Side() == session.Evil {
		switch n := s.known(team); {
		case n >= s.needed():
			return sureLean
		case s.careful():
			return s.pretended(team)
		}
		return -sureLean
	}
	if s.view.LastTeam() {
		return surest
	}
	if strings.EqualFold(s.view.Config.Bot.Role, roleMerlin) && s.careful() {
		return s.pretended(team)
	}
	return s.wants(team)
}

// careful reports whether little is at stake: no quest failed, and good has won one at most. Until
// then Merlin and the evil players vote as if they knew nothing.
func (s *standing) careful() bool { return s.quests() < 2 && s.quests() == succeeded(s.view) }

// pretended returns how much the bot would want a team if it knew nothing. It is little: what the
// bot has said matters more.
func (s *standing) pretended(team []string) float64 {
	return min(max(s.publicly().wants(team), -pretendLean), pretendLean)
}

func (s *standing) wants(team []string) float64 {
	var others []string
	for _, p := range s.view.OtherPlayers() {
		others = append(others, p.ID)
	}
	best := 0.0
	for mates := range teams(others, min(max(len(team)-1, 0), len(others))) {
		best = max(best, s.clean(append(mates, s.view.Me.ID)))
	}
	if best == 0 {
		return -weakLean
	}
	ask := enough - lessEachTime*float64(s.refused())
	if s.quests() == 0 {
		ask -= lessAtFirst
	}
	return eager * (s.clean(team)/best - ask)
}

// How good a team must be, as a part of the best one: people approve most first teams, and get less
// choosy with each refusal.
const (
	enough       = 0.7
	lessEachTime = 0.12
	lessAtFirst  = 0.25
	eager        = 8.0 // log-odds for the difference of one
)

// fail returns how much speaks for failing a quest, an evil player's default (figure 25). With more
// evil players on the team than it takes, only those named first do: one vote more would give them
// all away.
func (s *standing) fail() float64 {
	before := 0
	for _, id := range session.Proposed(s.view.Rulings) {
		if id == s.view.Me.ID {
			break
		}
		if s.evil(id) > surelyEvil {
			before++
		}
	}
	if before >= s.needed() {
		return -sureLean
	}
	return sureLean
}

// labels returns how likely each label fits each player, if the labels are roles or sides.
func (s *standing) labels(v *session.Vote) map[string]map[string]float64 {
	if len(s.view.Config.Game.RoleList) == 0 || s.exact == nil && len(s.mind.Guesses) == 0 {
		return nil
	}
	all := map[string]map[string]float64{}
	for _, o := range v.Options {
		sum, fits := 0.0, map[string]float64{}
		for _, l := range v.Labels {
			p := 0.0
			switch name := strings.ToLower(l.ID); name {
			case string(session.Evil):
				p = s.evil(o.Player)
			case string(session.Good):
				p = 1 - s.evil(o.Player)
			default:
				if slices.Contains(lower(s.view.Config.Game.RoleList), name) {
					p = s.role(o.Player, name)
				}
			}
			fits[l.ID], sum = p, sum+p
		}
		if sum > 0 {
			all[o.ID] = fits
		}
	}
	return all
}

package deduction

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"ringer/engine/session"
)

var errContradiction = errors.New("deduction: no assignment of the roles agrees with this; check the role list and what the seat knows")

// Posterior is how likely each assignment of the roles is. It is for one goroutine.
type Posterior struct {
	seats []string
	// me is the seat that looks, or -1.
	me int
	// roles are distinct; counts says how many players have each.
	roles  []string
	kinds  []kind
	counts []int
	// may says which seat can have which role.
	may    [][]bool
	worlds []world
	record *record
	// said is how many words each player has written.
	said map[string]int
	// The weights are in the order of their terms.
	vote, team, fail []float64
	look             []float64
	slip, talk       float64
	// results are the log-likelihoods of the quests by world, acts those of what seats did by
	// world, seat and kind, words those of what they said by seat and role.
	results []float64
	acts    [][maxSeats][allKinds]float64
	words   [][]float64
	// sums is nil if something is new.
	sums *marginals
}

// New returns what is known before the first ruling: all assignments that agree with what the seat
// knows are equally likely.
func New(s Setup) (*Posterior, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.Weights == nil {
		s.Weights = Fitted()
	}
	p := &Posterior{seats: s.Seats, me: slices.Index(s.Seats, s.Me), said: s.Words, roles: slices.Compact(slices.Sorted(slices.Values(s.RoleList)))}
	p.vote, p.team = inOrder(s.Weights.Vote, voteNames[:]), inOrder(s.Weights.Team, teamNames[:])
	p.fail, p.slip, p.talk = inOrder(s.Weights.Fail, stageNames[:]), s.Weights.Slip, s.Weights.Talk
	p.look = inOrder(s.Weights.Merlin, merlinNames[:])
	p.may = s.may(p.roles)
	p.deal(s.RoleList)
	p.Hear(nil)
	if len(p.worlds) == 0 {
		return nil, errContradiction
	}
	return p, nil
}

func (p *Posterior) deal(list []string) {
	var left [allKinds]int
	may := make([][allKinds]bool, len(p.seats))
	for r, role := range p.roles {
		k, n := kinds[role], 0
		for _, other := range list {
			n += int(flag(other == role))
		}
		p.kinds, p.counts = append(p.kinds, k), append(p.counts, n)
		left[k.side()] += n
		for seat := range may {
			may[seat][k.side()] = may[seat][k.side()] || p.may[seat][r]
		}
	}
	p.worlds = worlds(may, left)
	one := p.marginals(func(int) float64 { return 1 }, func(_, _, _ int) float64 { return 1 })
	var possible []world
	for i, w := range p.worlds {
		if one.worlds[i] > 0 {
			possible = append(possible, w)
		}
	}
	p.worlds, p.results, p.acts = possible, make([]float64, len(possible)), make([][maxSeats][allKinds]float64, len(possible))
	p.record = newRecord(len(p.seats), len(p.seats)-left[servant], !slices.Contains(p.roles, "merlin"))
}

// Observe takes a public ruling, in the order of the game, and of teams only the one voted on. A
// failed quest with no number of fails has at least one.
//
// It changes nothing if it returns an error: somebody has no seat, or the ruling contradicts what
// is certain.
func (p *Posterior) Observe(r session.Ruling) error {
	team, err := p.party(r.Players)
	if err != nil {
		return err
	}
	switch r.Step {
	case session.StepTeam:
		leader := slices.Index(p.seats, r.By)
		if leader < 0 {
			return fmt.Errorf("deduction: the leader %q has no seat; name one of %v", r.By, p.seats)
		}
		p.propose(leader, team)
	case session.StepApproval:
		p.approve(team, r.Answers, r.Passed)
	case session.StepQuest:
		return p.finish(p.quest(team, r))
	}
	return nil
}

func (p *Posterior) party(players []string) (team party, err error) {
	for _, id := range players {
		seat := slices.Index(p.seats, id)
		if seat < 0 {
			return 0, fmt.Errorf("deduction: %q has no seat; name one of %v", id, p.seats)
		}
		team = team.with(seat)
	}
	return team, nil
}

func (p *Posterior) propose(leader int, team party) {
	teams := parties(len(p.seats), team.size())
	taken := slices.Index(teams, team)
	sums := make([]float64, len(teams))
	p.add(leader, func(a act) float64 {
		for i, t := range teams {
			x := p.record.proposal(a, t)
			sums[i] = weigh(x[:], p.team)
		}
		return softmax(sums, taken)
	})
	p.record.propose(leader, team)
}

func (p *Posterior) approve(team party, answers map[string]string, passed bool) {
	p.record.ask(team)
	for seat, id := range p.seats {
		answer := answers[id]
		if answer != session.Yes && answer != session.No {
			continue // it did not vote
		}
		p.add(seat, func(a act) float64 {
			x := p.record.approval(a)
			odds := weigh(x[:], p.vote)
			if answer == session.No {
				odds = -odds
			}
			return logistic(odds)
		})
	}
	p.record.approve(passed)
}

// add adds the log-likelihood of what a seat did, in each world. From its own acts the seat that
// looks learns nothing.
func (p *Posterior) add(seat int, likelihood func(act) float64) {
	if seat == p.me {
		return
	}
	known := map[uint32]float64{} // by kind and sees; a map of acts is much slower
	for i := range p.worlds {
		w := &p.worlds[i]
		for _, k := range w.options(seat) {
			a := act{seat, k, w.sees(seat, k)}
			key := uint32(k)<<16 | uint32(a.sees)
			l, ok := known[key]
			if !ok {
				l = likelihood(a)
				known[key] = l
			}
			p.acts[i][seat][k] += l
		}
	}
	p.sums = nil
}

func (p *Posterior) quest(team party, r session.Ruling) quest {
	return quest{team: team, passed: r.Passed, fails: r.Fails, fail: p.fail[p.record.stage()], slip: p.slip}
}

func (p *Posterior) finish(q quest) error {
	results, possible := slices.Clone(p.results), false
	for i, w := range p.worlds {
		results[i] += math.Log(q.chance(q.team.common(w.evil)))
		possible = possible || !math.IsInf(results[i], -1)
	}
	if !possible {
		return errContradiction
	}
	p.results, p.sums = results, nil
	p.record.finish(q)
	return nil
}

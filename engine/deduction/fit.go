package deduction

import (
	"fmt"
	"math"

	"ringer/engine/session"
)

// Game is a finished game of which all roles are known.
type Game struct {
	Seats []string
	// Roles are by player id.
	Roles map[string]string
	// Words is how many words each player has written, by player id.
	Words map[string]int
	// Rulings are public, oldest first.
	Rulings []session.Ruling
}

// RoleList returns the roles in the order of the seats.
func (g *Game) RoleList() []string {
	list := make([]string, len(g.Seats))
	for i, seat := range g.Seats {
		list[i] = g.Roles[seat]
	}
	return list
}

const (
	// spread is the standard deviation of the normal prior of each weight. With few games
	// weights stay small. Half and double of it judge unseen games no better.
	spread = 1
	// After so many visits the weights stand still to four digits.
	sweeps = 40
	// In one of 33 quests without evil players the recording says failed.
	slip = 0.02
	// A guess, since no readings are recorded: a reader of the chat is overconfident, and half
	// of what it says follows from the record.
	talk = 0.5
)

// lesson is one choice of a player: the terms of all that it could do, and what it did.
type lesson struct {
	options [][]float64
	taken   int
}

type lessons struct {
	votes, teams []lesson
	merlins      []lesson
	quests       [stages][]outcome
}

// outcome is how a quest ended, and how many evil players were on it.
type outcome struct {
	quest quest
	evils int
}

// Fit returns the weights under which what the players did, and the prior, are likeliest.
func Fit(games []Game) (*Weights, error) {
	fail, err := fitFail(games)
	if err != nil {
		return nil, err
	}
	w := &Weights{Fail: byName(fail, stageNames[:]), Slip: slip, Talk: talk}
	l, err := learn(games, w)
	if err != nil {
		return nil, err
	}
	w.Vote, w.Team = byName(fit(l.votes, voteTerms), voteNames[:]), byName(fit(l.teams, teamTerms), teamNames[:])
	w.Merlin = byName(fit(l.merlins, merlinTerms), merlinNames[:])
	return w, nil
}

// fitFail returns how likely an evil player fails a quest, by stage.
func fitFail(games []Game) ([]float64, error) {
	l, err := learn(games, &Weights{Slip: slip})
	if err != nil {
		return nil, err
	}
	fail := make([]float64, stages)
	for stage, outcomes := range l.quests {
		best := math.Inf(-1)
		for f := 0.01; f < 1; f += 0.01 {
			likelihood := math.Log(f) + math.Log(1-f) // as if one had failed and one had not
			for _, o := range outcomes {
				o.quest.fail = f
				likelihood += math.Log(o.quest.chance(o.evils))
			}
			if likelihood > best {
				best, fail[stage] = likelihood, f
			}
		}
	}
	return fail, nil
}

func learn(games []Game, w *Weights) (l lessons, err error) {
	for i := range games {
		g := &games[i]
		p, err := New(Setup{Seats: g.Seats, RoleList: g.RoleList(), Weights: w})
		if err != nil {
			return l, err
		}
		truth := g.world()
		for n, r := range g.Rulings {
			if err := l.add(p, truth, g, r); err != nil {
				return l, fmt.Errorf("ruling %d of game %d: %w", n+1, i+1, err)
			}
		}
		if err := l.addMerlin(g); err != nil {
			return l, err
		}
	}
	return l, nil
}

// addMerlin adds who of the good players Merlin was, by the whole game as the evil players see it.
func (l *lessons) addMerlin(g *Game) error {
	known := map[string][]string{}
	for seat, role := range g.Roles {
		if !Good(role) {
			known[seat] = []string{role}
		}
	}
	p, err := New(Setup{Seats: g.Seats, RoleList: g.RoleList(), Known: known, Words: g.Words, Weights: &Weights{Slip: slip}})
	if err != nil {
		return err
	}
	for _, r := range g.Rulings {
		if err := p.Observe(r); err != nil {
			return err
		}
	}
	could := p.couldBeMerlin()
	for i, seat := range could {
		if g.Roles[g.Seats[seat]] == "merlin" {
			l.merlins = append(l.merlins, lesson{p.looks(could), i})
		}
	}
	return nil
}

func (g *Game) world() *world {
	var w world
	for i, role := range g.RoleList() {
		w.kinds[i] = kinds[role].side()
	}
	w = w.look(len(g.Seats))
	return &w
}

// add adds the lessons of a ruling, which p observes after all rulings before it.
func (l *lessons) add(p *Posterior, truth *world, g *Game, r session.Ruling) error {
	team, err := p.party(r.Players)
	if err != nil {
		return err
	}
	actor := func(seat int) act {
		k := kinds[g.Roles[p.seats[seat]]]
		return act{seat, k, truth.sees(seat, k)}
	}
	for seat, id := range p.seats {
		switch answer := r.Answers[id]; {
		case r.Step == session.StepTeam && id == r.By:
			var made lesson
			for i, t := range parties(len(p.seats), team.size()) {
				x := p.record.proposal(actor(seat), t)
				made.options = append(made.options, x[:])
				if t == team {
					made.taken = i
				}
			}
			l.teams = append(l.teams, made)
		case r.Step == session.StepApproval && (answer == session.Yes || answer == session.No):
			p.record.ask(team)
			x := p.record.approval(actor(seat))
			l.votes = append(l.votes, lesson{[][]float64{x[:], make([]float64, voteTerms)}, int(flag(answer == session.No))})
		}
	}
	if r.Step == session.StepQuest {
		stage := p.record.stage()
		l.quests[stage] = append(l.quests[stage], outcome{p.quest(team, r), team.common(truth.evil)})
	}
	return p.Observe(r)
}

// fit returns the likeliest weights by Newton's step for one after another. There is one maximum.
func fit(lessons []lesson, terms int) []float64 {
	weights := make([]float64, terms)
	for range sweeps {
		for t := range weights {
			slope, bend := -weights[t]/(spread*spread), 1.0/(spread*spread)
			for _, l := range lessons {
				mean, square := l.moments(weights, t)
				slope += l.options[l.taken][t] - mean
				bend += square - mean*mean
			}
			weights[t] += slope / bend
		}
	}
	return weights
}

// moments returns the mean of a term over the options by their chances, and of its square.
func (l lesson) moments(weights []float64, term int) (mean, square float64) {
	total := 0.0
	for _, x := range l.options {
		chance := math.Exp(weigh(x, weights))
		total += chance
		mean += chance * x[term]
		square += chance * x[term] * x[term]
	}
	return mean / total, square / total
}

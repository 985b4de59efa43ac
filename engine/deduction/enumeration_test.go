package deduction

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ringer/engine/session"
)

var ten = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}

// tenRoles is the worst case: ten players, and two evil roles that hide.
var tenRoles = []string{"merlin", "percival", "servant", "servant", "servant", "servant", "morgana", "assassin", "mordred", "oberon"}

// A plain enumeration deals the roles in every order, and multiplies the likelihoods of all acts.
func TestAgreesWithPlainEnumeration(t *testing.T) {
	t.Parallel()
	for i, list := range [][]string{
		{"merlin", "percival", "servant", "morgana", "assassin"},
		{"servant", "servant", "servant", "servant", "minion", "minion"},
		sixRoles,
		{"merlin", "percival", "servant", "servant", "assassin", "mordred", "oberon"},
	} {
		seats := ten[:len(list)]
		p := setup(t, Setup{Seats: seats, RoleList: list, Me: "a", Role: "servant"})
		rulings := randomRulings(rand.New(rand.NewPCG(1, uint64(i))), seats)
		observe(t, p, rulings...)
		want, total := enumerate(t, seats, list, rulings)
		for seat, roles := range p.Roles() {
			for role, chance := range roles {
				if w := want[seat+role] / total; math.Abs(chance-w) > 1e-9 {
					t.Errorf("%v: %s is %s with %.6f, enumerated %.6f", list, seat, role, chance, w)
				}
			}
		}
	}
}

// randomRulings returns some quests with proposals and votes by chance.
func randomRulings(chance *rand.Rand, seats []string) (all []session.Ruling) {
	for i := range 4 {
		var team []string
		for _, n := range chance.Perm(len(seats))[:2+i%2] {
			team = append(team, seats[n])
		}
		answers := map[string]string{}
		for _, seat := range seats {
			answers[seat] = []string{session.Yes, session.No}[chance.IntN(2)]
		}
		all = append(all, session.Ruling{Step: session.StepTeam, By: seats[i%len(seats)], Players: team},
			session.Ruling{Step: session.StepApproval, Players: team, Answers: answers, Passed: i != 1})
		if i != 1 {
			all = append(all, session.Ruling{Step: session.StepQuest, Players: team, Passed: i != 2})
		}
	}
	return all
}

// enumerate returns the weight of all assignments, and of those in which a seat has a role.
func enumerate(t *testing.T, seats, list []string, rulings []session.Ruling) (weights map[string]float64, total float64) {
	t.Helper()
	spectator := setup(t, Setup{Seats: seats, RoleList: list})
	weights = map[string]float64{}
	permute(list, func(dealt []string) {
		if dealt[0] != "servant" {
			return
		}
		g := Game{Seats: seats, Roles: map[string]string{}}
		for i, seat := range seats {
			g.Roles[seat] = dealt[i]
		}
		weight := math.Exp(likelihood(t, spectator, &g, rulings))
		total += weight
		for i, seat := range seats {
			weights[seat+dealt[i]] += weight
		}
	})
	return weights, total
}

// likelihood returns the log-likelihood of the rulings in a game.
func likelihood(t *testing.T, weights *Posterior, g *Game, rulings []session.Ruling) (sum float64) {
	t.Helper()
	var l lessons
	p := setup(t, Setup{Seats: g.Seats, RoleList: g.RoleList()})
	for _, r := range rulings {
		if err := l.add(p, g.world(), g, r); err != nil {
			t.Fatal(err)
		}
	}
	add := func(all []lesson, by []float64) {
		for _, x := range all {
			var sums []float64
			for _, o := range x.options {
				sums = append(sums, weigh(o, by))
			}
			sum += softmax(sums, x.taken)
		}
	}
	add(l.votes, weights.vote)
	add(l.teams, weights.team)
	for _, outcomes := range l.quests {
		for _, o := range outcomes {
			sum += math.Log(o.quest.chance(o.evils))
		}
	}
	return sum
}

// permute calls f with the list in every order, once each.
func permute(list []string, f func([]string)) {
	dealt := slices.Clone(list)
	var from func(int)
	from = func(i int) {
		if i == len(dealt) {
			f(dealt)
			return
		}
		for j := i; j < len(dealt); j++ {
			if slices.Contains(dealt[i:j], dealt[j]) {
				continue // the same role was here before
			}
			dealt[i], dealt[j] = dealt[j], dealt[i]
			from(i + 1)
			dealt[i], dealt[j] = dealt[j], dealt[i]
		}
	}
	from(0)
}

// Every player has one role, and every role as many players as the list says.
func TestChancesSumToTheRoleList(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Seats: ten, RoleList: tenRoles})
	observe(t, p, randomRulings(rand.New(rand.NewPCG(1, 2)), ten)...)
	players := map[string]float64{}
	for seat, roles := range p.Roles() {
		sum := 0.0
		for role, chance := range roles {
			sum += chance
			players[role] += chance
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the chances of %s sum to %.6f", seat, sum)
		}
	}
	for _, role := range tenRoles {
		if want := 1 + 3*flag(role == "servant"); math.Abs(players[role]-want) > 1e-9 {
			t.Errorf("%.6f players are %s, want %.0f", players[role], role, want)
		}
	}
}

// BenchmarkGame measures one posterior of a whole game with 22 rulings.
func BenchmarkGame(b *testing.B) {
	for _, size := range []struct {
		seats, roles []string
		me           string
	}{{six, sixRoles, "a"}, {ten, tenRoles, "a"}, {ten, tenRoles, ""}} {
		s := Setup{Seats: size.seats, RoleList: size.roles, Me: size.me}
		if s.Me != "" {
			s.Role = "servant"
		}
		one := randomRulings(rand.New(rand.NewPCG(1, 2)), size.seats)
		rulings := append(one, one...)
		b.Run(fmt.Sprintf("%d seats, me %q", len(size.seats), size.me), func(b *testing.B) {
			for b.Loop() {
				p, err := New(s)
				if err != nil {
					b.Fatal(err)
				}
				for _, r := range rulings {
					if err := p.Observe(r); err != nil {
						b.Fatal(err)
					}
				}
				p.Roles()
			}
		})
	}
}

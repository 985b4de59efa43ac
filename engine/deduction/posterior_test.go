package deduction

import (
	"maps"
	"math"
	"slices"
	"testing"

	"ringer/engine/session"
)

// six is the standard game of six players.
var (
	six      = []string{"a", "b", "c", "d", "e", "f"}
	sixRoles = []string{"merlin", "percival", "servant", "servant", "morgana", "assassin"}
)

// onlyFacts are weights under which nothing counts but what is certain.
var onlyFacts = &Weights{}

func setup(t *testing.T, s Setup) *Posterior {
	t.Helper()
	if s.Seats == nil {
		s.Seats, s.RoleList = six, sixRoles
	}
	p, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func observe(t *testing.T, p *Posterior, rulings ...session.Ruling) {
	t.Helper()
	for _, r := range rulings {
		if err := p.Observe(r); err != nil {
			t.Fatal(err)
		}
	}
}

func quested(passed bool, fails int, team ...string) session.Ruling {
	return session.Ruling{Step: session.StepQuest, Players: team, Passed: passed, Fails: fails}
}

// voted returns the rulings of a proposal on which the players named vote no, and all others yes.
func voted(leader string, no []string, team ...string) []session.Ruling {
	answers := map[string]string{}
	for _, seat := range six {
		answers[seat] = session.Yes
		if slices.Contains(no, seat) {
			answers[seat] = session.No
		}
	}
	return []session.Ruling{
		{Step: session.StepTeam, By: leader, Players: team},
		{Step: session.StepApproval, Players: team, Answers: answers, Passed: len(no) < 3},
	}
}

func checkEvil(t *testing.T, p *Posterior, want map[string]float64) {
	t.Helper()
	for _, seat := range slices.Sorted(maps.Keys(want)) {
		if got := p.Evil(seat); math.Abs(got-want[seat]) > 1e-9 {
			t.Errorf("Evil(%s) = %.4f, want %.4f", seat, got, want[seat])
		}
	}
}

func TestTwoFailsOfTwoPlayersAreBothEvil(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{})
	observe(t, p, quested(false, 2, "a", "b"))
	checkEvil(t, p, map[string]float64{"a": 1, "b": 1, "c": 0, "f": 0})
	if got := p.Roles()["a"]["morgana"]; math.Abs(got-0.5) > 1e-9 {
		t.Errorf("a is Morgana with %.4f, want one half", got)
	}
}

// A good player does not vote for failure. So who goes with one other player knows who it was.
func TestWhoWentWithOneOtherKnowsWhoFailed(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Me: "a", Role: "servant"})
	observe(t, p, quested(false, 1, "a", "b"))
	checkEvil(t, p, map[string]float64{"a": 0, "b": 1})
}

// One of Percival's pair is Morgana, and the assassin is one of three others. So there are six
// worlds. The quest of a and c failed: it leaves ac, ad, ae and bc.
func TestPercivalsPair(t *testing.T) {
	t.Parallel()
	pair := []string{"merlin", "morgana"}
	p := setup(t, Setup{Me: "f", Role: "percival", Known: map[string][]string{"a": pair, "b": pair}, Weights: onlyFacts})
	checkEvil(t, p, map[string]float64{"a": 1. / 2, "b": 1. / 2, "c": 1. / 3, "f": 0})
	observe(t, p, quested(false, 1, "a", "c"))
	checkEvil(t, p, map[string]float64{"a": 3. / 4, "b": 1. / 4, "c": 2. / 4, "d": 1. / 4})
}

func TestMerlinSeesTheSides(t *testing.T) {
	t.Parallel()
	seen := []string{"morgana", "assassin"}
	p := setup(t, Setup{Me: "a", Role: "merlin", Known: map[string][]string{"b": seen, "c": seen}})
	checkEvil(t, p, map[string]float64{"a": 0, "b": 1, "c": 1, "d": 0})
	if got := p.Roles()["d"]["percival"]; math.Abs(got-1./3) > 1e-9 {
		t.Errorf("d is Percival with %.4f, want a third", got)
	}
	if got := p.TeamClean([]string{"a", "d", "e"}); math.Abs(got-1) > 1e-9 {
		t.Errorf("a team without evil players is clean with %.4f", got)
	}
}

// Two of five others are evil. Of ten pairs, three have neither.
func TestTeamClean(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Me: "a", Role: "servant"})
	for _, team := range [][]string{{"b", "c"}, {"a", "b", "c"}} {
		if got := p.TeamClean(team); math.Abs(got-0.3) > 1e-9 {
			t.Errorf("TeamClean(%v) = %.4f, want 0.3", team, got)
		}
	}
	observe(t, p, quested(false, 1, "b", "c"))
	if got := p.TeamClean([]string{"b", "c"}); got != 0 {
		t.Errorf("a team that failed is clean with %.4f", got)
	}
}

func TestAPassedQuestClearsItsTeamALittle(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Me: "a", Role: "servant"})
	observe(t, p, quested(true, 0, "b", "c"))
	if evil := p.Evil("b"); evil >= 0.4 || evil < 0.2 {
		t.Errorf("b is evil with %.3f after a first quest that passed, and was with 0.4", evil)
	}
}

// Evil wins if a fifth team is refused. So the votes on it tell nothing, if all approve.
func TestTheFifthTeamMustBeApproved(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{})
	for range 4 {
		observe(t, p, voted("a", []string{"d", "e", "f"}, "a", "b")...)
	}
	observe(t, p, session.Ruling{Step: session.StepTeam, By: "b", Players: []string{"b", "c"}})
	before := p.Roles()
	observe(t, p, voted("b", nil, "b", "c")[1])
	for seat, roles := range p.Roles() {
		for role, chance := range roles {
			if math.Abs(chance-before[seat][role]) > 1e-9 {
				t.Errorf("%s is %s with %.4f after the vote, %.4f before", seat, role, chance, before[seat][role])
			}
		}
	}
}

// a and b are evil. c refuses each team with evil on it, and d approves them.
func TestWhoRefusesDirtyTeamsLooksLikeMerlin(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Me: "a", Role: "assassin", Known: map[string][]string{"b": {"morgana"}}})
	observe(t, p, voted("e", nil, "e", "f")...)
	observe(t, p, quested(true, 0, "e", "f"))
	observe(t, p, voted("f", []string{"c"}, "a", "e", "f")...)
	observe(t, p, quested(true, 0, "a", "e", "f"))
	observe(t, p, voted("a", []string{"c"}, "a", "b", "e", "f")...)
	roles := p.Roles()
	if c, d := roles["c"]["merlin"], roles["d"]["merlin"]; c < 0.3 || c < 2*d {
		t.Errorf("c is Merlin with %.3f and d with %.3f", c, d)
	}
}

func TestEvilRefusesCleanTeams(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Me: "a", Role: "servant"})
	observe(t, p, voted("a", nil, "a", "b")...)
	observe(t, p, quested(true, 0, "a", "b"))
	observe(t, p, voted("b", []string{"e", "f"}, "a", "b", "c")...)
	observe(t, p, quested(true, 0, "a", "b", "c"))
	best := p.Best()
	if Good(best["e"]) || Good(best["f"]) || p.Evil("e") < 0.6 {
		t.Errorf("e is evil with %.3f; the best assignment is %v", p.Evil("e"), best)
	}
}

func TestNewestReadingReplaces(t *testing.T) {
	t.Parallel()
	p := setup(t, Setup{Weights: &Weights{Talk: 1}})
	for range 2 {
		p.Hear(Reading{"a": {"evil": math.Log(2)}})
		// Of 15 pairs, 5 have a. They count twice.
		checkEvil(t, p, map[string]float64{"a": 10. / 20, "b": (2 + 4.) / 20})
	}
	p.Hear(Reading{"b": {"merlin": math.Log(3)}})
	// Of 6 seats that b's role can come from, that of Merlin counts three times.
	if got := p.Roles()["b"]["merlin"]; math.Abs(got-3./8) > 1e-9 {
		t.Errorf("b is Merlin with %.4f, want 3/8", got)
	}
	p.Hear(nil)
	checkEvil(t, p, map[string]float64{"a": 1. / 3})
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Setup{
		"ErrFewSeats":    {Seats: []string{"a", "b"}, RoleList: []string{"merlin", "assassin"}},
		"ErrRoleMissing": {Seats: six, RoleList: sixRoles[1:]},
		"ErrUnknownRole": {Seats: six, RoleList: append([]string{"king"}, sixRoles[1:]...)},
		"ErrNoRole":      {Seats: six, RoleList: sixRoles, Me: "a"},
		"ErrNoSeat":      {Seats: six, RoleList: sixRoles, Me: "x", Role: "servant"},
		"ErrNobodyKnown": {Seats: six, RoleList: sixRoles, Known: map[string][]string{"x": {"merlin"}}},
		"ErrTwoMerlins":  {Seats: six, RoleList: sixRoles, Known: map[string][]string{"a": {"merlin"}, "b": {"merlin"}}},
	} {
		if _, err := New(s); err == nil {
			t.Errorf("%s: New takes it", name)
		}
	}
	p := setup(t, Setup{Me: "a", Role: "servant"})
	for name, r := range map[string]session.Ruling{
		"ErrUnknownLeader": {Step: session.StepTeam, By: "x", Players: []string{"a"}},
		"ErrUnknownPlayer": quested(false, 1, "x"),
		"ErrImpossible":    quested(false, 2, "a", "b"),
	} {
		if err := p.Observe(r); err == nil {
			t.Errorf("%s: Observe takes it", name)
		}
	}
	checkEvil(t, p, map[string]float64{"a": 0, "b": 0.4})
}

// Percival's votes say something about the team to others. They say nothing to himself.
func TestOwnActsTellNothing(t *testing.T) {
	t.Parallel()
	pair := []string{"merlin", "morgana"}
	p := setup(t, Setup{Me: "f", Role: "percival", Known: map[string][]string{"a": pair, "b": pair}})
	before := p.Evil("c")
	observe(t, p, session.Ruling{Step: session.StepTeam, By: "f", Players: []string{"c", "f"}})
	observe(t, p, session.Ruling{Step: session.StepApproval, Players: []string{"d", "e"}, Answers: map[string]string{"f": session.No}})
	checkEvil(t, p, map[string]float64{"c": before})
}

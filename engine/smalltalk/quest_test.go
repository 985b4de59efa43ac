package smalltalk

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// table is a game of Avalon as one of its players sees it. The player is Ann.
type table struct {
	role     string
	language string
	// roles are those of the players after Ann.
	roles   []string
	rulings []session.Ruling
	lines   []prompt.Line
}

var tableNames = []string{"Ann", "Bo", "Cy", "Dee", "Eli", "Flo"}

// six is a game of six in which Eli and Flo are evil, and the others are good except perhaps Ann.
func six(role string, rulings ...session.Ruling) table {
	roles := map[string][]string{
		"merlin": {"percival", "servant", "servant", "morgana", "assassin"}, "percival": {"merlin", "servant", "servant", "morgana", "assassin"},
		"servant": {"merlin", "percival", "servant", "morgana", "assassin"}, "morgana": {"merlin", "percival", "servant", "servant", "assassin"},
		"assassin": {"merlin", "percival", "servant", "servant", "morgana"},
	}[role]
	return table{role: role, language: "en", roles: roles, rulings: rulings}
}

func (g table) view() (v session.View) {
	c := &v.Config
	c.Game.Rules, c.Bot.Role, c.Bot.Conceal, c.Language = "avalon", g.role, []string{g.role}, g.language
	c.Game.RoleList = append([]string{g.role}, g.roles...)
	c.Bot.KnownRoles = map[string][]string{}
	evil := func(role string) bool { return c.RoleSide(role) == session.Evil }
	for i, name := range tableNames[:len(g.roles)+1] {
		v.Players = append(v.Players, session.Player{ID: name, Name: name, Presence: session.Active})
		switch {
		case i == 0:
		case evil(g.roles[i-1]) && g.role == merlin, evil(g.roles[i-1]) && evil(g.role):
			c.Bot.KnownRoles[name] = slices.DeleteFunc(slices.Clone(c.Game.RoleList), func(role string) bool { return !evil(role) })
		case g.role == percival && (g.roles[i-1] == merlin || g.roles[i-1] == morgana):
			c.Bot.KnownRoles[name] = []string{merlin, morgana}
		}
	}
	c.Game.Players, v.Me, v.Rulings = v.Players, v.Players[0], g.rulings
	return v
}

func (g table) quest(t testing.TB, seed uint64) *Quest {
	t.Helper()
	v := g.view()
	var own []string
	for _, l := range g.lines {
		if l.Name == v.Me.Name {
			own = append(own, l.Text)
		}
	}
	sections := append([]prompt.Section{prompt.You(v), prompt.Players(v)}, prompt.Quest(v)...)
	sections = append(sections, prompt.TranscriptSection(prompt.SectionTranscript, g.lines), prompt.ListSection(prompt.SectionOwn, own))
	p := sessiontest.Must(prompt.Parse(prompt.Prompt{Task: "a.task", Sections: sections}.Render()))(t)
	q, ok := ReadQuest(p, newRand(seed))
	if !ok {
		t.Fatal("it is no game of quests")
	}
	return q
}

func says(name, text string) prompt.Line { return prompt.Line{Name: name, Text: text} }

func proposed(by string, team ...string) session.Ruling {
	return session.Ruling{Step: session.StepTeam, By: by, Players: team}
}

func voted(passed bool, yes string, team ...string) session.Ruling {
	u := session.Ruling{Step: session.StepApproval, Players: team, Passed: passed, Answers: map[string]string{}}
	for _, name := range tableNames {
		if u.Answers[name] = session.No; slices.Contains(strings.Fields(yes), name) {
			u.Answers[name] = session.Yes
		}
	}
	return u
}

func went(fails int, team ...string) session.Ruling {
	return session.Ruling{Step: session.StepQuest, Players: team, Passed: fails == 0, Fails: fails}
}

func TestReadQuest(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]string{
		"merlin": "false [Eli Flo] [] []", "percival": "false [] [] [Bo Eli]", "servant": "false [] [] []", "morgana": "true [Flo] [] []", "assassin": "true [Flo] [] []",
	} {
		q := six(role).quest(t, 1)
		if got := fmt.Sprint(q.Evil, q.knownAs(1), q.knownAs(0), q.pair); got != want || len(q.others) != 5 {
			t.Errorf("%s: %s, others %v", role, got, q.others)
		}
	}
	v := six("servant").view()
	for _, list := range [][]string{nil, {"mafia", "bystander"}} {
		v.Config.Game.RoleList = list
		p := sessiontest.Must(prompt.Parse(prompt.Prompt{Task: "a.task", Sections: append([]prompt.Section{prompt.You(v), prompt.Players(v)}, prompt.Quest(v)...)}.Render()))(t)
		if _, ok := ReadQuest(p, newRand(1)); ok {
			t.Errorf("a game of %v is one of quests", list)
		}
	}
}

// TestSuspicionByTheRecord: failed quests speak against their team, less against who proposed and
// approved it, and for who refused it. Successes speak for their team.
func TestSuspicionByTheRecord(t *testing.T) {
	t.Parallel()
	q := six("servant", proposed("Dee", "Bo", "Cy"), voted(true, "Bo Cy Dee Eli", "Bo", "Cy"), went(1, "Bo", "Cy"), proposed("Flo", "Flo", "Ann"), voted(true, "Ann Flo", "Flo", "Ann"), went(0, "Flo", "Ann")).quest(t, 1)
	order := []string{"Bo", "Dee", "Eli", "Flo"}
	for i, name := range order[1:] {
		if q.Suspicion(name) >= q.Suspicion(order[i]) {
			t.Errorf("%s %.2f, %s %.2f", order[i], q.Suspicion(order[i]), name, q.Suspicion(name))
		}
	}
	if got := six("servant").quest(t, 1).Suspicion("Bo"); math.Abs(got-1.0/3) > 0.01 {
		t.Errorf("at first %.2f", got)
	}
	known := six("merlin", went(2, "Bo", "Cy")).quest(t, 1)
	if known.EvilChance("Eli") != 1 || known.EvilChance("Ann") != 0 || known.EvilChance("Bo") != known.Suspicion("Bo") || six("morgana").quest(t, 1).EvilChance("Ann") != 1 {
		t.Error("what is known goes before the record")
	}
}

// TestApproval: a good player asks for a clean team and for less with each refusal, an evil one for
// an evil player.
func TestApproval(t *testing.T) {
	t.Parallel()
	refused := func(n int, rulings ...session.Ruling) (all []session.Ruling) {
		for range n {
			all = append(all, proposed("Dee", "Dee", "Bo"), voted(false, "Dee Bo", "Dee", "Bo"))
		}
		return append(all, rulings...)
	}
	yes := func(g table) float64 { return g.quest(t, 1).Approve(false) }
	last := func(g table) float64 { return g.quest(t, 1).Approve(true) }
	lost := went(1, "Bo", "Cy")
	for name, x := range map[string]struct{ more, less float64 }{
		"AServantAndWhoHasFailed":       {yes(six("servant", lost, proposed("Dee", "Dee", "Eli"))), yes(six("servant", lost, proposed("Dee", "Bo", "Eli")))},
		"EachRefusalCounts":             {yes(six("servant", refused(2, proposed("Dee", "Dee", "Eli"))...)), yes(six("servant", refused(1, proposed("Dee", "Dee", "Eli"))...))},
		"TheLastChance":                 {last(six("merlin", proposed("Dee", "Eli", "Flo"))), 0.89},
		"EvilAlsoThen":                  {0.5, last(six("morgana", proposed("Dee", "Dee", "Bo")))},
		"MerlinRefusesEvilPlayers":      {0.01, yes(six("merlin", proposed("Dee", "Dee", "Flo")))},
		"AnEvilPlayerWantsAnEvilPlayer": {yes(six("morgana", proposed("Dee", "Dee", "Flo"))), yes(six("morgana", proposed("Dee", "Dee", "Bo")))},
		"AnEvilPlayerWantsItself":       {yes(six("morgana", proposed("Dee", "Dee", "Ann"))), 0.5},
	} {
		if x.more <= x.less {
			t.Errorf("%s: %.2f is not more than %.2f", name, x.more, x.less)
		}
	}
}

func TestWhoLooksLikeMerlin(t *testing.T) {
	t.Parallel()
	g := six("assassin", proposed("Bo", "Bo", "Flo"), voted(true, "Ann Bo Cy Eli Flo", "Bo", "Flo"))
	if got := g.quest(t, 1).Merlin(); got != "Dee" {
		t.Errorf("by votes: %s", got)
	}
	g = six("assassin")
	g.lines = []prompt.Line{says("Cy", "flo is sus"), says("Bo", "dee is evil"), says("Eli", "hi cy")}
	q := g.quest(t, 1)
	if got := q.Merlin(); got != "Cy" || q.MerlinChance("Flo") != 0 || q.MerlinChance("Bo") >= q.MerlinChance("Eli") {
		t.Errorf("by words: %s", got)
	}
}

// TestWords: who doubts evil players speaks like a good one, and who doubts the bot like an evil
// one.
func TestWords(t *testing.T) {
	t.Parallel()
	g := six("merlin")
	g.lines = []prompt.Line{says("Cy", "flo is sus"), says("Bo", "it's ann"), says("Dee", "hi flo"), says("Eli", "bo or flo or ann is evil")}
	q := g.quest(t, 1)
	for name, want := range map[string]session.Side{"Cy": session.Good, "Bo": session.Evil, "Dee": "", "Eli": "", "Flo": ""} {
		if got := q.Words(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func (g table) random(rng *rand.Rand) table {
	names := tableNames[:len(g.roles)+1]
	for range rng.IntN(9) {
		var team []string
		for _, i := range rng.Perm(len(names))[:2+rng.IntN(2)] {
			team = append(team, names[i])
		}
		switch rng.IntN(4) {
		case 0:
			g.rulings = append(g.rulings, proposed(names[rng.IntN(len(names))], team...))
		case 1:
			g.rulings = append(g.rulings, proposed(team[0], team...), voted(rng.IntN(2) == 0, strings.Join(team, " "), team...))
		case 2:
			g.rulings = append(g.rulings, went(rng.IntN(2), team...))
		default:
			g.rulings = append(g.rulings, went(0, team...))
		}
	}
	return g
}

// TestACarefulPlayerNeverLeaks: in no role, moment and language. Every line is whole: it has names
// where names belong. A careless player leaks now and then, if its role knows something.
func TestACarefulPlayerNeverLeaks(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "de"} {
		for _, role := range []string{"merlin", "percival", "servant", "morgana", "assassin"} {
			t.Run(language+" "+role, func(t *testing.T) {
				t.Parallel()
				leaks, lines := 0, map[string]bool{}
				for seed := range uint64(200) {
					g := six(role)
					g.language = language
					g = g.random(newRand(seed))
					v := g.view()
					careful, careless := g.quest(t, seed).Say(true), g.quest(t, seed).Say(false)
					if lines[careful] = true; v.Config.Concealed().Leaks("Ann", careful) {
						t.Errorf("careful, it says %q", careful)
					}
					if v.Config.Concealed().Leaks("Ann", careless) {
						leaks++
					}
					for _, text := range []string{careful, careless} {
						if text == "" || text != strings.TrimSpace(text) || strings.ContainsAny(text, "{}") || strings.Contains(text, "  ") || strings.Contains(text, " ,") {
							t.Errorf("seed %d: it says %q", seed, text)
						}
					}
				}
				if len(lines) < 25 {
					t.Errorf("it says only %d different lines", len(lines))
				}
				if knows := role != "servant"; knows != (leaks > 0) || leaks > 100 {
					t.Errorf("careless, it leaks %d times of 200", leaks)
				}
			})
		}
	}
}

// TestNoLineWithoutAName: a line whose slot has no name is never said. Two players are the smallest
// case: an evil player with its partner has nobody to doubt.
func TestNoLineWithoutAName(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "de"} {
		for seed := range uint64(300) {
			g := table{role: "minion", language: language, roles: []string{"minion"}}
			g.rulings = []session.Ruling{went(0, "Ann"), went(0, "Ann"), went(0, "Ann")}[:newRand(seed).IntN(4)]
			g.rulings = append(g.rulings, []session.Ruling{proposed("Ann", "Ann"), proposed("Bo", "Bo"), voted(true, "Ann", "Ann"), voted(false, "", "Ann"), went(1, "Ann"), went(1, "Bo"), went(0, "Bo")}[newRand(seed+1).IntN(7)])
			q := g.quest(t, seed)
			for moment := range q.lines {
				if text := q.fill(moment, seed%2 == 0); text != strings.TrimSpace(text) || strings.ContainsAny(text, "{}") || strings.Contains(text, "  ") || strings.Contains(text, " ,") {
					t.Errorf("%s: %q", moment, text)
				}
			}
		}
	}
}

func TestALineIsSaidOnce(t *testing.T) {
	t.Parallel()
	g := six("servant", proposed("Bo", "Bo", "Cy"))
	for range questLines["en"]["first_other"] {
		text := g.quest(t, 1).Say(true)
		if text == "" || slices.ContainsFunc(g.lines, func(l prompt.Line) bool { return mouth.Normalise(l.Text) == mouth.Normalise(text) }) {
			t.Errorf("it says %q after %v", text, g.lines)
		}
		g.lines = append(g.lines, says("Ann", text))
	}
	if text := g.quest(t, 1).Say(true); text != "" {
		t.Errorf("when all is said, it says %q", text)
	}
}

// TestBothLanguagesHaveTheSameMoments: a moment without lines would be silence.
func TestBothLanguagesHaveTheSameMoments(t *testing.T) {
	t.Parallel()
	for moment, lines := range questLines["en"] {
		if len(lines) < 2 || len(questLines["de"][moment]) != len(lines) {
			t.Errorf("%s: %d lines in English, %d in German", moment, len(lines), len(questLines["de"][moment]))
		}
	}
	if len(questLines["de"]) != len(questLines["en"]) {
		t.Error("a language has moments of its own")
	}
}

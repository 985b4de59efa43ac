package study_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/study"
	"ringer/store"
)

func file(t *testing.T) string {
	t.Helper()
	return string(sessiontest.Must(os.ReadFile("testdata/first.yaml"))(t))
}

func newSim(t *testing.T) *sim.Sim {
	t.Helper()
	strategies := sessiontest.Must(strategy.NewRegistry(strategy.All()...))(t)
	return sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
}

// plan returns the plan of a file that was changed: pairs of an old and a new text.
func plan(t *testing.T, changes ...string) *study.Plan {
	t.Helper()
	return sessiontest.Must(study.Parse([]byte(changed(t, changes...))))(t)
}

func changed(t *testing.T, changes ...string) string {
	t.Helper()
	text := file(t)
	for pair := range slices.Chunk(changes, 2) {
		if !strings.Contains(text, pair[0]) {
			t.Fatalf("the file does not have %q", pair[0])
		}
		text = strings.Replace(text, pair[0], pair[1], 1)
	}
	return text
}

// TestBadPlans: a study that cannot be played, or not be balanced, is refused with a pointer and
// what to do.
func TestBadPlans(t *testing.T) {
	t.Parallel()
	server := newSim(t).Desk
	sessiontest.NoError(t, plan(t).Check(server))
	for name, c := range map[string]struct {
		changes []string
		want    []string
	}{
		"OneArm":        {[]string{"  - name: scheduler\n    bots: [\"scheduler:fidelity=paper\"]\n", ""}, []string{"/arms: compare two or more"}},
		"MeasureTwice":  {[]string{"id: english", "id: won"}, []string{"/questions/0/id: is a measure of this study already"}},
		"GamesOfArms":   {[]string{"games: 8\nblock: 4", "games: 9"}, []string{"/games: cannot be balanced: 9 games do not divide among 2 arms; take 8 or 10"}},
		"GamesOfBlocks": {[]string{"games: 8", "games: 10"}, []string{"/games: cannot be balanced: 10 games are not whole blocks of 4; take 8 or 12"}},
		"Block":         {[]string{"block: 4", "block: 3"}, []string{"/block: must hold each of the 2 arms equally often; take 2 or 4"}},
		"BotsOfSeats":   {[]string{"players: 3", "players: 5", "[tom]", "[tom, recon]"}, []string{"/arms/0/bots: are 2 for 3 seats", "name a number that divides 3"}},
		"SameArms":      {[]string{"[\"scheduler:fidelity=paper\"]", "[tom]\n    options: {persona: \"a student from Graz: likes hiking\"}"}, []string{"/arms/1/bots: play as in the arm \"tom\""}},
		"SameNames":     {[]string{"name: scheduler", "name: tom"}, []string{"/arms/1/name: is the name of another arm"}},
		"Strategy":      {[]string{"[tom]", "[tim]"}, []string{"/arms/0/bots/strategy: ", "did you mean tom?"}},
		"Option":        {[]string{"fidelity=paper", "order=never"}, []string{"/arms/1/bots/options/order: "}},
		"Fidelity":      {[]string{"fidelity=paper", "fidelity=good"}, []string{"/arms/1/bots: ", "fidelity"}},
		"Rules":         {[]string{"rules: turing", "rules: tiuring"}, []string{"/rules: ", "did you mean turing?"}},
		"Players":       {[]string{"rules: turing", "rules: mafia", "{chat_ms: 60000, vote_ms: 30000}", "{}"}, []string{"/players: "}},
		"RulesOption":   {[]string{"chat_ms: 60000", "chat_ms: 6"}, []string{"/game/rules_options/chat_ms: "}},
		"Seats":         {[]string{"people: 2", "people: 3"}, []string{"/people: must leave a seat for a bot"}},
		"Seed":          {[]string{"speed: 1", "seed: 1"}, []string{"/game/seed: follows from the study; remove it"}},
		"Survey":        {[]string{"survey: paper", "survey: stars"}, []string{"/survey: ", "paper, percent, jones_bergen and none"}},
		"Primary":       {[]string{"primary: identified", "primary: relevanz"}, []string{"/primary: ", "did you mean relevance?"}},
		"Consent":       {[]string{"consent: |\n  You chat for a minute with two others, and answer some questions.\n  We keep what you write until 2028. Ask us at study@example.org.\n", ""}, []string{"/consent: write what people agree to"}},
		"Question":      {[]string{"min: 1, max: 5", "min: 5"}, []string{"/questions/0/max: must be above min"}},
		"MostGames":     {[]string{"most_games: 20", "most_games: 4"}, []string{"/stop/most_games: must be at least 8"}},
		"Field":         {[]string{"people: 2", "poeple: 2"}, []string{`has the field "poeple", which no part of a study has; did you mean people?`}},
		"Shape":         {[]string{"games: 8", "games: many"}, []string{"does not have the shape of a study"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := study.Parse([]byte(changed(t, c.changes...)))
			if err == nil {
				err = p.Check(server)
			}
			if err == nil {
				t.Fatal("it is not refused")
			}
			for _, want := range c.want {
				sessiontest.Contains(t, err.Error(), want)
			}
		})
	}
}

// TestSchedule: each block holds each arm equally often, the seed alone decides the order, and each
// deal is played once in every arm by the same names.
func TestSchedule(t *testing.T) {
	t.Parallel()
	p := plan(t)
	sessiontest.NoError(t, p.Check(newSim(t).Desk))
	if again := plan(t).Schedule(); !slices.Equal(p.Schedule(), again) {
		t.Error("the same file gives another order")
	}
	if other := plan(t, "seed: 20261128", "seed: 3").Schedule(); slices.Equal(p.Schedule(), other) {
		t.Error("another seed gives the same order")
	}
	blocks, deals := map[[2]int]int{}, map[int][]session.GameConfig{}
	for _, s := range p.Schedule() {
		blocks[[2]int{s.Block, s.Arm}]++
		deals[s.Deal] = append(deals[s.Deal], p.Config(s, "x"))
	}
	for at, n := range blocks {
		if n != 2 {
			t.Errorf("block %d has arm %d %d times, want 2", at[0], at[1], n)
		}
	}
	for deal, games := range deals {
		if len(games) != 2 || *games[0].Seed != *games[1].Seed || !slices.Equal(games[0].Game.Players, games[1].Game.Players) || games[0].Bots[0].Strategy == games[1].Bots[0].Strategy {
			t.Errorf("deal %d: %+v", deal, games)
		}
	}
	if len(blocks) != 4 || len(deals) != 4 {
		t.Errorf("%d parts of blocks and %d deals, want 4 and 4", len(blocks), len(deals))
	}
}

// TestRegistration: the preregistration says what the file says.
func TestRegistration(t *testing.T) {
	t.Parallel()
	p := plan(t)
	server := newSim(t).Desk
	sessiontest.NoError(t, p.Check(server))
	sessiontest.Contains(t, p.Registration(), "# Preregistration: Who of them is the machine?", "1. People identify", "Arm `scheduler`: bots `scheduler:fidelity=paper`",
		"8 games that count, 4 in each arm, with 16 people", "`identified`: 1 if", "**Primary.**", "or at 2027-06-30T00:00:00Z", "> We keep what you write", `"chat_ms":60000`)
	json := sessiontest.Must(study.Parse(p.JSON()))(t)
	sessiontest.NoError(t, json.Check(server))
	if json.Registration() != p.Registration() || string(json.JSON()) != string(p.JSON()) {
		t.Error("the plan as JSON is another plan")
	}
	_, ok := errors.AsType[session.Errors](plan(t, "games: 8", "games: 10").Check(server))
	if !ok {
		t.Error("a refusal has no pointers")
	}
}

// TestUntil: JSON has no dates, so a text may be one.
func TestUntil(t *testing.T) {
	t.Parallel()
	want := plan(t).Stop.Until
	for _, text := range []string{`"2027-06-30"`, `"2027-06-30T00:00:00Z"`, `"2027-06-30T02:00:00+02:00"`} {
		if got := plan(t, "until: 2027-06-30", "until: "+text).Stop.Until; !got.Equal(want) {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	_, err := study.Parse([]byte(`{"stop": {"until": "30.6.2027"}}`))
	sessiontest.Fails(t, err, "write a date, such as 2027-06-30")
}

package sim_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"ringer/engine/gametest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// judgeAll plays games, and checks the logs with a judge. It prints how often each side has won.
func judgeAll(t *testing.T, count int64, setup func(int64) gameSetup, judge func(int64, []session.Event) *gametest.Report) {
	t.Helper()
	strategies, wins := registry(t), map[string]int{}
	lines, answers, left, minutes := 0, 0, 0, 0.0
	var mu sync.Mutex // protects what is counted
	t.Run("Games", func(t *testing.T) {
		for seed := range count {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				g := sessiontest.Must(openGame(strategies, seed, setup(seed)))(t)
				log := sessiontest.Must(g.play(3 * time.Hour))(t)
				r := judge(seed, log)
				if wrong := append(r.Wrong, gametest.Judge(log, g.sessions(t, log)).Faults...); len(wrong) > 0 {
					t.Error(strings.Join(wrong, "\n"))
				}
				mu.Lock()
				defer mu.Unlock()
				wins[r.Winner]++
				lines, answers, left, minutes = lines+r.Lines, answers+r.Answers, left+len(r.Left), minutes+r.Took.Minutes()
			})
		}
	})
	n := float64(count)
	t.Logf("%d games, %.0f lines, %.1f answers, %.1f leavers and %.1f minutes a game, won by %v", count, float64(lines)/n, float64(answers)/n, float64(left)/n, minutes/n, wins)
}

func TestMafiaGames(t *testing.T) {
	t.Parallel()
	judgeAll(t, seeds(*games, 2), mafiaSetup, func(_ int64, log []session.Event) *gametest.Report { return gametest.Mafia(log, 0) })
}

func TestAvalonGames(t *testing.T) {
	t.Parallel()
	judgeAll(t, seeds(*games, 2), avalonSetup, func(_ int64, log []session.Event) *gametest.Report { return gametest.Avalon(log, 0) })
}

// werewolfSetup sets up the games of AIWolf and of Werewolf Arena, and others, so that each option
// is played.
func werewolfSetup(seed int64) gameSetup {
	games := []struct {
		players int
		options string
	}{
		{5, `"first_night":"divine","discussion":"in_turn","turn_ms":15000,"run_off":true,"protect_self":false`},
		{8, `"exile":"majority"`},
		{13, `"first_night":"divine","run_off":true,"protect_self":false`},
		{9, `"first_night":"none","exile":"nobody","reveal":true,"last_day":3`},
		{16, `"protect_again":false,"win":"last","reveal":true`},
		{7, `"role_list":["werewolf","seer","doctor","medium","possessed"],"discussion":"in_turn","turn_ms":10000,"last_day":4`},
	}
	x := games[seed%6]
	return gameSetup{rules: "werewolf", players: x.players, people: int(seed/6) % 4, floor: []session.FloorMode{session.FloorFree, session.FloorModerated}[seed/2%2], change: func(c *session.GameConfig) {
		c.RulesOptions = json.RawMessage("{" + x.options + `,"day_ms":60000,"night_ms":30000,"vote_ms":20000}`)
	}}
}

func TestWerewolfGames(t *testing.T) {
	t.Parallel()
	judgeAll(t, seeds(*games, 6), werewolfSetup, func(_ int64, log []session.Event) *gametest.Report { return gametest.Werewolf(log, 0) })
}

// TestTuringGames: one machine among people, or one person among machines. Who has won follows from
// the votes.
func TestTuringGames(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"turing", "reverse_turing"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			judgeAll(t, seeds(max(20, *games), 2), func(seed int64) gameSetup {
				players := 3 + int(seed)%5
				people := players - 1
				if rules == "reverse_turing" {
					people = 1
				}
				return gameSetup{rules: rules, players: players, people: people, floor: []session.FloorMode{session.FloorFree, session.FloorModerated}[seed%2]}
			}, func(_ int64, log []session.Event) *gametest.Report { return gametest.Turing(log) })
		})
	}
}

// TestEliminationGames: each round a vote puts one player out, until that is the machine or two are
// left.
func TestEliminationGames(t *testing.T) {
	t.Parallel()
	judgeAll(t, seeds(*games, 2), func(seed int64) gameSetup {
		players := 4 + int(seed)%6
		return gameSetup{rules: "elimination", players: players, people: players - 1 - int(seed)%2, floor: []session.FloorMode{session.FloorFree, session.FloorModerated}[seed%2]}
	}, func(_ int64, log []session.Event) *gametest.Report { return gametest.Elimination(log) })
}

// TestThreePartyGames: who has won follows from the verdict, and each witness talks with the
// interrogator alone, unless all talk in one chat.
func TestThreePartyGames(t *testing.T) {
	t.Parallel()
	judgeAll(t, seeds(*games, 2), func(seed int64) gameSetup {
		return gameSetup{rules: "three_party", players: 3, people: int(seed) % 3, change: func(c *session.GameConfig) {
			c.RulesOptions = json.RawMessage(fmt.Sprintf(`{"chats":%q}`, []string{"two", "two", "two", "one"}[seed%4]))
		}}
	}, func(_ int64, log []session.Event) *gametest.Report { return gametest.ThreeParty(log) })
}

// TestShows: the points of a game show are those of an independent count.
func TestShows(t *testing.T) {
	t.Parallel()
	rounds := func(seed int64) int { return 1 + int(seed)%4 }
	self := func(seed int64) bool { return seed%3 == 0 }
	judgeAll(t, seeds(max(20, *games), 2), func(seed int64) gameSetup {
		return gameSetup{rules: "gameshow", players: 3 + int(seed)%6, people: 1 + int(seed)%2, change: func(c *session.GameConfig) {
			host := []string{"list", "model"}[seed%2]
			c.RulesOptions = json.RawMessage(fmt.Sprintf(`{"rounds":%d,"host":%q,"self_labels":%t}`, rounds(seed), host, self(seed)))
		}}
	}, func(seed int64, log []session.Event) *gametest.Report {
		return gametest.Show(log, rounds(seed), self(seed))
	})
}

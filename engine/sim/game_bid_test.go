package sim_test

import (
	"testing"
	"time"

	"ringer/engine/gametest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestBidGames plays whole games of each kind of rules with a floor that goes by bids, and a
// platform that mutes bots. Only the bot with the floor types and speaks, and the highest bid is
// next.
func TestBidGames(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	var all gametest.FloorReport
	setups := []func(int64) gameSetup{mafiaSetup, avalonSetup, werewolfSetup}
	for _, s := range []gameSetup{
		{rules: "turing", players: 6, people: 5}, {rules: "reverse_turing", players: 5, people: 1}, {rules: "elimination", players: 6, people: 4}, {rules: "three_party", players: 3, people: 1},
		{rules: "gameshow", players: 6, people: 1},
	} {
		setups = append(setups, func(int64) gameSetup { return s })
	}
	n := int64(len(setups))
	for seed := range seeds(max(*games, n), n) {
		setup := setups[seed%n](seed)
		setup.floor = session.FloorBid
		g := sessiontest.Must(openGame(strategies, seed, setup))(t)
		g.mute(seed)
		log, err := g.play(3 * time.Hour)
		if err != nil {
			t.Fatalf("%s, seed %d: %v", setup.rules, seed, err)
		}
		floor := gametest.Bids(log)
		for _, wrong := range append(floor.Wrong, gametest.Judge(log, g.sessions(t, log)).Faults...) {
			t.Errorf("%s, seed %d: %s", setup.rules, seed, wrong)
		}
		all.Tied, all.Contested, all.Longest = all.Tied+floor.Tied, all.Contested+floor.Contested, max(all.Longest, floor.Longest)
	}
	t.Logf("%d turns with lower bids of others, %d with equal ones; the longest wait for a bid was %s", all.Contested, all.Tied, all.Longest)
	if all.Tied == 0 || all.Contested == 0 {
		t.Error("no bids were compared")
	}
}

package sim_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/gametest"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
)

// wayward returns models whose moderator mostly fails, or names nobody, somebody who may be out, a
// person, or nonsense.
func wayward(models step.Models, rng *rand.Rand) step.Models {
	names := append([]string{"none", "Nobody at all", "?", ""}, guests...)
	return &wrapped{models, func(_ prompt.Caller, p prompt.Prompt, answer any, next func() error) error {
		switch n := rng.IntN(len(names) + 6); {
		case p.Task != session.KindModerator || n > len(names)+3:
			return next()
		case n >= len(names):
			return &prompt.Error{Code: []string{prompt.ModelError, prompt.AnswerUnreadable}[n%2]}
		default:
			said, err := json.Marshal(map[string]string{"next": names[n]})
			if err != nil {
				return err
			}
			return json.Unmarshal(said, answer)
		}
	}}
}

func (g *playedGame) mute(seed int64) {
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	for at := 30 * time.Second; at < 20*time.Minute; at += time.Duration(20+rng.IntN(90)) * time.Second {
		seat := g.bots[rng.IntN(len(g.bots))]
		if rng.IntN(6) == 0 {
			seat = ""
		}
		for i, kind := range []session.ObservationKind{session.BotMuted, session.BotUnmuted} {
			g.At(sim.Epoch().Add(at+time.Duration(i*(5+rng.IntN(40)))*time.Second), func() error {
				_, err := g.Games.Observe(context.Background(), g.id, desk.GameObservation{Observation: session.Observation{Kind: kind}, Seat: seat})
				return unlessRefused(err)
			})
		}
	}
}

// TestModeratedGames plays whole games of Mafia with a moderated floor, a moderator that misbehaves
// and is slow, and a platform that mutes bots. Only the bot with the floor speaks, and nobody waits
// for the moderator for more than five seconds.
func TestModeratedGames(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	given, longest, lines, count := map[session.GivenBy]int{}, time.Duration(0), 0, seeds(*games, 2)
	for seed := range count {
		setup := mafiaSetup(seed)
		setup.floor = session.FloorModerated
		setup.models = wayward(offline.New(strategies.Skills()), rand.New(rand.NewPCG(uint64(seed), 5)))
		g := sessiontest.Must(openGame(strategies, seed, setup))(t)
		g.ByTask = map[string][]session.Millis{session.KindModerator: {200, 900, 3000, 4999, 5000, 9000, 60_000}}
		g.mute(seed)
		log, err := g.play(3 * time.Hour)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r, floor := gametest.Mafia(log, 0), gametest.Floor(log)
		if wrong := append(r.Wrong, floor.Wrong...); len(wrong) > 0 {
			t.Errorf("seed %d: %s", seed, strings.Join(wrong, "\n"))
		}
		if wrong := gametest.Judge(log, g.sessions(t, log)).Faults; len(wrong) > 0 {
			t.Errorf("seed %d: %s", seed, strings.Join(wrong, "\n"))
		}
		for by, n := range floor.Given {
			given[by] += n
		}
		longest, lines = max(longest, floor.Longest), lines+r.Lines
	}
	t.Logf("%d games, %d lines, the floor was given %v, the longest wait for the moderator was %s", count, lines, given, longest)
	if given[session.GivenByModel] == 0 || given[session.GivenByDraw] == 0 || given[session.GivenByRule] == 0 {
		t.Error("the floor was not given in each way")
	}
}

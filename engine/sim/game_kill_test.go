package sim_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/step"
)

const downTime = 20 * time.Second

// disturb kills the home of a game about once a minute, saves snapshots, and sets the clock.
func (g *playedGame) disturb(seed int64) (kills *int) {
	kills = new(int)
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	for at := time.Duration(0); at < 40*time.Minute; at += time.Duration(rng.IntN(120)) * time.Second {
		g.At(sim.Epoch().Add(at), func() error {
			for _, id := range g.Home(g.id) {
				if rng.IntN(3) > 0 {
					continue
				}
				if err := g.Save(id); err != nil {
					return err
				}
			}
			if len(g.Home(g.id)) == 0 || g.LiveGame(g.id).State.End != nil {
				return nil
			}
			*kills++
			g.Kill(g.id)
			g.At(g.Now().Add(time.Duration(rng.IntN(int(downTime/time.Second)))*time.Second), func() error { return g.Start(g.id) })
			return nil
		})
		g.At(sim.Epoch().Add(at+time.Duration(rng.IntN(60))*time.Second), func() error {
			g.SetClock(time.Duration(rng.IntN(7_200_000)-3_600_000) * time.Millisecond)
			return nil
		})
	}
	return kills
}

func (g *playedGame) sessions(t *testing.T, log []session.Event) map[string][]session.Event {
	t.Helper()
	logs := map[string][]session.Event{}
	for _, b := range log[0].Data.(*session.GameCreated).Bots {
		own, err := g.Log(b.Session)
		if err != nil {
			t.Error(err)
		}
		logs[b.Seat] = own
	}
	return logs
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	return string(sessiontest.Must(json.Marshal(v))(t))
}

// foldsToLive checks that the logs fold to the states with which the home is driven, also if the
// fold of the game rests in a snapshot on its way.
func (g *playedGame) foldsToLive(t *testing.T, seed int64, log []session.Event) {
	t.Helper()
	state := game.NewState(g.id)
	rest := int(seed) % len(log)
	for i, e := range log {
		state.Apply(e)
		if i != rest {
			continue
		}
		stored := []byte(`{"table_v":` + asJSON(t, game.StateVersion) + `,"state":` + asJSON(t, state) + `}`)
		if read := step.DecodeGame(g.id, stored); read.Seq != e.Seq {
			t.Errorf("seed %d: the snapshot after event %d cannot be read", seed, e.Seq)
		} else if asJSON(t, read) != asJSON(t, state) {
			t.Errorf("seed %d: the snapshot after event %d is\n%s\nwant\n%s", seed, e.Seq, asJSON(t, read), asJSON(t, state))
		} else {
			state = read
		}
	}
	if live := asJSON(t, g.LiveGame(g.id).State); live != asJSON(t, state) {
		t.Errorf("seed %d: the table is driven with\n%s\nand its log folds to\n%s", seed, live, asJSON(t, state))
	}
	logs := g.sessions(t, log)
	for _, b := range log[0].Data.(*session.GameCreated).Bots {
		id, own := b.Session, logs[b.Seat]
		state := session.NewState(id)
		for _, e := range own {
			state.Apply(e)
		}
		if live := asJSON(t, g.LiveSession(id).State); live != asJSON(t, state) {
			t.Errorf("seed %d: session %s is driven with\n%s\nand its log folds to\n%s", seed, id, live, asJSON(t, state))
		}
	}
}

// TestKilledGames kills the homes of hosted games at random, with thoughts, votes and texts in
// flight, and sets their clock. No rule is broken, nothing is lost, doubled or out of order, and
// the logs fold to the live states.
func TestKilledGames(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for _, x := range []struct {
		floor session.FloorMode
		setup func(int64) gameSetup
		judge func([]session.Event, time.Duration) *gametest.Report
	}{
		{session.FloorFree, mafiaSetup, gametest.Mafia}, {session.FloorModerated, mafiaSetup, gametest.Mafia},
		{session.FloorFree, avalonSetup, gametest.Avalon}, {session.FloorModerated, avalonSetup, gametest.Avalon},
		{session.FloorFree, werewolfSetup, gametest.Werewolf},
	} {
		t.Run(x.setup(0).rules+"/"+string(x.floor), func(t *testing.T) {
			t.Parallel()
			kills, steps, events := 0, 0, 0
			for seed := range *games / 2 {
				setup := x.setup(seed + 100)
				setup.floor = x.floor
				g := sessiontest.Must(openGame(registry(t), seed, setup))(t)
				killed := g.disturb(seed)
				log, err := g.play(3 * time.Hour)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if wrong := x.judge(log, downTime).Wrong; len(wrong) > 0 {
					t.Errorf("seed %d: %s", seed, strings.Join(wrong, "\n"))
				}
				if wrong := gametest.Judge(log, g.sessions(t, log)).Faults; len(wrong) > 0 {
					t.Errorf("seed %d: %s", seed, strings.Join(wrong, "\n"))
				}
				g.foldsToLive(t, seed, log)
				kills, events = kills+*killed, events+len(log)
				for i := range log[1:] {
					if log[i+1].Shift != log[i].Shift {
						steps++
					}
				}
			}
			t.Logf("%d kills, %d steps of the clock, %d events", kills, steps, events)
		})
	}
}

// TestIdleKillsChangeNothing kills homes whenever nothing is in flight. The game goes on as it
// would have: one seed gives one log, byte for byte.
func TestIdleKillsChangeNothing(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	for seed := range int64(6) {
		var logs [2][]byte
		kills := 0
		for i := range logs {
			setup := mafiaSetup(seed)
			if seed%2 == 1 {
				setup = avalonSetup(seed)
			}
			setup.floor = []session.FloorMode{session.FloorFree, session.FloorModerated}[seed%2]
			g := sessiontest.Must(openGame(strategies, seed, setup))(t)
			g.Latencies = []session.Millis{900} // a killed home draws others, since it counts its thoughts from 0
			g.ByTask = nil
			for at := 7 * time.Second; at < 20*time.Minute; at += 7001 * time.Millisecond {
				g.At(sim.Epoch().Add(at), func() error {
					if i == 0 || g.thinks() {
						return nil
					}
					kills++
					g.Kill(g.id)
					return g.Start(g.id)
				})
			}
			log := sessiontest.Must(g.play(2 * time.Hour))(t)
			logs[i] = stored(t, g.Sim, g.id)
			for _, b := range log[0].Data.(*session.GameCreated).Bots {
				logs[i] = append(logs[i], stored(t, g.Sim, b.Session)...)
			}
		}
		t.Logf("seed %d: %d kills, %d bytes of log", seed, kills, len(logs[0]))
		if a, b := bytes.Split(logs[0], []byte("\n")), bytes.Split(logs[1], []byte("\n")); !bytes.Equal(logs[0], logs[1]) {
			for i := range min(len(a), len(b)) {
				if !bytes.Equal(a[i], b[i]) {
					t.Errorf("seed %d, line %d:\n%s\nwith kills:\n%s", seed, i, a[i], b[i])
					break
				}
			}
		}
	}
}

func (g *playedGame) thinks() bool {
	for _, id := range g.Home(g.id) {
		if len(g.Running(id)) > 0 {
			return true
		}
	}
	return false
}

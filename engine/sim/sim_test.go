package sim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	"ringer/store"
)

func registry(t testing.TB) *strategy.Registry {
	t.Helper()
	return enginetest.Strategies(t)
}

// talk is what the scripted players say, over and over.
var talk = []string{
	"hi", "hey there", "how is everybody", "pretty good here", "where are you all from", "from the coast", "red what about you",
	"so who do you think it is", "no idea yet", "green is rather quiet", "im just reading", "what did you do today", "work and then football",
	"red you are slow", "i think blue is it", "why me", "you answer so fast", "lets ask something only a person knows", "like what",
	"what does rain smell like", "wet asphalt i guess", "fair",
}

// seeds returns how many games a test plays. With -short few: they suffice for the race detector.
func seeds(all, few int64) int64 {
	if testing.Short() {
		return few
	}
	return all
}

// play runs one game of five minutes: two players who say something every seven seconds, and the
// bot.
func play(strategies *strategy.Registry, seed int64) (*sim.Sim, string, error) {
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	id, err := s.Open(session.Config{
		Bot: session.Bot{Seat: "red"}, Seed: &seed,
		Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
	})
	if err != nil {
		return nil, "", err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	for i, at := 0, 2*time.Second; at < 5*time.Minute; i++ {
		p := session.Post{Sender: []string{"blue", "green"}[rng.IntN(2)], Text: talk[(i+int(seed))%len(talk)]}
		s.At(sim.Epoch().Add(at), func() error { return s.Say(id, p) })
		at += time.Duration(1+rng.IntN(13)) * time.Second
	}
	if err := s.Run(sim.Epoch().Add(5 * time.Minute)); err != nil {
		return nil, "", err
	}
	return s, id, s.Finish(id)
}

// stored returns a log as it would be stored, one line for each event.
func stored(t *testing.T, s *sim.Sim, id string) []byte {
	t.Helper()
	log := sessiontest.Must(s.Log(id))(t)
	var b bytes.Buffer
	for _, e := range log {
		line := sessiontest.Must(json.Marshal(map[string]any{"seq": e.Seq, "at": e.At, "key": e.Key, "type": e.Data.Type(), "data": e.Data}))(t)
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

func TestOneSeedGivesOneLog(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	different := 0
	for seed := range int64(20) {
		var logs [3][]byte
		for i := range logs {
			// The last one plays the next seed.
			s, id, err := play(strategies, seed+int64(i/2))
			if err != nil {
				t.Fatal(err)
			}
			logs[i] = stored(t, s, id)
		}
		if !bytes.Equal(logs[0], logs[1]) {
			t.Fatalf("seed %d gave two logs:\n%s\n%s", seed, logs[0], logs[1])
		}
		if !bytes.Equal(logs[0], logs[2]) {
			different++
		}
	}
	if different == 0 {
		t.Error("all seeds give the same log")
	}
}

// moderate sends the plan, posts a receipt for the last message, and changes the session.
func moderate(s *sim.Sim, id string, n int) error {
	persona := fmt.Sprint("somebody of mood ", n)
	if err := s.Update(context.Background(), id, session.Changes{Persona: &persona}); err != nil {
		return err
	}
	if _, _, err := s.Command(context.Background(), id, "", session.SendPlan, ""); unlessRefused(err) != nil {
		// There may be no plan.
		return err
	}
	log, err := s.Log(id)
	for _, e := range slices.Backward(log) {
		if p, ok := e.Data.(*session.MessageSent); ok {
			_, err := s.Receipt(context.Background(), id, p.MessageID, session.Receipt{Status: []session.ReceiptStatus{session.Shown, session.Rejected}[n%2]})
			if _, refused := errors.AsType[session.Errors](err); !refused { // it was rejected before
				return err
			}
			break
		}
	}
	return err
}

// TestStoresAgree plays a game with commands and receipts in memory and on SQLite. The logs are the
// same.
func TestStoresAgree(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	db := sessiontest.Must(store.Open(t.Context(), t.TempDir()+"/sim.db"))(t)
	t.Cleanup(func() { db.Close() })
	var logs [][]byte
	for _, s := range []*sim.Sim{
		sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills())), sim.New(db, strategies, offline.New(strategies.Skills())),
	} {
		id := sessiontest.Must(s.Open(session.Config{Bot: session.Bot{Seat: "a"}, Game: session.Setting{Players: []session.Player{{ID: "a", Name: "Anna"}, {ID: "b", Name: "Ben"}}}}))(t)
		for i, text := range talk {
			s.At(sim.Epoch().Add(time.Duration(i)*6*time.Second), func() error { return s.Say(id, session.Post{Sender: "b", Text: "anna " + text}) })
		}
		for n := range 10 {
			s.At(sim.Epoch().Add(time.Duration(n)*13*time.Second), func() error { return moderate(s, id, n) })
		}
		sessiontest.NoError(t, s.Run(sim.Epoch().Add(3*time.Minute)))
		logs = append(logs, stored(t, s, id))
	}
	for _, word := range []string{"session.updated", "plan.commanded", `"posted"`, `"rejected"`} {
		if !bytes.Contains(logs[0], []byte(word)) {
			t.Errorf("no %s in the game", word)
		}
	}
	if !bytes.Equal(logs[0], logs[1]) {
		t.Errorf("memory:\n%s\nSQLite:\n%s", logs[0], logs[1])
	}
}

// TestGameIsSound checks what must hold of any game.
func TestGameIsSound(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	for seed := range seeds(50, 5) {
		s, id, err := play(strategies, seed)
		if err != nil {
			t.Fatal(err)
		}
		log := sessiontest.Must(s.Log(id))(t)
		plans, sent := map[string]*session.Plan{}, 0
		for i, e := range log {
			if e.Seq != int64(i+1) {
				t.Fatalf("seed %d: event %d has seq %d", seed, i+1, e.Seq)
			}
			switch p := e.Data.(type) {
			case *session.PlanCreated:
				plans[p.ID] = &p.Plan
			case *session.PlanRevised:
				delete(plans, p.Replaces)
				plans[p.ID] = &p.Plan
			case *session.PlanCancelled:
				delete(plans, p.PlanID)
			case *session.MessageSent:
				sent++
				if plan := plans[p.PlanID]; plan == nil || e.At.Before(plan.DueAt) || plan.Text != p.Text {
					t.Fatalf("seed %d: sent %+v at %s, planned %+v", seed, p, e.At, plan)
				}
				delete(plans, p.PlanID)
			}
			if len(plans) > 1 {
				t.Fatalf("seed %d: two plans at event %d", seed, e.Seq)
			}
		}
		if sent == 0 {
			t.Errorf("seed %d: the bot said nothing in five minutes", seed)
		}
	}
}

// BenchmarkGames plays 1,000 games of five minutes, each in a simulation of its own, on all cores.
func BenchmarkGames(b *testing.B) {
	// A simulation needs a megabyte. At the default GOGC of 100 the collector would run three
	// hundred times a second.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	strategies := registry(b)
	const games = 1000
	for b.Loop() {
		var wait sync.WaitGroup
		errs := make([]error, runtime.GOMAXPROCS(0))
		events := make([]int, len(errs))
		for w := range errs {
			wait.Go(func() {
				for seed := int64(w); seed < games; seed += int64(len(errs)) {
					s, id, err := play(strategies, seed)
					if err != nil {
						errs[w] = fmt.Errorf("seed %d: %w", seed, err)
						return
					}
					log, err := s.Log(id)
					if err != nil {
						errs[w] = err
						return
					}
					events[w] += len(log)
				}
			})
		}
		wait.Wait()
		total := 0
		for w, err := range errs {
			if err != nil {
				b.Fatal(err)
			}
			total += events[w]
		}
		b.ReportMetric(float64(total)/games, "events/game")
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/games*1000, "ms/game")
}

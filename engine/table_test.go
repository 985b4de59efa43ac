package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ringer/engine"
	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/strategy"
	"ringer/engine/tabletest"
	"ringer/store"
	"ringer/store/storetest"
)

// tableBench is a game on a real store, with two replicas. One of them drives it.
type tableBench struct {
	*testing.T
	store journal.Store
	room  *belltest.Room
	// servers take posts in turns.
	servers []*engine.Engine
	id      string
}

// start starts a server.
func (b *tableBench) start(owner string) *engine.Engine {
	b.Helper()
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		b.Fatal(err)
	}
	models, err := llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(strategies.Skills())}})
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Start(engine.Parts{Store: b.store, Strategies: strategies, Models: models, Log: slog.New(slog.DiscardHandler), Owner: owner, Now: time.Now,
		Peers: &engine.Peering{Name: owner, Open: func(hear func([]byte)) (bell.Bell, error) { return b.room.Open(hear), nil }},
	})
	if err != nil {
		b.Fatal(err)
	}
	return e
}

func openTableBench(t *testing.T, address string) *tableBench {
	t.Helper()
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	b := &tableBench{T: t, store: db, room: belltest.NewRoom()}
	b.servers = []*engine.Engine{b.start("one"), b.start("two")}
	t.Cleanup(func() {
		for _, e := range b.servers {
			e.Close()
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := game.Table{Speed: 20, Game: game.Setting{
		Phases: []game.Phase{{ID: "day"}, {ID: "night", Channel: "den"}}, Channels: []game.Channel{{ID: "den", Members: []string{"Red", "Blue", "Ann"}}},
	}}
	for _, seat := range []string{"Red", "Blue", "Gold", "Ann", "Bo"} {
		c.Game.Players = append(c.Game.Players, game.Player{ID: seat, Name: seat})
	}
	for i, name := range []string{"scheduler", "fourmind", "tom"} {
		c.Bots = append(c.Bots, game.TableBot{Bot: game.Bot{Seat: c.Game.Players[i].ID}, Strategy: name, Timing: game.TimingInstant})
	}
	row, _, err := b.servers[0].Desk.CreateTable(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	b.id = row.ID
	return b
}

// talk posts lines of one person, through both servers in turns.
func (b *tableBench) talk(person string, lines int) {
	for i := range lines {
		channel := ""
		if person == "Ann" && i%3 == 0 {
			channel = "den"
		}
		p := game.Post{ID: fmt.Sprint(person, i), Sender: person, Channel: channel, Text: fmt.Sprintf("red blue gold, what is %d?", i)}
		for range 1 + i%2 { // every other line is posted twice
			if _, err := b.servers[i%2].Desk.PostTable(b.Context(), b.id, []game.Post{p}, func(int) string { return "" }); err != nil {
				b.Error(err)
			}
		}
	}
}

// change changes who may do what, and asks for votes.
func (b *tableBench) change(rounds int) {
	for i := range rounds {
		k := b.servers[i%2].Desk
		for _, o := range []desk.TableObservation{
			{Observation: game.Observation{Kind: game.PhaseChanged, Phase: []string{"night", "day"}[i%2]}},
			{Observation: game.Observation{Kind: game.PrivateInfo, Text: fmt.Sprint("psst ", i), ID: fmt.Sprint("o", i/2)}, Seat: []string{"Red", "Gold"}[i/2%2]},
		} {
			if o.Kind == game.PrivateInfo {
				o.Text = "psst " + o.ID // the second time is a retry
			}
			if _, err := k.ObserveTable(b.Context(), b.id, o); err != nil {
				b.Error(err)
			}
		}
		if _, err := k.AskTable(b.Context(), b.id, desk.TableVoteRequest{VoteRequest: game.VoteRequest{ID: fmt.Sprint("v", i), Kind: game.YesNo, Question: "Is it?", Within: 60_000}}); err != nil {
			b.Error(err)
		}
		v, err := b.servers[i%2].AwaitTableVote(b.Context(), b.id, fmt.Sprint("v", i), 50*time.Second, nil)
		if err != nil || v.Status != game.VoteAnswered {
			b.Errorf("%+v, %v", v, err)
		}
	}
}

// log returns a whole log.
func (b *tableBench) log(id string) (log []game.Event) {
	b.Helper()
	err := journal.Read(b.Context(), journal.Pages(b.store, id), 0, func(e game.Event) bool { log = append(log, e); return true })
	if err != nil {
		b.Fatal(err)
	}
	return log
}

// TestTableOnRealStores plays a game on each database. Two replicas take the facts in turns, while
// people talk and phases change. Each bot has what its seat may see, once, in the order of the
// table.
func TestTableOnRealStores(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(*testing.T) string{
		"SQLite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "ringer.db") },
		"Postgres": func(t *testing.T) string { return storetest.Postgres(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openTableBench(t, address(t))
			var writers sync.WaitGroup
			writers.Go(func() { b.talk("Ann", 40) })
			writers.Go(func() { b.talk("Bo", 40) })
			writers.Go(func() { b.change(6) })
			writers.Wait()
			b.awaitSent(5)
			if _, err := b.servers[0].Desk.EndTable(t.Context(), b.id, desk.Ending{}); err != nil {
				t.Fatal(err)
			}
			table, bots := b.log(b.id), map[string][]game.Event{}
			for _, s := range table[0].Data.(*game.TableCreated).Bots {
				bots[s.Seat] = b.log(s.Session)
			}
			r := tabletest.Judge(table, bots)
			t.Logf("%d messages, %d of them by bots, %d answers of bots, %d events in the logs of bots", r.Messages, r.Sent, r.Casts, r.Delivered)
			if len(r.Faults) > 0 || r.Messages-r.Sent != 80 || r.Casts < 18 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// awaitSent waits until the bots have said some lines. Either server may hear of them first.
func (b *tableBench) awaitSent(lines int) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	one, two := b.servers[0].Listen(b.id), b.servers[1].Listen(b.id)
	defer one.Close()
	defer two.Close()
	for {
		sent := 0
		for _, e := range b.log(b.id) {
			if _, ok := e.Data.(*game.MessageSent); ok {
				sent++
			}
		}
		if sent >= lines {
			return
		}
		select {
		case <-one.C:
		case <-two.C:
		case <-ctx.Done():
			b.Fatalf("the bots have said %d lines", sent)
		}
	}
}

package engine_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ringer/engine"
	"ringer/engine/bell"
	"ringer/engine/bell/belltest"
	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/fleet"
	"ringer/engine/gametest"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
	"ringer/store/storetest"
)

// gameBench is a game on a real store, with two replicas. One of them drives it.
type gameBench struct {
	*testing.T
	store journal.Store
	room  *belltest.Room
	// servers take posts in turns.
	servers []*engine.Engine
	id      string
}

func (b *gameBench) start(owner string) *engine.Engine {
	b.Helper()
	strategies := enginetest.Strategies(b)
	models := sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: offline.Transport{Model: offline.New(strategies.Skills())}}))(b)
	return enginetest.Start(b, engine.Parts{Store: b.store, Strategies: strategies, Models: models, Owner: owner,
		Name: owner, Peers: &fleet.Peering{Open: func(hear func([]byte)) (bell.Bell, error) { return b.room.Open(hear), nil }},
	})
}

func openGameBench(t *testing.T, address string) *gameBench {
	t.Helper()
	db := sessiontest.Must(store.Open(t.Context(), address))(t)
	b := &gameBench{T: t, store: db, room: belltest.NewRoom()}
	b.servers = []*engine.Engine{b.start("one"), b.start("two")}
	t.Cleanup(func() {
		for _, e := range b.servers {
			e.Close()
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := session.GameConfig{Speed: 20, Game: session.Setting{
		Phases: []session.Phase{{ID: "day"}, {ID: "night", Channel: "den"}}, Channels: []session.Channel{{ID: "den", Members: []string{"Red", "Blue", "Ann"}}},
	}}
	for _, seat := range []string{"Red", "Blue", "Gold", "Ann", "Bo"} {
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
	}
	for i, name := range []string{"scheduler", "fourmind", "tom"} {
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: c.Game.Players[i].ID}, Strategy: name, Timing: session.TimingInstant})
	}
	row := sessiontest.First(b.servers[0].Desk.CreateGame(t.Context(), "", c))(t)
	b.id = row.ID
	return b
}

// talk posts lines of one person, through both servers in turns.
func (b *gameBench) talk(person string, lines int) {
	for i := range lines {
		channel := ""
		if person == "Ann" && i%3 == 0 {
			channel = "den"
		}
		p := session.Post{ID: fmt.Sprint(person, i), Sender: person, Channel: channel, Text: fmt.Sprintf("red blue gold, what is %d?", i)}
		for range 1 + i%2 { // every other line is posted twice
			if _, err := b.servers[i%2].Desk.Games.Post(b.Context(), b.id, []session.Post{p}, func(int) string { return "" }); err != nil {
				b.Error(err)
			}
		}
	}
}

// change changes who may do what, and asks for votes.
func (b *gameBench) change(rounds int) {
	for i := range rounds {
		k := b.servers[i%2].Desk
		for _, o := range []desk.GameObservation{
			{Observation: session.Observation{Kind: session.PhaseChanged, Phase: []string{"night", "day"}[i%2]}},
			{Observation: session.Observation{Kind: session.PrivateInfo, Text: fmt.Sprint("psst ", i), ID: fmt.Sprint("o", i/2)}, Seat: []string{"Red", "Gold"}[i/2%2]},
		} {
			if o.Kind == session.PrivateInfo {
				o.Text = "psst " + o.ID // the second time is a retry
			}
			if _, err := k.Games.Observe(b.Context(), b.id, o); err != nil {
				b.Error(err)
			}
		}
		if _, err := k.AskGame(b.Context(), b.id, desk.GameVoteRequest{VoteRequest: session.VoteRequest{ID: fmt.Sprint("v", i), Kind: session.YesNo, Question: "Is it?", Within: 60_000}}); err != nil {
			b.Error(err)
		}
		v, err := b.servers[i%2].AwaitGameVote(b.Context(), b.id, fmt.Sprint("v", i), 50*time.Second, nil)
		if err != nil || v.Status != session.VoteAnswered {
			b.Errorf("%+v, %v", v, err)
		}
	}
}

func (b *gameBench) log(id string) (log []session.Event) {
	b.Helper()
	err := journal.Read(b.Context(), journal.Pages(b.store, id), 0, func(e session.Event) bool { log = append(log, e); return true })
	if err != nil {
		b.Fatal(err)
	}
	return log
}

// TestGameOnRealStores plays a game on each database. Two replicas take the facts in turns, while
// people talk and phases change. Each bot has what its seat may see, once, in the order of the
// game.
func TestGameOnRealStores(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(*testing.T) string{
		"SQLite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "ringer.db") },
		"Postgres": func(t *testing.T) string { return storetest.Postgres(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openGameBench(t, address(t))
			var writers sync.WaitGroup
			writers.Go(func() { b.talk("Ann", 40) })
			writers.Go(func() { b.talk("Bo", 40) })
			writers.Go(func() { b.change(6) })
			writers.Wait()
			b.awaitSent(5)
			sessiontest.Must(b.servers[0].Desk.Games.End(t.Context(), b.id, desk.Ending{}))(t)
			log, bots := b.log(b.id), map[string][]session.Event{}
			for _, s := range log[0].Data.(*session.GameCreated).Bots {
				bots[s.Seat] = b.log(s.Session)
			}
			r := gametest.Judge(log, bots)
			t.Logf("%d messages, %d of them by bots, %d answers of bots, %d events in the logs of bots", r.Messages, r.Sent, r.Casts, r.Delivered)
			if len(r.Faults) > 0 || r.Messages-r.Sent != 80 || r.Casts < 18 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// awaitSent waits until the bots have said some lines. Either server may hear of them first.
func (b *gameBench) awaitSent(lines int) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	one, two := b.servers[0].Listen(b.id), b.servers[1].Listen(b.id)
	defer one.Close()
	defer two.Close()
	for {
		sent := 0
		for _, e := range b.log(b.id) {
			if _, ok := e.Data.(*session.MessageSent); ok {
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

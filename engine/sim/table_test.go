package sim_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/llm/offline"
	"ringer/engine/sim"
	"ringer/engine/tabletest"
	"ringer/store"
)

// judge reads all logs of a table.
func (g *platformGame) judge(ctx context.Context) (tabletest.Delivered, error) {
	table, err := g.Log(g.id)
	if err != nil {
		return tabletest.Delivered{}, err
	}
	bots := map[string][]game.Event{}
	for _, b := range table[0].Data.(*game.TableCreated).Bots {
		if bots[b.Seat], err = g.Log(b.Session); err != nil {
			return tabletest.Delivered{}, err
		}
	}
	r := tabletest.Judge(table, bots)
	return r, g.compareRows(ctx, &r)
}

// compareRows compares what the rows say of who may do what with the fold of the table's log.
func (g *platformGame) compareRows(ctx context.Context, r *tabletest.Delivered) error {
	row, err := g.Table(ctx, g.id)
	if err != nil {
		return err
	}
	state, err := g.TableState(ctx, g.id)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(row.Roster, state.Roster) || row.Barrier != state.Barrier || row.LastSeq != state.Seq {
		r.Faults = append(r.Faults, fmt.Sprintf("the table's row is\n%+v, its log says\n%+v", row, state))
	}
	for _, b := range row.Roster.Bots {
		session, err := g.Desk.Session(ctx, b.Session)
		if err != nil {
			return err
		}
		own, err := g.StateAt(ctx, b.Session, 0)
		if err != nil {
			return err
		}
		if want := row.Roster.Of(b); !reflect.DeepEqual(session.Roster, want) || !reflect.DeepEqual(own.Roster, want) || own.Barrier != session.Barrier {
			r.Faults = append(r.Faults, fmt.Sprintf("the row of %s has\n%+v, its log says\n%+v, the table\n%+v", b.Seat, session.Roster, own.Roster, want))
		}
	}
	return nil
}

// TestTables plays games in which everything happens at random, and the process dies now and then.
// Each bot has what its seat may see, once, in the order of the table.
func TestTables(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	games, kills, all := seeds(60, 3), 0, tabletest.Delivered{}
	for seed := range games {
		g, err := openPlatformGame(strategies, seed)
		if err == nil {
			err = g.play(60)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r, err := g.judge(t.Context())
		if err != nil || len(r.Faults) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(r.Faults, "\n"))
		}
		kills += g.kills
		all.Messages, all.Sent, all.Casts, all.Delivered = all.Messages+r.Messages, all.Sent+r.Sent, all.Casts+r.Casts, all.Delivered+r.Delivered
	}
	t.Logf("%d games with %d kills: %d messages, %d of them by bots, %d answers of bots; %d events in the logs of bots, none lost, doubled or out of order",
		games, kills, all.Messages, all.Sent, all.Casts, all.Delivered)
	if n := int(games); all.Sent < 3*n || all.Casts < n || kills < 3*n {
		t.Error("too little happens in these games")
	}
}

// TestTableEndsByItself checks that a game ends with all its sessions when the platform has caused
// no event for its time to live, whatever the bots say to each other.
func TestTableEndsByItself(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	id, err := s.OpenTable(game.Table{
		Game: game.Setting{Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}, TTL: 600,
		Bots: []game.TableBot{{Bot: game.Bot{Seat: "red"}}, {Bot: game.Bot{Seat: "blue"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(sim.Epoch().Add(599 * time.Second)); err != nil {
		t.Fatal(err)
	}
	state, err := s.TableState(t.Context(), id)
	if err != nil || state.End != nil {
		t.Fatalf("after 599 s: %+v, %v", state.End, err)
	}
	if err := s.Run(sim.Epoch().Add(601 * time.Second)); err != nil {
		t.Fatal(err)
	}
	row, err := s.Table(t.Context(), id)
	if err != nil || row.Status != "ended" {
		t.Fatalf("%+v, %v", row, err)
	}
	for _, b := range row.Roster.Bots {
		log, err := s.Log(b.Session)
		if err != nil {
			t.Fatal(err)
		}
		if end, ok := log[len(log)-1].Data.(*game.SessionEnded); !ok || end.Reason != game.EndedByTTL {
			t.Errorf("the log of %s ends with %+v", b.Seat, log[len(log)-1])
		}
	}
}

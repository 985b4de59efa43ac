package sim_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"ringer/engine/gametest"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

func (g *platformGame) judge(ctx context.Context) (gametest.Delivered, error) {
	log, err := g.Log(g.id)
	if err != nil {
		return gametest.Delivered{}, err
	}
	bots := map[string][]session.Event{}
	for _, b := range log[0].Data.(*session.GameCreated).Bots {
		if bots[b.Seat], err = g.Log(b.Session); err != nil {
			return gametest.Delivered{}, err
		}
	}
	r := gametest.Judge(log, bots)
	return r, g.compareRows(ctx, &r)
}

// compareRows compares what the rows say of who may do what with the logs.
func (g *platformGame) compareRows(ctx context.Context, r *gametest.Delivered) error {
	row, err := g.Games.Row(ctx, g.id)
	if err != nil {
		return err
	}
	state, err := g.GameState(ctx, g.id)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(row.Roster, state.Roster) || row.Barrier != state.Barrier || row.LastSeq != state.Seq {
		r.Faults = append(r.Faults, fmt.Sprintf("the table's row is\n%+v, its log says\n%+v", row, state))
	}
	for _, b := range row.Roster.Bots {
		session, err := g.Desk.Row(ctx, b.Session)
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

// TestGames plays games in which everything happens at random, and the process dies now and then.
// Each bot has what its seat may see, once, in the order of the game.
func TestGames(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	games, kills, all := seeds(60, 3), 0, gametest.Delivered{}
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

// TestGameEndsByItself ends a game with its sessions when the platform has caused no event for its
// time to live, whatever the bots say.
func TestGameEndsByItself(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	id := sessiontest.Must(s.OpenGame(session.GameConfig{
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}, TTL: 600,
		Bots: []session.GameBot{{Bot: session.Bot{Seat: "red"}}, {Bot: session.Bot{Seat: "blue"}}},
	}))(t)
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(599*time.Second)))
	state, err := s.GameState(t.Context(), id)
	if err != nil || state.End != nil {
		t.Fatalf("after 599 s: %+v, %v", state.End, err)
	}
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(601*time.Second)))
	row, err := s.Games.Row(t.Context(), id)
	if err != nil || row.Status != "ended" {
		t.Fatalf("%+v, %v", row, err)
	}
	for _, b := range row.Roster.Bots {
		log := sessiontest.Must(s.Log(b.Session))(t)
		if end, ok := log[len(log)-1].Data.(*session.SessionEnded); !ok || end.Reason != session.EndedByTTL {
			t.Errorf("the log of %s ends with %+v", b.Seat, log[len(log)-1])
		}
	}
}

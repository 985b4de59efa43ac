package sim_test

import (
	"slices"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/llm/offline"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// TestPeopleAreNoBots: a bot of a game knows which lines people wrote, whatever the strategies of
// the other bots.
func TestPeopleAreNoBots(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	s := sim.New(store.NewMemory(), strategies, offline.New(strategies.Skills()))
	id := sessiontest.Must(s.OpenGame(session.GameConfig{
		Seed: new(int64), Bots: []session.GameBot{{Bot: session.Bot{Seat: "red"}, Strategy: "scheduler"}, {Bot: session.Bot{Seat: "blue"}, Strategy: "tom"}},
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "ann", Name: "Ann"}}},
	}))(t)
	said := []string{"hi there", "red and blue, where are you from?", "ok"}
	for i, text := range said {
		s.At(sim.Epoch().Add(time.Duration(1+20*i)*time.Second), func() error {
			_, err := s.Games.Post(t.Context(), id, []session.Post{{Sender: "ann", Text: text}}, func(int) string { return "" })
			return err
		})
	}
	sessiontest.NoError(t, s.Run(sim.Epoch().Add(90*time.Second)))
	game := sessiontest.Must(s.GameState(t.Context(), id))(t)
	for _, b := range game.Roster.Bots {
		state := session.NewState(b.Session)
		for _, e := range sessiontest.Must(s.Log(b.Session))(t) {
			state.Apply(e)
		}
		v := state.View(state.Now)
		if got := v.People(); !slices.Equal(got, said) || len(v.Others()) == len(said) {
			t.Errorf("%s: people have said %q, all others %q", b.Seat, got, v.Others())
		}
	}
	sessiontest.Must(s.Games.End(t.Context(), id, desk.Ending{}))(t)
}

package sim_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
)

func codeOf(err error) (session.Code, string) {
	if errs, ok := errors.AsType[session.Errors](err); ok {
		return errs[0].Code, errs[0].Pointer
	}
	return "", ""
}

// TestOnlyTheAskedVote: where the server runs the rules, a person votes only if the vote asks them.
// A bystander does not vote in the night of the mafia.
func TestOnlyTheAskedVote(t *testing.T) {
	t.Parallel()
	g, err := openGame(registry(t), 1, gameSetup{rules: "mafia", players: 7, change: func(c *session.GameConfig) {
		c.Bots = nil
		c.Roles = map[string]string{"Ann": "mafia", "Bob": "mafia", "Cleo": "bystander", "Dan": "bystander", "Eve": "bystander", "Finn": "bystander", "Gus": "bystander"}
	}})
	if err != nil {
		t.Fatal(err)
	}
	// The day, its vote in which nobody votes, and the talk of the night.
	sessiontest.NoError(t, g.Run(sim.Epoch().Add(290*time.Second)))
	cast := func(seat, option string) error {
		_, err := g.CastGame(context.Background(), g.id, "night-1", desk.GameCast{Seat: seat, Answer: session.Answer{Option: option}})
		return err
	}
	state := sessiontest.Must(g.GameState(context.Background(), g.id))(t)
	night, ok := state.Vote("night-1")
	if !ok {
		t.Fatalf("no vote in the first night: %+v", state.Votes)
	}
	victim := night.Options[0].ID
	for _, p := range state.Roster.Players {
		if p.Presence != session.Active || state.Deal.Roles[p.ID] != "bystander" || p.ID == victim {
			continue
		}
		if code, at := codeOf(cast(p.ID, victim)); code != session.CodeInvalidValue || at != "/seat" {
			t.Errorf("%s votes at night: %s %s", p.ID, code, at)
		}
	}
	if err := cast(night.Seats[0], victim); err != nil {
		t.Errorf("a mafioso votes: %v", err)
	}
}

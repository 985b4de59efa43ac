package desk_test

import (
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/step"
)

// hosted opens a game of people whose rules the server runs.
func (b *bench) hosted(rules string, roles map[string]string) (id string) {
	b.t.Helper()
	c := session.GameConfig{Host: session.HostRinger, Game: session.Setting{Rules: rules}, Roles: roles}
	for seat := range roles {
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
	}
	return sessiontest.First(b.CreateGame(b.t.Context(), "", c))(b.t).ID
}

func (b *bench) order(id string, p session.Payload) {
	b.t.Helper()
	row := sessiontest.Must(b.Games.Row(b.t.Context(), id))(b.t)
	e := session.Event{At: now().At, Cursor: row.LastSeq, Data: p}
	sessiontest.Must(b.store.AppendAll(b.t.Context(), step.Batch(id, row.Roster, []session.Event{e})))(b.t)
}

// mafiosi are the roles of a game of seven: a and b are mafiosi.
var mafiosi = map[string]string{"a": "mafia", "b": "mafia", "c": "bystander", "d": "bystander", "e": "bystander", "f": "bystander", "g": "bystander"}

// TestRepeatedPostInAnotherPhase posts lines by day and repeats them at night and after the end, as
// a platform does that got no answer. It gets the first result, whether the player may speak then
// or not.
func TestRepeatedPostInAnotherPhase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.hosted("mafia", mafiosi)
	pointer := func(i int) string { return fmt.Sprintf("/messages/%d", i) }
	post := func(id string, p session.Post) (desk.Posted, error) {
		done, err := b.Games.Post(t.Context(), id, []session.Post{p}, pointer)
		if err != nil {
			return desk.Posted{}, err
		}
		return done[0], nil
	}
	byDay := []session.Post{{ID: "1", Sender: "a", Text: "hi"}, {ID: "2", Sender: "c", Text: "hello"}}
	first := map[string]desk.Posted{}
	for _, p := range byDay {
		done := sessiontest.Must(post(id, p))(t)
		first[p.ID] = done
	}
	phases := []session.Payload{
		&session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night"}},
		&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules}},
	}
	for _, phase := range phases {
		b.order(id, phase)
		for _, p := range byDay {
			done, err := post(id, p)
			if err != nil || done.Seq != first[p.ID].Seq || !done.Duplicate {
				t.Errorf("after %s: %s again: %+v, %v; want a duplicate of %+v", phase.Type(), p.Sender, done, err, first[p.ID])
			}
			p.Text = "something else"
			if done, err := post(id, p); err == nil {
				t.Errorf("after %s: %s with another text: %+v, want an error", phase.Type(), p.Sender, done)
			}
		}
		if done, err := post(id, session.Post{ID: "3", Sender: "c", Text: "psst"}); err == nil {
			t.Errorf("after %s: a new line of a bystander: %+v, want an error", phase.Type(), done)
		}
	}
}

// TestRepeatedAccusation repeats an accusation after the accused has left, and after the end.
func TestRepeatedAccusation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.hosted("turing", map[string]string{"a": "machine", "b": "person", "c": "person"})
	accuse := func() (desk.Posted, error) {
		return b.CastGame(t.Context(), id, "accusation", desk.GameCast{Seat: "b", Answer: session.Answer{Option: "a"}})
	}
	first := sessiontest.Must(accuse())(t)
	orders := []session.Payload{
		&session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "a", Name: "a"}}},
		&session.GameEnded{SessionEnded: session.SessionEnded{Reason: session.EndedByRules}},
	}
	for _, p := range orders {
		b.order(id, p)
		if done, err := accuse(); err != nil || done.Seq != first.Seq || !done.Duplicate {
			t.Errorf("after %s: %+v, %v; want a duplicate of %+v", p.Type(), done, err, first)
		}
	}
}

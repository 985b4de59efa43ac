package desk_test

import (
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/step"
)

// hosted opens a game of people whose rules the server runs.
func (b *bench) hosted(rules string, roles map[string]string) (id string) {
	b.t.Helper()
	c := game.Table{Host: game.HostRinger, Game: game.Setting{Rules: rules}, Roles: roles}
	for seat := range roles {
		c.Game.Players = append(c.Game.Players, game.Player{ID: seat, Name: seat})
	}
	row, _, err := b.CreateTable(b.t.Context(), c)
	if err != nil {
		b.t.Fatal(err)
	}
	return row.ID
}

// order stores what a referee orders.
func (b *bench) order(id string, p game.Payload) {
	b.t.Helper()
	row, err := b.Table(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	e := game.Event{At: now().At, Cursor: row.LastSeq, Data: p}
	if _, err := b.store.AppendAll(b.t.Context(), step.Batch(id, row.Roster, []game.Event{e})); err != nil {
		b.t.Fatal(err)
	}
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
	post := func(id string, p game.Post) (desk.Posted, error) {
		done, err := b.PostTable(t.Context(), id, []game.Post{p}, pointer)
		if err != nil {
			return desk.Posted{}, err
		}
		return done[0], nil
	}
	byDay := []game.Post{{ID: "1", Sender: "a", Text: "hi"}, {ID: "2", Sender: "c", Text: "hello"}}
	first := map[string]desk.Posted{}
	for _, p := range byDay {
		done, err := post(id, p)
		if err != nil {
			t.Fatal(err)
		}
		first[p.ID] = done
	}
	phases := []game.Payload{
		&game.ObservationReceived{Observation: game.Observation{Kind: game.PhaseChanged, Phase: "night"}},
		&game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByRules}},
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
		if done, err := post(id, game.Post{ID: "3", Sender: "c", Text: "psst"}); err == nil {
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
		return b.CastTable(t.Context(), id, "accusation", desk.TableCast{Seat: "b", Answer: game.Answer{Option: "a"}})
	}
	first, err := accuse()
	if err != nil {
		t.Fatal(err)
	}
	orders := []game.Payload{
		&game.ObservationReceived{Observation: game.Observation{Kind: game.PlayerLeft, Player: &game.Player{ID: "a", Name: "a"}}},
		&game.TableEnded{SessionEnded: game.SessionEnded{Reason: game.EndedByRules}},
	}
	for _, p := range orders {
		b.order(id, p)
		if done, err := accuse(); err != nil || done.Seq != first.Seq || !done.Duplicate {
			t.Errorf("after %s: %+v, %v; want a duplicate of %+v", p.Type(), done, err, first)
		}
	}
}

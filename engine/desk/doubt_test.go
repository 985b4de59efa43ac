package desk_test

import (
	"errors"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestAStrictServerRefuses: whatever its sessions say.
func TestAStrictServerRefuses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	later := time.Now().Add(time.Hour)
	posts := []session.Post{{ID: "m-1", Sender: "blue", Text: "hi", SentAt: &later}}
	none := func(int) string { return "" }
	_, err := b.start(desk.Terms{Strict: true}).Post(t.Context(), b.id, posts, none)
	if errs, ok := errors.AsType[session.Errors](err); !ok || errs[0].Code != session.CodeUnlikelyTime {
		t.Errorf("a strict server answers %v", err)
	}
	done, err := b.Post(t.Context(), b.id, posts, none)
	if err != nil || len(done[0].Warnings) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	again, err := b.start(desk.Terms{Strict: true}).Post(t.Context(), b.id, posts, none)
	if err != nil || !again[0].Duplicate || again[0].Seq != done[0].Seq {
		t.Errorf("what is stored is refused later: %+v, %v", again, err)
	}
}

// TestAHeldNameOutlastsARow: an older replica stores rosters without held names, so the log counts.
func TestAHeldNameOutlastsARow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	joins := func(id, name string) error {
		_, err := b.Observe(t.Context(), b.id, session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: id, Name: name}})
		return err
	}
	sessiontest.NoError(t, joins("blue", "Zed"))
	row, err := b.Row(t.Context(), b.id)
	if err != nil || row.Roster.Held["blue"] != "Zed" || row.Roster.Players[1].Name != "Blue" {
		t.Fatalf("%+v, %v", row.Roster, err)
	}
	row.Roster.Held = nil
	event := session.Event{At: time.Now(), Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}}}
	sessiontest.Must(b.store.Append(t.Context(), journal.Append{Session: b.id, Barrier: true, Roster: &row.Roster, Events: []session.Event{event}}))(t)
	if err := joins("green", "zed"); err == nil {
		t.Error("another player gets the name")
	}
	if err := joins("red", "Zed"); err != nil { // accepted before, so accepted now
		t.Error(err)
	}
	if row, _ := b.Row(t.Context(), b.id); row.Roster.Held["red"] != "" {
		t.Errorf("two players hold a name: %v", row.Roster.Held)
	}
	if err := joins("green", "Green"); err != nil {
		t.Error(err)
	}
}

package game_test

import (
	"encoding/json"
	"testing"

	"ringer/engine/game"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestLastEventHasTheProof ends a game by its time to live. The proof of the first event stands in
// the last one, also after a snapshot.
func TestLastEventHasTheProof(t *testing.T) {
	t.Parallel()
	r := &room{State: game.NewState("gam_1")}
	r.tell(&session.GameCreated{Config: session.GameConfig{Speed: 1, TTL: 1}, Proof: "{}"})
	snapshot := sessiontest.Must(json.Marshal(r.State))(t)
	s := game.NewState("gam_1")
	sessiontest.NoError(t, json.Unmarshal(snapshot, s))
	acts := game.Decide(s, nil, s.Expires()).Acts
	if end, ok := acts[0].(*session.GameEnded); !ok || end.Proof != "{}" || end.Reason != session.EndedByTTL {
		t.Errorf("the game ends with %+v", acts)
	}
}

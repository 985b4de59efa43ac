package table_test

import (
	"encoding/json"
	"testing"

	"ringer/engine/game"
	"ringer/engine/table"
)

// TestLastEventHasTheProof ends a game by its time to live. The proof of the first event stands in
// the last one, also after a snapshot.
func TestLastEventHasTheProof(t *testing.T) {
	t.Parallel()
	r := &room{State: table.NewState("gam_1")}
	r.tell(&game.TableCreated{Config: game.Table{Speed: 1, TTL: 1}, Proof: "{}"})
	snapshot, err := json.Marshal(r.State)
	if err != nil {
		t.Fatal(err)
	}
	s := table.NewState("gam_1")
	if err := json.Unmarshal(snapshot, s); err != nil {
		t.Fatal(err)
	}
	acts := table.Decide(s, nil, s.Expires()).Acts
	if end, ok := acts[0].(*game.TableEnded); !ok || end.Proof != "{}" || end.Reason != game.EndedByTTL {
		t.Errorf("the game ends with %+v", acts)
	}
}

package step

import (
	"encoding/json"

	"ringer/engine/game"
)

// SnapshotEvery is how many events a snapshot may lag behind while its home is busy.
const SnapshotEvery = 1000

// snapshot is the stored form of a state.
type snapshot struct {
	Version int         `json:"v"`
	State   *game.State `json:"state"`
}

func encodeSnapshot(s *game.State) []byte {
	b, err := json.Marshal(snapshot{Version: game.StateVersion, State: s})
	if err != nil {
		// Numbers, strings, and JSON that was valid when it was folded.
		panic("step: snapshot: " + err.Error())
	}
	return b
}

// DecodeSnapshot returns the state of a session's snapshot. It returns nil for an empty snapshot,
// or one of another version. Then the log must be folded from its start.
func DecodeSnapshot(session string, data []byte) *game.State {
	if len(data) == 0 {
		return nil
	}
	// The version is checked before the state is read, since another version has another shape.
	var head struct {
		Version int             `json:"v"`
		State   json.RawMessage `json:"state"`
	}
	state := game.NewState(session)
	if json.Unmarshal(data, &head) != nil || head.Version != game.StateVersion || json.Unmarshal(head.State, state) != nil {
		return nil
	}
	return state
}

package step

import (
	"encoding/json"

	"ringer/engine/session"
)

// SnapshotEvery is how many events a snapshot may lag behind while its home is busy.
const SnapshotEvery = 1000

type snapshot struct {
	Version int            `json:"v"`
	State   *session.State `json:"state"`
}

func encodeSnapshot(s *session.State) []byte {
	b, err := json.Marshal(snapshot{Version: session.StateVersion, State: s})
	if err != nil {
		// Numbers, strings, and JSON that was valid when it was folded.
		panic("step: snapshot: " + err.Error())
	}
	return b
}

// DecodeSnapshot returns the state of a session's snapshot. It returns nil for an empty snapshot,
// or one of another version. Then the log must be folded from its start.
func DecodeSnapshot(sessionID string, data []byte) *session.State {
	if len(data) == 0 {
		return nil
	}
	// The version is checked before the state is read, since another version has another shape.
	var head struct {
		Version int             `json:"v"`
		State   json.RawMessage `json:"state"`
	}
	state := session.NewState(sessionID)
	if json.Unmarshal(data, &head) != nil || head.Version != session.StateVersion || json.Unmarshal(head.State, state) != nil {
		return nil
	}
	return state
}

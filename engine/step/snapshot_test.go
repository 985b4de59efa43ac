package step_test

import (
	"bytes"
	"strconv"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// TestSnapshot reads a snapshot back, and checks that snapshots which cannot be read are ignored.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	stepper := step.Open(nil, journal.Session{ID: "ses_1"}, journal.Lease{Owner: "me", Epoch: 3}, nil)
	stepper.State.Seq, stepper.State.Said = 12, 4
	c := stepper.Checkpoint(true, 0, true)
	if c.SnapshotSeq != 12 || c.Settled != 12 || c.Owner != "me" || c.Epoch != 3 {
		t.Errorf("%+v", c)
	}
	if state := step.DecodeSnapshot("ses_1", c.Snapshot); state == nil || state.Seq != 12 || state.Said != 4 {
		t.Errorf("the snapshot holds %+v, want the state after event 12", state)
	}
	version := []byte(`"v":` + strconv.Itoa(session.StateVersion))
	for name, data := range map[string][]byte{
		"none":            nil,
		"not JSON":        []byte("{"),
		"another version": bytes.Replace(c.Snapshot, version, []byte(`"v":1`), 1),
		"not a state":     []byte(`{` + string(version) + `,"state":[]}`),
	} {
		if state := step.DecodeSnapshot("ses_1", data); state != nil {
			t.Errorf("%s: read as %+v, want nil", name, state)
		}
	}
	if seq := step.Open(nil, journal.Session{ID: "ses_1", Snapshot: c.Snapshot}, journal.Lease{}, nil).State.Seq; seq != 12 {
		t.Errorf("a session opens at event %d, want 12", seq)
	}
}

package recheck

import (
	"testing"

	"ringer/engine/session"
)

// TestTypingOfOlderLogs: older versions did not store the channel of typing.
func TestTypingOfOlderLogs(t *testing.T) {
	t.Parallel()
	decided := []session.Payload{&session.TypingStarted{PlanID: "pln_1", Channel: "den"}}
	for channel, differs := range map[string]bool{"": false, "den": false, "attic": true} {
		logged := []session.Event{{Seq: 7, Data: &session.TypingStarted{PlanID: "pln_1", Channel: channel}}}
		if d, ok := firstDifference(logged, decided); ok != differs {
			t.Errorf("logged in %q: differs %t, want %t: %+v", channel, ok, differs, d)
		}
	}
}

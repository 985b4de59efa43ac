// Package storetest is the specification of journal.Store as tests. Every implementation passes it.
package storetest

import (
	"testing"

	"ringer/engine/journal"
)

// test is one rule. It gets an empty store of its own.
type test struct {
	name string
	run  func(f *fixture)
}

// Run tests an implementation. open returns an empty store, and closes it when its test is over.
func Run(t *testing.T, open func(t *testing.T) journal.Store) {
	for _, method := range []struct {
		name  string
		tests []test
	}{
		{"Create", createTests},
		{"Session", sessionTests},
		{"Sessions", sessionsTests},
		{"Append", appendTests},
		{"Append", guardTests},
		{"Append", actTests},
		{"Append", keyTests},
		{"Append", concurrentTests},
		{"AppendAll", togetherTests},
		{"Events", eventTests},
		{"Find", findTests},
		{"Record", recordTests},
		{"AddSurvey", surveyTests},
		{"Delete", deleteTests},
		{"Claim", claimTests},
		{"Home", homeTests},
		{"Checkpoint", checkpointTests},
		{"TakeDue", dueTests},
		{"TakeUnsettled", unsettledTests},
		{"Replicas", replicaTests},
		{"Clock", clockTests},
	} {
		for _, c := range method.tests {
			t.Run(method.name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				c.run(&fixture{T: t, store: open(t)})
			})
		}
	}
}

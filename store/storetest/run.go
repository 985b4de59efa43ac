// Package storetest is the specification of journal.Store as tests. Every implementation passes it.
package storetest

import (
	"context"
	"errors"
	"testing"

	"ringer/engine/journal"
)

// test is one rule. It gets an empty store of its own.
type test struct {
	name string
	run  func(f *fixture)
}

// inSession returns a rule about a session.
func inSession(run func(f *fixture, id string)) func(*fixture) {
	return func(f *fixture) { run(f, f.open()) }
}

// inOwnedSession returns a rule about a session whose home has an owner.
func inOwnedSession(run func(f *fixture, id string, guard journal.Guard)) func(*fixture) {
	return func(f *fixture) {
		id, guard := f.ownedSession()
		run(f, id, guard)
	}
}

// inGame returns a rule about the log of a game and those of its two sessions.
func inGame(run func(f *fixture, ids []string)) func(*fixture) {
	return func(f *fixture) { run(f, f.game()) }
}

// Run tests an implementation. open returns an empty store, and closes it when its test is over.
func Run(t *testing.T, open func(t *testing.T) journal.Store) {
	for _, method := range []struct {
		name  string
		tests []test
	}{
		{"Each", []test{{"ErrNotFound", func(f *fixture) { f.missing("ses_b") }}}},
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
		{"Erase", eraseTests},
		{"AddSurvey", surveyTests},
		{"Delete", deleteTests},
		{"Feed", feedTests},
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

// Calls returns a call of each method that needs a session or a home, which have an id.
func Calls(s journal.Store, id string) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Append": func(ctx context.Context) error { return errOf(s.Append(ctx, fact(id, message("", "hi")))) },
		"Act": func(ctx context.Context) error {
			return errOf(s.Append(ctx, act(id, journal.Guard{Kind: journal.Act}, thought("a:1"))))
		},
		"Session": func(ctx context.Context) error { return errOf(s.Session(ctx, id)) },
		"Events":  func(ctx context.Context) error { return errOf(s.Events(ctx, id, 0, 10)) },
		"Find":    func(ctx context.Context) error { return errOf(s.Find(ctx, id, "m:1")) },
		"Snapshot": func(ctx context.Context) error {
			_, _, err := s.Snapshot(ctx, id)
			return err
		},
		"Erase":         func(ctx context.Context) error { return s.Erase(ctx, journal.Erasure{Session: id, Seq: 2}) },
		"Delete":        func(ctx context.Context) error { return s.Delete(ctx, id) },
		"Claim":         func(ctx context.Context) error { return errOf(s.Claim(ctx, id, "me")) },
		"Home":          func(ctx context.Context) error { return errOf(s.Home(ctx, id)) },
		"Checkpoint":    func(ctx context.Context) error { return s.Checkpoint(ctx, journal.Checkpoint{Session: id}) },
		"Record":        func(ctx context.Context) error { return s.Record(ctx, id, []journal.RecordedCall{call(1, "tht_a", 1)}) },
		"RecordedCalls": func(ctx context.Context) error { return errOf(s.RecordedCalls(ctx, id, journal.Place{}, 10)) },
		"AddSurvey": func(ctx context.Context) error {
			_, _, err := s.AddSurvey(ctx, id, survey("blue", 5))
			return err
		},
		"Surveys": func(ctx context.Context) error { return errOf(s.Surveys(ctx, id)) },
	}
}

// errOf returns the error of a call with one result.
func errOf[T any](_ T, err error) error { return err }

// missing checks that each method misses a session and its home.
func (f *fixture) missing(id string) {
	f.Helper()
	for name, call := range Calls(f.store, id) {
		if err := call(f.Context()); !errors.Is(err, journal.ErrNotFound) {
			f.Errorf("%s of %s: error %v, want journal.ErrNotFound", name, id, err)
		}
	}
}

package engine_test

import (
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// storeLine appends a line without telling anybody, like a replica that is killed after the commit,
// and like a server of a version that knows no replicas.
func (f *replicas) storeLine(id, text string) {
	f.Helper()
	line := session.Event{At: time.Now(), Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: text}}}
	sessiontest.Must(f.store.Append(f.Context(), journal.Append{Session: id, Events: []session.Event{line}}))(f)
}

// TestAFactThatNobodyTold stores a line of a session that is in memory. Its owner finds it within
// seconds.
func TestAFactThatNobodyTold(t *testing.T) {
	fleetOf(t, 2, nil, func(f *replicas) {
		id := f.open(f.replicas[0])
		time.Sleep(2 * time.Second)
		f.say(f.replicas[0], id, "hi")
		time.Sleep(4 * time.Second)
		f.storeLine(id, "and you?")
		time.Sleep(10 * time.Second)
		if n := f.sent(id); n != 2 {
			t.Errorf("%d answers to two lines", n)
		}
	})
}

// TestAnOlderServerTakesAHome takes a home as servers did that know no replicas, while it is in
// memory here, and stores a line. When a replica takes the home back, its bot answers soon, and
// thinks once.
func TestAnOlderServerTakesAHome(t *testing.T) {
	fleetOf(t, 1, nil, func(f *replicas) {
		id := f.open(f.replicas[0])
		time.Sleep(2 * time.Second)
		sessiontest.Must(f.store.Take(t.Context(), "an older server", journal.Selection{Kind: journal.All, From: journal.Replica{ID: f.replicas[0].Owner()}, Limit: 1}))(t)
		f.storeLine(id, "hi")
		time.Sleep(10 * time.Second)
		if n := f.sent(id); n != 1 || f.models.calls != 1 {
			t.Errorf("%d answers after %d calls", n, f.models.calls)
		}
	})
}

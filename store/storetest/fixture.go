package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// fixture is a test with a store of its own.
type fixture struct {
	*testing.T
	store journal.Store
}

// opened is when sessions begin. It has microseconds, since the log keeps them.
var opened = time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC)

// at returns the time some seconds after opened.
func at(seconds int) time.Time { return opened.Add(time.Duration(seconds) * time.Second) }

var roster = session.Roster{
	Seat: "red", Players: []session.Player{{ID: "red", Name: "Red", Presence: session.Active}, {ID: "blue", Name: "Blue", Presence: session.Active}},
	Phases: []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"red"}}}, Phase: "day",
}

// newRow returns a row for Create. The home has the same id as the session.
func newRow(id string) journal.Session {
	return journal.Session{
		ID: id, Home: id, Tenant: "acme", Strategy: "scheduler", Status: journal.Open, CreatedAt: opened, Roster: roster, LastSeq: 1, Barrier: 1,
	}
}

func firstEvent() session.Event {
	return session.Event{Seq: 1, At: opened, Data: &session.SessionCreated{Config: session.Config{Strategy: "scheduler", Language: "en"}}}
}

func (f *fixture) create(rows ...journal.Session) {
	f.Helper()
	for _, row := range rows {
		f.ok(f.store.Create(f.Context(), row, firstEvent()))
	}
}

func (f *fixture) open() string {
	f.Helper()
	f.create(newRow("ses_a"))
	return "ses_a"
}

func (f *fixture) claim(home, owner string) int64 {
	f.Helper()
	epoch := must(f.store.Claim(f.Context(), home, owner))(f)
	return epoch
}

// ownedSession creates a session that "me" owns, and returns the guard of its acts.
func (f *fixture) ownedSession() (id string, guard journal.Guard) {
	f.Helper()
	id = f.open()
	return id, journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: f.claim(id, "me")}
}

// guard makes "me" the owner of a session's home again, and returns the guard of its acts.
func (f *fixture) guard(id string) journal.Guard {
	f.Helper()
	return journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: f.claim(id, "me")}
}

// append stores an append, and fails the test when it is refused.
func (f *fixture) append(a journal.Append) journal.Appended {
	f.Helper()
	done := must(f.store.Append(f.Context(), a))(f)
	return done
}

// refuses checks that an append is refused with the state of the row, and that nothing is stored.
func (f *fixture) refuses(a journal.Append, want journal.Refused) {
	f.Helper()
	before := f.row(a.Session)
	_, err := f.store.Append(f.Context(), a)
	refused, ok := errors.AsType[*journal.Refused](err)
	if !ok {
		f.Fatalf("error %v, want *journal.Refused", err)
	}
	f.equal(*refused, want)
	f.equal(f.row(a.Session), before)
	f.equal(len(f.log(a.Session)), int(before.LastSeq))
}

// reuses checks that an append with a known key and another content stores nothing.
func (f *fixture) reuses(a journal.Append, key string) {
	f.Helper()
	before := f.row(a.Session)
	_, err := f.store.Append(f.Context(), a)
	if reused, ok := errors.AsType[*journal.Reused](err); !ok || reused.Key != key {
		f.Fatalf("error %v, want *journal.Reused with the key %s", err, key)
	}
	f.equal(f.row(a.Session), before)
	f.equal(len(f.log(a.Session)), int(before.LastSeq))
}

func (f *fixture) row(id string) journal.Session {
	f.Helper()
	row := must(f.store.Session(f.Context(), id))(f)
	return row
}

func (f *fixture) log(id string) []session.Event {
	f.Helper()
	events := []session.Event{}
	f.ok(journal.Read(f.Context(), journal.Pages(f.store, id), 0, func(e session.Event) bool {
		events = append(events, e)
		return true
	}))
	return unsized(events)
}

// unsized returns events without their sizes, which events that were not read from a database lack.
func unsized(events []session.Event) []session.Event {
	events = slices.Clone(events)
	for i := range events {
		events[i].Size = 0
	}
	return events
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// must returns the result of a call. The test ends here if the call failed.
func must[T any](result T, err error) func(*fixture) T {
	return func(f *fixture) T {
		f.Helper()
		f.ok(err)
		return result
	}
}

func (f *fixture) notFound(err error) {
	f.Helper()
	if !errors.Is(err, journal.ErrNotFound) {
		f.Fatalf("error %v, want journal.ErrNotFound", err)
	}
}

func (f *fixture) equal(got, want any) {
	f.Helper()
	if !reflect.DeepEqual(got, want) {
		f.Fatalf("got  %s\nwant %s", show(got), show(want))
	}
}

func show(v any) string {
	events, ok := v.([]session.Event)
	if !ok {
		return fmt.Sprintf("%+v", v)
	}
	var s string
	for _, e := range events {
		s += fmt.Sprintf("\n  %d %s %q %+v", e.Seq, e.At.Format(time.RFC3339Nano), e.Key, e.Data)
	}
	return s
}

// message is a message from a player. The key may be empty.
func message(key, text string) session.Event {
	return session.Event{At: at(1), Key: key, Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: text}}}
}

func thought(key string) session.Event {
	return session.Event{At: at(2), Key: key, Data: &session.TypingStarted{PlanID: "pln_1"}}
}

func fact(id string, events ...session.Event) journal.Append {
	return journal.Append{Session: id, Events: events}
}

func act(id string, guard journal.Guard, events ...session.Event) journal.Append {
	return journal.Append{Session: id, Guard: guard, Events: events}
}

// barrier is an append that changes who may do what. Its guard asks for the barrier under.
func barrier(id string, under int64, events ...session.Event) journal.Append {
	if len(events) == 0 {
		events = []session.Event{{At: at(3), Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}}}}
	}
	return journal.Append{Session: id, Guard: journal.Guard{Kind: journal.BarrierFact, Barrier: under}, Events: events, Barrier: true}
}

func end(id string, under int64) journal.Append {
	a := barrier(id, under, session.Event{At: at(4), Key: "end", Data: &session.SessionEnded{Reason: session.EndedByPlatform}})
	a.End = true
	return a
}

// numbered returns the events with seqs, beginning with from.
func numbered(from int64, events ...session.Event) []session.Event {
	list := make([]session.Event, len(events))
	for i, e := range events {
		e.Seq = from + int64(i)
		list[i] = e
	}
	return list
}

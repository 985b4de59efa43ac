package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// fixture is what a test works with.
type fixture struct {
	*testing.T
	store journal.Store
}

// opened is when sessions begin. It is not a whole millisecond, since the log keeps microseconds.
var opened = time.Date(2026, 3, 1, 12, 0, 0, 123_456_000, time.UTC)

// at is a time so many seconds later.
func at(seconds int) time.Time { return opened.Add(time.Duration(seconds) * time.Second) }

var roster = game.Roster{
	Seat: "red", Players: []game.Player{{ID: "red", Name: "Red", Presence: game.Active}, {ID: "blue", Name: "Blue", Presence: game.Active}},
	Phases: []game.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"red"}}}, Phase: "day",
}

// created is a row as it is handed to Create; its home is its own.
func created(id string) journal.Session {
	return journal.Session{
		ID: id, Home: id, Tenant: "acme", Strategy: "scheduler", Status: journal.Open, CreatedAt: opened, Roster: roster, LastSeq: 1, Barrier: 1,
	}
}

func firstEvent() game.Event {
	return game.Event{Seq: 1, At: opened, Data: &game.SessionCreated{Config: game.Config{Strategy: "scheduler", Language: "en"}}}
}

// create stores rows, each with its first event.
func (f *fixture) create(rows ...journal.Session) {
	f.Helper()
	for _, row := range rows {
		f.ok(f.store.Create(f.Context(), row, firstEvent()))
	}
}

// open creates a session and returns its id.
func (f *fixture) open() string {
	f.Helper()
	f.create(created("ses_a"))
	return "ses_a"
}

// claim makes owner the owner of a home.
func (f *fixture) claim(home, owner string) int64 {
	f.Helper()
	epoch, err := f.store.Claim(f.Context(), home, owner)
	f.ok(err)
	return epoch
}

// owned creates a session that "me" owns, and returns the guard of its acts.
func (f *fixture) owned() (id string, guard journal.Guard) {
	f.Helper()
	id = f.open()
	return id, journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: f.claim(id, "me")}
}

// append appends, and fails the test when it is refused.
func (f *fixture) append(a journal.Append) journal.Appended {
	f.Helper()
	done, err := f.store.Append(f.Context(), a)
	f.ok(err)
	return done
}

// refuses appends and wants a refusal that tells the row as it is, and a log that has not grown.
func (f *fixture) refuses(a journal.Append, want journal.Refused) {
	f.Helper()
	before := f.row(a.Session)
	_, err := f.store.Append(f.Context(), a)
	var refused *journal.Refused
	if !errors.As(err, &refused) {
		f.Fatalf("error %v, want a refusal", err)
	}
	f.equal(*refused, want)
	f.equal(f.row(a.Session), before)
	f.equal(len(f.log(a.Session)), int(before.LastSeq))
}

// reuses appends and wants that the key is known with another content, and that nothing has changed.
func (f *fixture) reuses(a journal.Append, key string) {
	f.Helper()
	before := f.row(a.Session)
	_, err := f.store.Append(f.Context(), a)
	var reused *journal.Reused
	if !errors.As(err, &reused) || reused.Key != key {
		f.Fatalf("error %v, want that %s is known with another content", err, key)
	}
	f.equal(f.row(a.Session), before)
	f.equal(len(f.log(a.Session)), int(before.LastSeq))
}

func (f *fixture) row(id string) journal.Session {
	f.Helper()
	row, err := f.store.Session(f.Context(), id)
	f.ok(err)
	return row
}

func (f *fixture) log(id string) []game.Event {
	f.Helper()
	events, err := f.store.Events(f.Context(), id, 0, 100_000)
	f.ok(err)
	return events
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
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
	events, ok := v.([]game.Event)
	if !ok {
		return fmt.Sprintf("%+v", v)
	}
	var s string
	for _, e := range events {
		s += fmt.Sprintf("\n  %d %s %q %+v", e.Seq, e.At.Format(time.RFC3339Nano), e.Key, e.Data)
	}
	return s
}

// said is a message as an event; without a key it is "".
func said(key, text string) game.Event {
	return game.Event{At: at(1), Key: key, Data: &game.MessageReceived{Post: game.Post{Sender: "blue", Kind: game.FromPlayer, Text: text}}}
}

// thought is an act as an event.
func thought(key string) game.Event {
	return game.Event{At: at(2), Key: key, Data: &game.TypingStarted{PlanID: "pln_1"}}
}

// fact is an append of messages.
func fact(id string, events ...game.Event) journal.Append {
	return journal.Append{Session: id, Events: events}
}

// barrier is an append of something that changes who may do what, judged under a barrier.
func barrier(id string, under int64, events ...game.Event) journal.Append {
	if len(events) == 0 {
		events = []game.Event{{At: at(3), Data: &game.ObservationReceived{Observation: game.Observation{Kind: game.BotMuted}}}}
	}
	return journal.Append{Session: id, Guard: journal.Guard{Kind: journal.BarrierFact, Barrier: under}, Events: events, Barrier: true}
}

// end is an append that closes the log.
func end(id string, under int64) journal.Append {
	a := barrier(id, under, game.Event{At: at(4), Key: "end", Data: &game.SessionEnded{Reason: game.EndedByPlatform}})
	a.End = true
	return a
}

// numbered returns the events as they are stored from a seq on.
func numbered(from int64, events ...game.Event) []game.Event {
	list := make([]game.Event, len(events))
	for i, e := range events {
		e.Seq = from + int64(i)
		list[i] = e
	}
	return list
}

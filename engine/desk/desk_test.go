package desk_test

import (
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/engine/strategy/parrot"
	"ringer/store"
)

type nobody struct{}

func (nobody) Delivered(journal.Session, []session.Event) {}
func (nobody) AwaitReaders(string)                        {}
func (nobody) Deleted(string)                             {}

func now() session.Moment { return session.NewMoment(time.Now()) }

// bench is a desk with one session that nobody drives.
type bench struct {
	*desk.Desk
	t     *testing.T
	store journal.Store
	id    string
}

// setup returns a desk on a store in memory, with one session.
func setup(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, store: store.NewMemory()}
	b.Desk = b.start(desk.Terms{})
	s := sessiontest.First(b.Create(t.Context(), config()))(t)
	b.id = s.ID
	return b
}

// config returns a configuration with two players and the bot in red's seat.
func config() session.Config {
	return session.Config{Strategy: parrot.Name, Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}}
}

// start returns a desk with terms on the bench's store.
func (b *bench) start(terms desk.Terms) *desk.Desk {
	b.t.Helper()
	r := enginetest.Strategies(b.t, strategy.Entry{Name: parrot.Name, Schema: parrot.Schema(), New: parrot.New, Skills: parrot.Skills()})
	return desk.New(b.store, r, terms, now, nobody{})
}

func (b *bench) say(text string) {
	b.t.Helper()
	sessiontest.Must(b.Post(b.t.Context(), b.id, []session.Post{{Sender: "blue", Text: text}}, func(int) string { return "" }))(b.t)
}

func (b *bench) add(events ...session.Event) {
	b.t.Helper()
	for i := range events {
		events[i].At = time.Now()
	}
	sessiontest.Must(b.store.Append(b.t.Context(), journal.Append{Session: b.id, Barrier: true, Events: events}))(b.t)
}

func (b *bench) last() int64 {
	b.t.Helper()
	return sessiontest.Must(b.Row(b.t.Context(), b.id))(b.t).LastSeq
}

package desk_test

import (
	"strings"
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
	s := sessiontest.First(b.Create(t.Context(), "", config()))(t)
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

// TestCreateAgainWithNewDefaults: a client that leaves fields out repeats its create after a
// release has changed their defaults. It gets its session, and a field that it changes is refused.
func TestCreateAgainWithNewDefaults(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := b.start(desk.Terms{})
	old := config()
	old.External, old.Game.Rules = "game-1", "turing"
	asked := old
	old.Fidelity, old.Pace, old.Reading, old.Precedence = session.FidelityPaper, session.PacePaper, session.ReadingRules, session.PrecedenceClass
	old.Accuse, old.AccuseAfter, old.Suspicion, old.Reread = session.AccuseNever, session.AfterThreshold, session.Off, session.On
	old.Refine, old.Timing, old.Disclosure, old.Speed, old.TTL = session.RefineReCon, session.TimingManual, session.DiscloseBot, 2, 100
	first, _, err := d.Create(t.Context(), "", old)
	sessiontest.NoError(t, err)
	again, known, err := d.Create(t.Context(), "", asked)
	if err != nil || !known || again.ID != first.ID {
		t.Errorf("a create that leaves the fields out gets %s, known: %t, %v", again.ID, known, err)
	}
	asked.Pace = session.PaceHuman
	if _, _, err = d.Create(t.Context(), "", asked); err == nil || !strings.Contains(err.Error(), "another body") {
		t.Errorf("a create with another pace: %v", err)
	}
}

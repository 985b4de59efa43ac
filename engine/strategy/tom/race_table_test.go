package tom_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/strategy/tom"
	"ringer/store"
)

// table plays a game of Red, the bot, with Blue, Green and Pink, and checks its log.
type table struct {
	sim        *sim.Sim
	t          rapid.TB
	strategies *strategy.Registry
	db         *watched
	model      *model
	latencies  map[string][]session.Millis
	id         string
	config     session.Config
	ids        int
	driven     bool
	state      *session.State
	trace      []string
	law        law
}

// watched is a store that calls appended after each append.
type watched struct {
	journal.Store
	appended func()
}

// Append implements journal.Store.
func (w *watched) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	done, err := w.Store.Append(ctx, a)
	if err == nil {
		w.appended()
	}
	return done, err
}

// newTable returns a table without a session.
func newTable(t rapid.TB, seed int64) *table {
	t.Helper()
	strategies := sessiontest.Must(strategy.NewRegistry(strategy.Entry{Name: tom.Name, Schema: tom.Schema(), New: tom.New, Skills: tom.Skills()}))(t)
	g := &table{t: t, strategies: strategies, model: newModel(), latencies: map[string][]session.Millis{}}
	g.model.note = g.asked
	g.db = &watched{store.NewMemory(), g.check}
	g.config = session.Config{
		Strategy: tom.Name, Bot: session.Bot{Seat: "red"}, Seed: &seed, Record: true, Pace: session.PacePaper,
		Suspicion: session.Off, Reread: session.Off, // scores change with the weights
		// The paper's calls, with the other fields of the best bot.
		Fidelity: session.FidelityPaper, Precedence: session.PrecedenceNewest, Reading: session.ReadingModel, AccuseAfter: session.AfterEvidence,
		Options: json.RawMessage(`{"silence_ms":15000}`), // not the default, so that scenarios do not depend on it
		Game: session.Setting{
			RulesText: "Find out who is the machine.", Phases: []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}, {ID: "dawn"}},
			Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "pink", Name: "Pink"}},
		},
	}
	g.seat()
	return g
}

// seat starts a new driver at the present time.
func (g *table) seat() {
	now := sim.Epoch()
	if g.sim != nil {
		now = g.sim.Now()
	}
	g.sim = sim.New(g.db, g.strategies, g.model)
	g.sim.Latencies, g.sim.ByTask = []session.Millis{1000}, g.latencies
	// Unique among drivers.
	g.sim.NewID = func(prefix string) string { g.ids++; return fmt.Sprintf("%s%04d", prefix, g.ids) }
	sessiontest.NoError(g.t, g.sim.Run(now))
}

// open opens the session.
func (g *table) open() {
	g.id = sessiontest.Must(g.sim.Open(g.config))(g.t)
	g.driven = true
	g.readEvents()
}

// pass lets game time pass.
func (g *table) pass(wait time.Duration) {
	until := g.sim.Now().Add(time.Duration(float64(wait) / g.state.Config.Speed))
	sessiontest.NoError(g.t, g.sim.Run(until.Truncate(time.Microsecond)))
}

// check schedules a check of the table for when the driver has nothing left to do at this moment.
func (g *table) check() {
	driver, tries := g.sim, 0
	var look func() error
	look = func() error {
		// The agenda may have other work for the same moment after this.
		if driver == g.sim && !g.readEvents() && tries < 5 {
			tries++
			g.sim.At(g.sim.Now(), look)
		} else if driver == g.sim && tries == 5 {
			g.judge()
		}
		return nil
	}
	g.sim.At(g.sim.Now(), look)
}

// watch checks the table every second, also when nothing happens.
func (g *table) watch() {
	driver := g.sim
	var again func() error
	again = func() error {
		if driver == g.sim {
			g.check()
			g.sim.At(g.sim.Now().Add(time.Second), again)
		}
		return nil
	}
	g.sim.At(g.sim.Now(), again)
}

// readEvents reads the new events and reports whether the bot has a reason to rest.
func (g *table) readEvents() bool {
	g.fold()
	return len(g.law.faultsAtRest(g)) == 0
}

// judge fails the test if the bot has no reason to rest.
func (g *table) judge() {
	for _, wrong := range g.law.faultsAtRest(g) {
		g.wrong("%s", wrong)
	}
}

func (g *table) wrong(format string, args ...any) {
	g.t.Errorf("%.3f: %s", float64(g.now())/1000, fmt.Sprintf(format, args...))
}

// now returns the game time.
func (g *table) now() session.Millis { return g.state.Clock.Game(g.sim.Now()) }

// fold applies the new events of the log to the state, and notes them.
func (g *table) fold() {
	if g.state == nil {
		g.state = session.NewState(g.id)
	}
	events := sessiontest.Must(g.db.Events(context.Background(), g.id, g.state.Seq, 10_000))(g.t)
	for _, e := range events {
		before := g.state.Clone()
		g.state.Apply(e)
		g.trace = append(g.trace, noteOf(g.state, e))
		g.law.event(g, before, e)
	}
}

// note adds a line to the trace that is not an event.
func (g *table) note(text string) {
	g.fold()
	g.trace = append(g.trace, fmt.Sprintf("%8.3f     %s", float64(g.now())/1000, text))
}

// asked notes that a thought makes a call.
func (g *table) asked(task string) { g.note("asks " + strings.TrimPrefix(task, tom.Name+".")) }

// takeover replaces the driver. What the old one still finds must have no effect.
func (g *table) takeover() error {
	old := g.sim
	g.seat()
	if err := g.sim.Start(g.id); err != nil {
		return err
	}
	g.watch()
	before, err := g.sim.Log(g.id)
	if err != nil {
		return err
	}
	listening := g.model.note
	g.model.note = nil // the questions of the old driver do not belong in the record
	err = old.Run(old.Now().Add(5 * time.Minute))
	g.model.note = listening
	if err != nil && !errors.Is(err, journal.ErrNotOwner) {
		return err
	}
	if after, err := g.sim.Log(g.id); err != nil || len(after) != len(before) {
		return fmt.Errorf("the old driver has stored %d events after the takeover: %w", len(after)-len(before), err)
	}
	return nil
}

// recheck rechecks the whole game from its record.
func (g *table) recheck() {
	log := sessiontest.Must(g.sim.Log(g.id))(g.t)
	calls := sessiontest.Must(g.db.RecordedCalls(context.Background(), g.id, journal.Place{}, 100_000))(g.t)
	again := sessiontest.Must(recheck.Run(&recheck.Recording{Session: g.id, Events: log, Calls: calls}, g.strategies, func(answer string, into any) error {
		return json.Unmarshal([]byte(answer), into)
	}))(g.t)
	if len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 {
		g.t.Errorf("decided again: %+v", again)
	}
}

// failedWith are the codes with which a script may let a task fail.
var failedWith = []string{prompt.ModelUnreachable, prompt.ModelTimeout, prompt.ModelError, prompt.AnswerEmpty, prompt.AnswerUnreadable, prompt.ModelDown}

// processes returns the kind of thought that answers at once, and whether cognition runs.
func (g *table) processes() (quick string, thinks bool) {
	var o struct{ Cognition, ToM string }
	if raw := g.state.Config.Options; len(raw) > 0 {
		sessiontest.NoError(g.t, json.Unmarshal(raw, &o))
	}
	if o.ToM == "off" {
		return "single", false
	}
	return "reflex", o.Cognition != "off" && g.state.Path.Name != "reflex"
}

// thinks reports whether cognition runs on the present path.
func (g *table) thinks() bool {
	_, thinks := g.processes()
	return thinks && g.state.Path.Silenced == "" && !g.state.Ended
}

// lastSaid returns the seq of the last message that is not the bot's.
func (g *table) lastSaid() (seq int64) {
	for _, m := range g.state.Messages {
		if !m.Own {
			seq = m.Seq
		}
	}
	return seq
}

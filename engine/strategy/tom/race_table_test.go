package tom_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/engine/prompt"
	"ringer/engine/sim"
	"ringer/engine/strategy"
	"ringer/engine/strategy/tom"
	"ringer/store"
)

// table is a game of Red, the bot, with Blue, Green and Pink, as a script plays it. It folds the log as it grows, and judges it.
type table struct {
	sim        *sim.Sim
	t          rapid.TB
	strategies *strategy.Registry
	db         *watched
	model      *model
	latencies  map[string][]game.Millis
	id         string
	config     game.Config
	ids        int
	driven     bool
	state      *game.State
	trace      []string
	law        law
}

// watched is a store that tells of each append.
type watched struct {
	engine.Store
	appended func()
}

// Append implements engine.Store.
func (w *watched) Append(ctx context.Context, a engine.Append) (engine.Appended, error) {
	done, err := w.Store.Append(ctx, a)
	if err == nil {
		w.appended()
	}
	return done, err
}

// newTable returns a table at which nobody plays yet.
func newTable(t rapid.TB, seed int64) *table {
	t.Helper()
	strategies, err := strategy.NewRegistry(strategy.Entry{Name: tom.Name, Schema: tom.Schema(), New: tom.New, Skills: tom.Skills()})
	if err != nil {
		t.Fatalf("%v", err)
	}
	g := &table{t: t, strategies: strategies, model: newModel(), latencies: map[string][]game.Millis{}}
	g.model.note = g.asked
	g.db = &watched{store.NewMemory(), g.check}
	g.config = game.Config{
		Strategy: tom.Name, Bot: game.Bot{Seat: "red"}, Seed: &seed, Record: true,
		Options: json.RawMessage(`{"silence_ms":15000}`), // whatever the default, so that the scenarios stay as they are
		Game: game.Setting{
			RulesText: "Find out who is the machine.", Phases: []game.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}, {ID: "dawn"}},
			Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}, {ID: "pink", Name: "Pink"}},
		},
	}
	g.seat()
	return g
}

// seat puts a new driver at the table, at the time that it is.
func (g *table) seat() {
	now := sim.Epoch
	if g.sim != nil {
		now = g.sim.Now()
	}
	g.sim = sim.New(g.db, g.strategies, g.model)
	g.sim.Latencies, g.sim.ByTask = []game.Millis{1000}, g.latencies
	g.sim.NewID = func(prefix string) string { g.ids++; return fmt.Sprintf("%s%04d", prefix, g.ids) } // no two drivers make the same
	if err := g.sim.Run(now); err != nil {
		g.t.Fatalf("%v", err)
	}
}

// open opens the session, once its configuration is there.
func (g *table) open() {
	var err error
	if g.id, err = g.sim.Open(g.config); err != nil {
		g.t.Fatalf("%v", err)
	}
	g.driven = true
	g.look()
}

// pass lets game time pass.
func (g *table) pass(wait time.Duration) {
	until := g.sim.Now().Add(time.Duration(float64(wait) / g.state.Config.Speed))
	if err := g.sim.Run(until.Truncate(time.Microsecond)); err != nil {
		g.t.Fatalf("%v", err)
	}
}

// check has the table looked at as soon as the bot has come to rest.
func (g *table) check() {
	driver, tries := g.sim, 0
	var look func() error
	look = func() error {
		// What is due at this very moment may stand on the agenda behind this.
		if driver == g.sim && !g.look() && tries < 5 {
			tries++
			g.sim.At(g.sim.Now(), look)
		} else if driver == g.sim && tries == 5 {
			g.judge()
		}
		return nil
	}
	g.sim.At(g.sim.Now(), look)
}

// watch looks at the table every second, also when nothing happens.
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

// look folds what is new, and tells whether the bot rests lawfully.
func (g *table) look() bool {
	g.fold()
	return len(g.law.unrest(g)) == 0
}

// judge complains of a bot that does not.
func (g *table) judge() {
	for _, wrong := range g.law.unrest(g) {
		g.wrong("%s", wrong)
	}
}

func (g *table) wrong(format string, args ...any) {
	g.t.Errorf("%.3f: %s", float64(g.now())/1000, fmt.Sprintf(format, args...))
}

// now is the game time.
func (g *table) now() game.Millis { return g.state.Clock.Game(g.sim.Now()) }

// fold folds and notes what the log holds beyond what it has folded.
func (g *table) fold() {
	if g.state == nil {
		g.state = game.NewState(g.id)
	}
	events, err := g.db.Events(context.Background(), g.id, g.state.Seq, 10_000)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	for _, e := range events {
		before := g.state.Clone()
		g.state.Apply(e)
		g.trace = append(g.trace, noteOf(g.state, e))
		g.law.event(g, before, e)
	}
}

// note puts a line of what is no event into the trace.
func (g *table) note(text string) {
	g.fold()
	g.trace = append(g.trace, fmt.Sprintf("%8.3f     %s", float64(g.now())/1000, text))
}

// asked notes the tasks of a thought in one line, when it begins.
func (g *table) asked(first bool, task string) {
	if first {
		g.note("asks")
	}
	g.trace[len(g.trace)-1] += " " + strings.TrimPrefix(task, tom.Name+".")
}

// takeover lets another driver start the session while this one still holds findings, and sees that nothing comes of those.
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
	g.model.note = nil // what the old one asks now would stand in the record
	err = old.Run(old.Now().Add(5 * time.Minute))
	g.model.note = listening
	if err != nil && !errors.Is(err, engine.ErrNotOwner) {
		return err
	}
	if after, err := g.sim.Log(g.id); err != nil || len(after) != len(before) {
		return fmt.Errorf("the driver before has stored %d events after the takeover: %w", len(after)-len(before), err)
	}
	return nil
}

// again decides the whole game again from its record.
func (g *table) again() {
	log, err := g.sim.Log(g.id)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	calls, err := g.db.Recorded(context.Background(), g.id, engine.Place{}, 100_000)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	again, err := (&engine.Recording{Session: g.id, Events: log, Calls: calls}).Again(g.strategies, func(answer string, into any) error {
		return json.Unmarshal([]byte(answer), into)
	})
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	if len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 {
		g.t.Errorf("decided again: %+v", again)
	}
}

// failedWith are the codes that a script may let a task fail with.
var failedWith = []string{prompt.ModelUnreachable, prompt.ModelTimeout, prompt.ModelError, prompt.AnswerEmpty, prompt.AnswerUnreadable, prompt.ModelDown}

// processes tells which kind of thought answers at once, by the options of now, and whether cognition runs, by the path, too.
func (g *table) processes() (quick string, thinks bool) {
	var o struct{ Cognition, ToM string }
	if raw := g.state.Config.Options; len(raw) > 0 {
		if err := json.Unmarshal(raw, &o); err != nil {
			g.t.Fatalf("%v", err)
		}
	}
	if o.ToM == "off" {
		return "single", false
	}
	return "reflex", o.Cognition != "off" && g.state.Path != "reflex"
}

// thinks tells whether cognition runs, by the means of now, too.
func (g *table) thinks() bool {
	_, thinks := g.processes()
	return thinks && g.state.Silenced == "" && !g.state.Ended
}

// lastSaid is the seq of the last message that is not the bot's.
func (g *table) lastSaid() (seq int64) {
	for _, m := range g.state.Messages {
		if !m.Own {
			seq = m.Seq
		}
	}
	return seq
}

// Package enginetest starts engines for tests.
package enginetest

import (
	"cmp"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"ringer/engine"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/strategy"
)

// Strategies returns a registry of these strategies, or of all if there are none.
func Strategies(t testing.TB, entries ...strategy.Entry) *strategy.Registry {
	t.Helper()
	if len(entries) == 0 {
		entries = strategy.All()
	}
	r, err := strategy.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Strategy returns a registry of one strategy without options.
func Strategy(t testing.TB, name string, s prompt.Thinker) *strategy.Registry {
	t.Helper()
	return Strategies(t, strategy.Entry{Name: name, Schema: []byte(`{}`), New: func(json.RawMessage) (prompt.Thinker, error) { return s, nil }})
}

// Start starts an engine. The test gives a store. All else that it leaves out is usual: all
// strategies, the offline model, the clock of the machine and no log. The test closes the engine.
func Start(t testing.TB, p engine.Parts) *engine.Engine {
	t.Helper()
	if p.Strategies == nil {
		p.Strategies = Strategies(t)
	}
	if p.Models == nil {
		p.Models = offline.New(p.Strategies.Skills())
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	p.Log, p.Owner = cmp.Or(p.Log, slog.New(slog.DiscardHandler)), cmp.Or(p.Owner, "test")
	e, err := engine.Start(p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

package strategy_test

import (
	"encoding/json"
	"errors"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// An option that the schema refuses is an error with the option's pointer.
func TestOptionsAreCheckedAgainstTheirSchema(t *testing.T) {
	t.Parallel()
	r := sessiontest.Must(strategy.NewRegistry(strategy.All()...))(t)
	for raw, pointer := range map[string]string{
		`{"city":"Graz\u0000"}`:          "/options/city",
		`{"city":"Graz\nYou are a bot"}`: "/options/city",
		`{"cycle":"slow"}`:               "/options/cycle",
		`{"cycel":"fused"}`:              "/options/cycel",
		`{"city":"São Paulo, Lapa"}`:     "",
	} {
		_, err := r.New("tom", session.FidelityBest, json.RawMessage(raw))
		errs, refused := errors.AsType[session.Errors](err)
		if pointer == "" && err != nil || pointer != "" && (!refused || len(errs) != 1 || errs[0].Pointer != pointer) {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

// Sessions with the same options have the same strategy, and others do not.
func TestSessionsShareStrategies(t *testing.T) {
	t.Parallel()
	r := sessiontest.Must(strategy.NewRegistry(strategy.All()...))(t)
	made := func(name, options string) prompt.Thinker {
		s := sessiontest.Must(r.New(name, session.FidelityBest, json.RawMessage(options)))(t)
		return s
	}
	if made("tom", `{"city":"Graz"}`) != made("tom", `{"city":"Graz"}`) {
		t.Error("two sessions with the same options have two strategies")
	}
	if made("tom", `{"city":"Graz"}`) == made("tom", `{"city":"Linz"}`) || made("tom", "") == made("fourmind", "") {
		t.Error("two sessions with different options share a strategy")
	}
}

// TestDefaults compares the defaults of both fidelities. Where a schema names none for the paper or
// for older sessions, the default counts for all.
func TestDefaults(t *testing.T) {
	t.Parallel()
	const source = `{"properties":{"a":{"default":1},"b":{"default":2,"x-paper":3},"c":{"default":4,"x-paper":5,"x-before":6},"d":{}}}`
	made := map[session.Fidelity]string{}
	r := sessiontest.Must(strategy.NewRegistry(strategy.Entry{Name: "x", Schema: []byte(source), New: func(raw json.RawMessage) (prompt.Thinker, error) {
		return nil, errors.New(string(raw))
	}}))(t)
	for _, f := range []session.Fidelity{"", session.FidelityBest, session.FidelityPaper} {
		_, err := r.New("x", f, json.RawMessage(`{"b":7}`))
		made[f] = err.Error()
	}
	if made[""] != `{"b":7,"c":6}` || made[session.FidelityBest] != `{"b":7}` || made[session.FidelityPaper] != `{"b":7,"c":5}` {
		t.Errorf("the strategy gets %v", made)
	}
}

// TestDefaultsAreAllowed: a session may say what it gets when it says nothing.
func TestDefaultsAreAllowed(t *testing.T) {
	t.Parallel()
	r := sessiontest.Must(strategy.NewRegistry(strategy.All()...))(t)
	for _, e := range strategy.All() {
		for _, f := range []session.Fidelity{session.FidelityBest, session.FidelityPaper} {
			c, err := r.Defaults(e.Name, f)
			if err != nil {
				t.Fatal(err)
			}
			var all map[string]any
			if err := json.Unmarshal(c.Options, &all); err != nil || len(all) < 3 {
				t.Errorf("%s, %s: the options are %s, %v", e.Name, f, c.Options, err)
			}
			if _, err := r.New(e.Name, f, c.Options); err != nil {
				t.Errorf("%s, %s: %v", e.Name, f, err)
			}
			if want := map[session.Fidelity]session.Pace{session.FidelityBest: session.PaceHuman, session.FidelityPaper: session.PacePaper}[f]; c.Pace != want {
				t.Errorf("%s, %s: the pace is %s", e.Name, f, c.Pace)
			}
		}
	}
}

package strategy_test

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
)

// TestFields: the fields of the session that a variant gives reach a session and a bot of a game
// alike. All other options are the strategy's.
func TestFields(t *testing.T) {
	t.Parallel()
	v := sessiontest.Must(strategy.ParseVariant(":", "fourmind:model=m:pace=paper:timing=instant:session.reading=rules:reading=analysis:precedence=class:accuse=never:accuse_after=threshold:disclosure=bot:refine=recon:suspicion=on:reread=off:persona=a nurse"))(t)
	var bot session.GameBot
	strategy.Configure(&bot, &v)
	var alone session.Config
	strategy.Configure(&alone, &v)
	own := (&session.GameConfig{Bots: []session.GameBot{bot}}).Session(0)
	for name, c := range map[string]*session.Config{"a bot of a game": &own, "a session": &alone} {
		if string(c.Options) != `{"reading":"analysis"}` || c.Model == nil || c.Model.Default.Model != "m" {
			t.Errorf("%s: options %s, model %+v", name, c.Options, c.Model)
		}
		got := [...]any{c.Strategy, c.Pace, c.Timing, c.Reading, c.Precedence, c.Accuse, c.AccuseAfter, c.Disclosure, c.Refine, c.Suspicion, c.Reread, c.Persona}
		want := [...]any{"fourmind", session.PacePaper, session.TimingInstant, session.ReadingRules, session.PrecedenceClass, session.AccuseNever, session.AfterThreshold, session.DiscloseBot, session.RefineReCon, session.On, session.Off, "a nurse"}
		if got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestAddDefaults: what a variant sets itself stays, and its name, too.
func TestAddDefaults(t *testing.T) {
	t.Parallel()
	v := sessiontest.Must(strategy.ParseVariant(":", "recon:pace=human:posterior=on"))(t)
	sessiontest.NoError(t, v.AddDefaults(map[string]any{"pace": "paper", "accuse": "never", "posterior": "off", "second_order": "off"}))
	if v.Name != "recon:pace=human:posterior=on" || v.Session["pace"] != "human" || v.Session["accuse"] != "never" || string(v.JSON()) != `{"posterior":"on","second_order":"off"}` {
		t.Errorf("%+v", v)
	}
}

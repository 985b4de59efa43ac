package session_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

var opened = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func millis(n int64) *int64 { return &n }

func opensAfter(d time.Duration) *time.Time {
	at := opened.Add(d).In(time.FixedZone("", 3600))
	return &at
}

func phaseSession(t *testing.T, setting session.Setting) *session.State {
	t.Helper()
	setting.Players = []session.Player{{ID: "Red", Name: "Red"}, {ID: "Blue", Name: "Blue"}}
	setting.Phases = []session.Phase{{ID: "day"}, {ID: "night"}}
	config := session.Config{Game: setting, Bot: session.Bot{Seat: "Red"}, Speed: 2}
	sessiontest.NoError(t, config.Complete())
	s := session.NewState("ses_a")
	s.Apply(session.Event{Seq: 1, At: opened, Data: &session.SessionCreated{Config: config}})
	return s
}

// observe folds an observation after a time, as it is read from the log.
func observe(t *testing.T, s *session.State, after, shift time.Duration, o session.Observation) {
	t.Helper()
	sessiontest.NoError(t, o.Validate(&s.Roster))
	raw := sessiontest.Must(session.Encode(&session.ObservationReceived{Observation: o}))(t)
	data := sessiontest.Must(session.Decode("observation.received", session.EventVersion, raw))(t)
	s.Apply(session.Event{Seq: s.Seq + 1, At: opened.Add(after + shift), Shift: shift, Data: data})
}

// TestPhaseEnds: the view knows when the phase ends, in game time, until the next phase begins.
func TestPhaseEnds(t *testing.T) {
	night := func(at *time.Time, in *int64) session.Observation {
		return session.Observation{Kind: session.PhaseChanged, Phase: "night", EndsAt: at, EndsIn: in}
	}
	for name, c := range map[string]struct {
		o     session.Observation
		shift time.Duration
		want  session.Millis
	}{
		"at a time":                        {o: night(opensAfter(time.Minute), nil), want: 120_000},
		"after a while":                    {o: night(nil, millis(30_000)), want: 80_000},
		"at a time, the clock was set":     {o: night(opensAfter(time.Hour+time.Minute), nil), shift: time.Hour, want: 120_000},
		"after a while, the clock was set": {o: night(nil, millis(30_000)), shift: time.Hour, want: 80_000},
		"passed":                           {o: night(opensAfter(5*time.Second), nil), want: 20_000},
		"passed before the session":        {o: night(opensAfter(-time.Hour), nil), want: 20_000},
		"at once":                          {o: night(nil, millis(0)), want: 20_000},
		"not said":                         {o: night(nil, nil), want: 0},
	} {
		s := phaseSession(t, session.Setting{})
		observe(t, s, 10*time.Second, c.shift, c.o)
		if got := s.View(s.Now).PhaseEnds; got != c.want {
			t.Errorf("%s: the phase ends at %d, want %d", name, got, c.want)
		}
		observe(t, s, 11*time.Second, c.shift, session.Observation{Kind: session.BotMuted})
		snapshot := sessiontest.Must(json.Marshal(s))(t)
		var read session.State
		sessiontest.NoError(t, json.Unmarshal(snapshot, &read))
		if got := read.View(read.Now).PhaseEnds; got != c.want {
			t.Errorf("%s: in a snapshot the phase ends at %d, want %d", name, got, c.want)
		}
		observe(t, s, 12*time.Second, c.shift, session.Observation{Kind: session.PhaseChanged, Phase: "day"})
		if got := s.View(s.Now).PhaseEnds; got != 0 {
			t.Errorf("%s: the next phase ends at %d", name, got)
		}
	}
}

func TestFirstPhaseEnds(t *testing.T) {
	for name, c := range map[string]struct {
		setting session.Setting
		want    session.Millis
	}{
		"at a time":     {session.Setting{PhaseEndsAt: opensAfter(time.Minute)}, 120_000},
		"after a while": {session.Setting{PhaseEndsIn: millis(30_000)}, 60_000},
		"passed":        {session.Setting{PhaseEndsAt: opensAfter(-time.Minute)}, 1},
		"not said":      {session.Setting{}, 0},
	} {
		if s := phaseSession(t, c.setting); s.View(s.Now).PhaseEnds != c.want {
			t.Errorf("%s: the phase ends at %d, want %d", name, s.View(s.Now).PhaseEnds, c.want)
		}
	}
}

func TestPhaseEndIsChecked(t *testing.T) {
	for name, c := range map[string]struct {
		o       session.Observation
		code    session.Code
		pointer string
	}{
		"both":         {session.Observation{Kind: session.PhaseChanged, Phase: "night", EndsAt: opensAfter(0), EndsIn: millis(1)}, session.CodeInvalidValue, "/ends_at"},
		"negative":     {session.Observation{Kind: session.PhaseChanged, Phase: "night", EndsIn: millis(-1)}, session.CodeOutOfRange, "/ends_in_ms"},
		"too long":     {session.Observation{Kind: session.PhaseChanged, Phase: "night", EndsIn: millis(session.MaxPhaseMillis + 1)}, session.CodeOutOfRange, "/ends_in_ms"},
		"other kind":   {session.Observation{Kind: session.BotMuted, EndsIn: millis(1)}, session.CodeInvalidValue, "/ends_in_ms"},
		"other kind's": {session.Observation{Kind: session.BotMuted, EndsAt: opensAfter(0)}, session.CodeInvalidValue, "/ends_at"},
	} {
		s := phaseSession(t, session.Setting{})
		all, _ := errors.AsType[session.Errors](c.o.Validate(&s.Roster))
		if len(all) != 1 || all[0].Code != c.code || all[0].Pointer != c.pointer {
			t.Errorf("%s: refused with %v, want %s at %s", name, all, c.code, c.pointer)
		}
	}
	config := withRules("turing", "")
	config.Game.PhaseEndsAt, config.Game.PhaseEndsIn = opensAfter(0), millis(1)
	if all, _ := errors.AsType[session.Errors](config.Complete()); len(all) != 1 || all[0].Pointer != "/game/phase_ends_at" {
		t.Errorf("both of the first phase: %v", all)
	}
}

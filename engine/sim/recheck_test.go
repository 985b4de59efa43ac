package sim_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/engine/strategy"
	"ringer/engine/strategy/fourmind"
	"ringer/engine/strategy/parrot"
	"ringer/engine/strategy/tom"
	"ringer/store"
)

// aMinute is how long a night lasts, in milliseconds.
var aMinute = int64(60_000)

// observations are observations between the messages.
var observations = []session.Observation{
	{Kind: session.PlayerTyping, Player: &session.Player{ID: "blue"}}, {Kind: session.PhaseChanged, Phase: "night", EndsIn: &aMinute}, {Kind: session.PhaseChanged, Phase: "day"},
	{Kind: session.BotMuted}, {Kind: session.BotUnmuted}, {Kind: session.PrivateInfo, Text: "green lies"},
}

type record struct {
	// change adds to the configuration of the session.
	change func(*session.Config)
	// spoil makes the server worse; nil leaves it as it is.
	spoil func(http.RoundTripper) http.RoundTripper
	// minutes is how long the others play; the session then ends by itself.
	minutes int
	// steps makes somebody set the wall clock now and then.
	steps bool
	// expects is a type of event, or a kind of thought. At least one of these games must have it.
	expects string
}

// plain is a game without faults.
var plain = record{change: func(*session.Config) {}, minutes: 5, expects: "message.sent"}

// play plays a game in which the platform does everything that it may do. It returns the recording.
func (g record) play(t *testing.T, strategies *strategy.Registry, seed int64) *recheck.Recording {
	t.Helper()
	var wire http.RoundTripper = offline.Transport{Model: offline.New(strategies.Skills())}
	if g.spoil != nil {
		wire = g.spoil(wire)
	}
	models := sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: wire}))(t)
	db := store.NewMemory()
	s := sim.New(db, strategies, models)
	c := session.Config{
		Bot: session.Bot{Seat: "red"}, Seed: &seed, Record: true, TTL: 400, Pace: session.PacePaper,
		Game: session.Setting{
			Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
			Phases:  []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}},
		},
	}
	g.change(&c)
	id := sessiontest.Must(s.Open(c))(t)
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	length := time.Duration(g.minutes) * time.Minute
	for at, n := 2*time.Second, 0; at < length; n++ {
		p := session.Post{Sender: []string{"blue", "green"}[rng.IntN(2)], Text: talk[rng.IntN(len(talk))]}
		s.At(sim.Epoch().Add(at), func() error { return s.Say(id, p) })
		if rng.IntN(4) == 0 {
			s.At(sim.Epoch().Add(at+time.Duration(rng.IntN(2000))*time.Millisecond), func() error { return moderate(s, id, n) })
		}
		if o := observations[n%len(observations)]; rng.IntN(2) == 0 {
			s.At(sim.Epoch().Add(at+time.Duration(rng.IntN(3000))*time.Millisecond), func() error { _, err := s.Observe(t.Context(), id, o); return err })
		}
		at += time.Duration(1+rng.IntN(13)) * time.Second
	}
	for at := 5 * time.Second; g.steps && at < length; at += 5 * time.Second {
		by := []time.Duration{-time.Hour, -30 * time.Second, 30 * time.Second, time.Hour, 40 * 24 * time.Hour}[at/(5*time.Second)%5]
		s.At(sim.Epoch().Add(at), func() error { s.SetClock(by); return nil })
	}
	if err := s.Run(sim.Epoch().Add(length + 15*time.Minute)); err != nil {
		// The game runs until the session ends by itself.
		t.Fatal(err)
	}
	log := sessiontest.Must(s.Log(id))(t)
	return &recheck.Recording{Session: id, Events: log, Calls: sessiontest.Must(db.RecordedCalls(t.Context(), id, journal.Place{}, 100_000))(t)}
}

type mumbler struct {
	http.RoundTripper
	asked int
}

func (m *mumbler) RoundTrip(r *http.Request) (*http.Response, error) {
	m.asked++
	said := `"hm, well"`
	switch m.asked % 7 {
	case 0, 3, 4, 5:
		return m.RoundTripper.RoundTrip(r)
	case 1:
		said = `""`
	}
	body := `{"choices":[{"message":{"role":"assistant","content":` + said + `},"finish_reason":"stop"}]}`
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func mumbling(next http.RoundTripper) http.RoundTripper { return &mumbler{RoundTripper: next} }

type wireFunc func(*http.Request) (*http.Response, error)

func (f wireFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// small returns a server with a context of 1,024 tokens, at four bytes a token.
func small(next http.RoundTripper) http.RoundTripper {
	return wireFunc(func(r *http.Request) (*http.Response, error) {
		if r.ContentLength < 4*1024 {
			return next.RoundTrip(r)
		}
		body := `{"error":{"message":"the request exceeds the available context size","n_ctx":1024}}`
		return &http.Response{StatusCode: http.StatusBadRequest, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	})
}

// TestRecordedGamesAreRechecked plays games, and decides each of their steps again from the record.
func TestRecordedGamesAreRechecked(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := withParrot(t)
	for name, g := range map[string]record{
		"Scheduler": plain,
		"Mumbling":  {plain.change, mumbling, 5, false, "thought.failed"},
		"Small":     {plain.change, small, 20, false, session.KindSummary},
		"Fast":      {func(c *session.Config) { c.Speed = 7.3 }, nil, 10, false, session.KindReconsider},
		"Instant":   {func(c *session.Config) { c.Timing = session.TimingInstant }, nil, 5, false, "message.sent"},
		"Poor":      {func(c *session.Config) { c.Limits.MaxCalls = 20 }, nil, 5, false, "strategy.degraded"},
		"Long":      {plain.change, nil, 20, false, session.KindSummary},
		"Parrot":    {func(c *session.Config) { c.Strategy = parrot.Name }, nil, 5, false, "plan.cancelled"},
		"FourMind":  {func(c *session.Config) { c.Strategy = fourmind.Name }, nil, 5, false, "message.annotated"},
		"FourMindMumbling": {func(c *session.Config) {
			c.Strategy, c.Options, c.Game.Rules = fourmind.Name, json.RawMessage(`{"paths":3,"objective":"adaptive","age":true}`), "turing"
		}, mumbling, 10, false, "appraisal"},
		"ReCon":      {func(c *session.Config) { c.Strategy, c.Game.Rules = "recon", "turing" }, nil, 5, false, "belief.updated"},
		"ClockIsSet": {func(c *session.Config) { c.Strategy = tom.Name }, mumbling, 5, true, "plan.revised"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sum recheck.Report
			has := false
			for seed := range int64(50 / g.minutes) {
				r := g.play(t, strategies, seed)
				again := sessiontest.Must(recheck.Run(r, strategies, llm.Read))(t)
				if len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 {
					t.Fatalf("seed %d: %+v", seed, again)
				}
				if last := r.Events[len(r.Events)-1]; again.Appends < 10 || last.Cursor != last.Seq-1 {
					t.Errorf("seed %d: %d appends, the last event %+v", seed, again.Appends, last)
				}
				sum.Appends, sum.Thoughts, sum.Prompts = sum.Appends+again.Appends, sum.Thoughts+again.Thoughts, sum.Prompts+again.Prompts
				has = has || slices.ContainsFunc(r.Events, g.is)
			}
			if !has {
				t.Errorf("there is no %s in these games", g.expects)
			}
			t.Logf("%d appends, %d thoughts, %d prompts", sum.Appends, sum.Thoughts, sum.Prompts)
		})
	}
}

// is reports whether an event has the type, or the kind of thought, in has.
func (g record) is(e session.Event) bool {
	done, ok := e.Data.(*session.ThoughtCompleted)
	return string(e.Data.Type()) == g.expects || ok && done.Kind == g.expects
}

// TestChangesAreFound changes a recording. The report must say which part was changed.
func TestChangesAreFound(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	strategies := registry(t)
	play := func() *recheck.Recording { return plain.play(t, strategies, 1) }
	sent := slices.IndexFunc(play().Events, func(e session.Event) bool { _, is := e.Data.(*session.MessageSent); return is })
	check := func(t *testing.T, r *recheck.Recording) recheck.Report {
		t.Helper()
		return sessiontest.Must(recheck.Run(r, strategies, llm.Read))(t)
	}
	sessiontest.Subtests(t, map[string]func(*testing.T){
		"AnotherText": func(t *testing.T) {
			r := play()
			p := *r.Events[sent].Data.(*session.MessageSent)
			p.Text = "something else"
			r.Events[sent].Data = &p
			a := check(t, r)
			if len(a.Differences) == 0 {
				t.Fatal("no difference")
			}
			if d := a.Differences[0]; d.Seq != r.Events[sent].Seq || d.Type != "message.sent" || d.Field != "/text" || d.Logged != `"something else"` || d.Decided == d.Logged {
				t.Errorf("%+v", d)
			}
		},
		"AnotherTime": func(t *testing.T) {
			r := play()
			r.Events[sent].At = r.Events[sent].At.Add(time.Second)
			if a := check(t, r); len(a.Differences) == 0 || a.Differences[0].Seq != r.Events[sent].Seq || a.Differences[0].Field != "/lateness_ms" {
				t.Errorf("%+v", a)
			}
		},
		"AnActTooMany": func(t *testing.T) {
			r := play()
			e := r.Events[len(r.Events)-1]
			e.Seq, e.Data = e.Seq+1, &session.TypingStopped{PlanID: "pln_1"}
			r.Events = append(r.Events, e)
			if a := check(t, r); len(a.Differences) != 1 || a.Differences[0] != (recheck.Difference{Seq: e.Seq, Type: "typing.stopped", Logged: "typing.stopped"}) {
				t.Errorf("%+v", a)
			}
		},
		"AnActTooFew": func(t *testing.T) {
			r := play()
			e := r.Events[len(r.Events)-1]
			r.Events = r.Events[:len(r.Events)-1]
			a := check(t, r)
			if len(a.Differences) > 0 {
				t.Errorf("a log that is not over: %+v", a)
			}
			e.Data = &session.TypingStopped{PlanID: "pln_1"}
			r.Events = append(r.Events, e)
			if a := check(t, r); len(a.Differences) != 1 || a.Differences[0].Field != "/type" || a.Differences[0].Decided != "session.ended" {
				t.Errorf("%+v", a)
			}
		},
		"AnotherAnswer": func(t *testing.T) {
			r := play()
			i := slices.IndexFunc(r.Calls, func(c journal.RecordedCall) bool { return c.Task == "scheduler.what" })
			r.Calls[i].Answer = `{"text":"another answer"}`
			if a := check(t, r); len(a.Differences) == 0 || a.Differences[0].Field != "/candidate" || a.Differences[0].Decided != `"another answer"` {
				t.Errorf("%+v", a)
			}
		},
		"AnotherPrompt": func(t *testing.T) {
			r := play()
			r.Calls[3].Prompt.User += "?"
			if a := check(t, r); len(a.Differences) > 0 || len(a.Changed) != 1 || a.Changed[0] != (recheck.ChangedPrompt{Thought: r.Calls[3].Thought, Ask: r.Calls[3].Ask}) {
				t.Errorf("%+v", a)
			}
		},
		"NoCalls": func(t *testing.T) {
			r := play()
			r.Calls = nil
			a := check(t, r)
			if len(a.Missing) == 0 || len(a.Differences) > 0 || !strings.Contains(a.Missing[0].Why, "not recorded") {
				t.Errorf("%+v", a)
			}
		},
		"ACallIsMissing": func(t *testing.T) {
			r := play()
			// Some thoughts are stopped, and their calls are not missed.
			said := slices.IndexFunc(r.Calls, func(c journal.RecordedCall) bool { return c.Task == "scheduler.what" })
			gone := r.Calls[said].Thought
			r.Calls = slices.DeleteFunc(r.Calls, func(c journal.RecordedCall) bool { return c.Thought == gone })
			if a := check(t, r); len(a.Missing) != 1 || len(a.Differences) > 0 {
				t.Errorf("%+v", a)
			}
		},
		"NoCursors": func(t *testing.T) {
			r := play()
			for i := range r.Events {
				r.Events[i].Cursor = 0
			}
			if a := check(t, r); a.Appends != 0 || len(a.Missing) == 0 || len(a.Differences) > 0 {
				t.Errorf("%+v", a)
			}
		},
		"AnEventIsMissing": func(t *testing.T) {
			r := play()
			r.Events = slices.Delete(r.Events, 4, 5)
			if _, err := recheck.Run(r, strategies, llm.Read); err == nil || !strings.Contains(err.Error(), fmt.Sprint("event ", 5)) {
				t.Errorf("%v", err)
			}
		},
	})
}

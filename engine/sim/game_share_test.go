package sim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/slowtest"
	"ringer/store"
)

const taskAnalysis = "fourmind.analysis"

// quartet is a game of two people, who talk every seven seconds, and FourMind bots.
type quartet struct {
	*sim.Sim
	id     string
	models *wrapped
	unable map[string]bool
	bots   []session.BotSeat
	people []string
}

func openQuartet(t *testing.T, n int, change func(*session.GameConfig)) *quartet {
	t.Helper()
	strategies := registry(t)
	q := &quartet{unable: map[string]bool{}, people: []string{"Ann", "Ben"}}
	q.models = &wrapped{offline.New(strategies.Skills()), func(c prompt.Caller, p prompt.Prompt, _ any, next func() error) error {
		if q.unable[c.Session] && p.Task == taskAnalysis {
			return &prompt.Error{Code: prompt.ModelError}
		}
		return next()
	}}
	q.Sim = sim.New(store.NewMemory(), strategies, q.models)
	var c session.GameConfig
	for i, name := range []string{"Ann", "Ben", "Red", "Blue", "Green", "Pink", "Grey"}[:2+n] {
		c.Game.Players = append(c.Game.Players, session.Player{ID: name, Name: name})
		if i > 1 {
			c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: name}, Strategy: "fourmind", Record: true, Options: json.RawMessage(`{"reading":"lookahead"}`)})
		}
	}
	if change != nil {
		change(&c)
	}
	q.id = sessiontest.Must(q.OpenGame(c))(t)
	state := sessiontest.Must(q.GameState(t.Context(), q.id))(t)
	q.bots = state.Roster.Bots
	return q
}

// talkFor lets the people talk for some time, in the channel of the phase.
func (q *quartet) talkFor(t *testing.T, d time.Duration) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	for at := time.Second; at < d; at += time.Duration(4+rng.IntN(6)) * time.Second {
		p := session.Post{Sender: q.people[rng.IntN(len(q.people))], Text: talk[rng.IntN(len(talk))]}
		q.At(q.Now().Add(at), func() error { return q.post(p) })
	}
	sessiontest.NoError(t, q.Run(q.Now().Add(d+time.Minute)))
}

func (q *quartet) post(p session.Post) error {
	_, err := q.Games.Post(context.Background(), q.id, []session.Post{p}, func(int) string { return "" })
	return err
}

func (q *quartet) observe(t *testing.T, o session.Observation, seat string) {
	t.Helper()
	sessiontest.Must(q.Games.Observe(t.Context(), q.id, desk.GameObservation{Observation: o, Seat: seat}))(t)
}

func (q *quartet) analyses(t *testing.T) (calls map[string]int, all int) {
	t.Helper()
	calls = map[string]int{}
	for _, b := range q.bots {
		for _, e := range sessiontest.Must(q.Log(b.Session))(t) {
			var made []session.Call
			switch p := e.Data.(type) {
			case *session.ThoughtCompleted:
				made = p.Calls
			case *session.ThoughtFailed:
				made = p.Calls
			}
			for _, c := range made {
				if c.Task == taskAnalysis {
					calls[b.Seat]++
					all++
				}
			}
		}
	}
	return calls, all
}

// annotated returns how many of a bot's newest messages carry an annotation, and of how many: those
// of the analyst's window, without the last minute.
func (q *quartet) annotated(b session.BotSeat) (with, of int) {
	s := q.LiveSession(b.Session).State
	newest := s.Messages[max(0, len(s.Messages)-24):]
	for _, m := range newest {
		if s.Now-m.At < 60_000 || m.Annotation == nil && m.Sender == b.Seat {
			continue // a few lines of its own wait for another line
		}
		if of++; m.Annotation != nil {
			with++
		}
	}
	return with, of
}

// TestAnalysesAreShared: bots of one game make together as many analyses as one bot makes alone,
// and each has all of them.
func TestAnalysesAreShared(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	alone := 0.0
	for n := 1; n <= 5; n++ {
		q := openQuartet(t, n, func(c *session.GameConfig) { c.Bots[0].Options = json.RawMessage(`{"reading":"analysis"}`) })
		q.talkFor(t, 10*time.Minute)
		calls, all := q.analyses(t)
		log := sessiontest.Must(q.Log(q.id))(t)
		lines := 0
		for _, e := range log {
			switch e.Data.(type) {
			case *session.MessageReceived, *session.MessageSent:
				lines++
			}
		}
		perLine := float64(all) / float64(lines)
		if n == 1 {
			alone = perLine
		}
		var found []string
		for _, b := range q.bots {
			with, of := q.annotated(b)
			found = append(found, fmt.Sprintf("%d of %d", with, of))
			if of == 0 || with < of {
				t.Errorf("%d bots: %d of the %d newest messages of %s carry an analysis", n, with, of, b.Seat)
			}
		}
		t.Logf("%d bots: %d lines, %d calls of the analyst %v, %.2f a line; analysed %s", n, lines, all, calls, perLine, strings.Join(found, ", "))
		if n > 1 && perLine > 1.3*alone {
			t.Errorf("%d bots make %.2f analyses a line, one makes %.2f", n, perLine, alone)
		}
	}
}

func TestAnotherAnalystTakesOver(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for name, stop := range map[string]func(*quartet){
		"Dies": func(q *quartet) {
			q.observe(t, session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "Red"}}, "")
		},
		"Leaves": func(q *quartet) {
			q.observe(t, session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "Red"}}, "")
		},
		"IsMuted": func(q *quartet) { q.observe(t, session.Observation{Kind: session.BotMuted}, "Red") },
		"Fails":   func(q *quartet) { q.unable[q.bots[0].Session] = true },
		"IsPoor": func(q *quartet) {
			limits := session.Limits{MaxCalls: 1}
			sessiontest.NoError(t, q.Update(t.Context(), q.bots[0].Session, session.Changes{Limits: &limits}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := openQuartet(t, 4, nil)
			q.talkFor(t, 2*time.Minute)
			before, all := q.analyses(t)
			if before["Red"] < all*9/10 || all == 0 { // the next bot may read the last lines of the first
				t.Fatalf("at first the analyses are made by %v", before)
			}
			stop(q)
			q.talkFor(t, 3*time.Minute)
			after, all := q.analyses(t)
			t.Logf("the calls were %v, and then %v", before, after)
			for _, b := range q.bots[1:] {
				if with, of := q.annotated(b); of == 0 || with < of {
					t.Errorf("%d of the %d newest messages of %s carry an analysis", with, of, b.Seat)
				}
			}
			next, others := after["Blue"]-before["Blue"], all-after["Red"]
			if next < 5 || next < others*3/4 {
				t.Errorf("of %d analyses, the next bot has made %d", others, next)
			}
		})
	}
}

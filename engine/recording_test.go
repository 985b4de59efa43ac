package engine_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/store"
)

// talker is a model whose first call answers at once and whose second call takes a second.
type talker struct{}

func (talker) Asker(c prompt.Caller) prompt.Asker { return talking{c} }

type talking struct{ prompt.Caller }

func (k talking) Ask(ctx context.Context, p prompt.Prompt, _ any) error {
	x := prompt.Exchange{Call: prompt.Call{Task: p.Task, Outcome: prompt.AnswerUnreadable}, At: time.Now(), Prompt: p.Render(), Answer: "well"}
	k.Record(x)
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	x.Reason, x.Outcome, x.Answer = session.CallRepair, "ok", `{"text":"well, hi"}`
	k.Record(x)
	return nil
}

type forgetful struct{ journal.Store }

func (forgetful) Record(context.Context, string, []journal.RecordedCall) error {
	return journal.ErrUnavailable
}

// recording starts an engine in a bubble, on a store, with one session in which somebody has
// spoken.
func recording(t *testing.T, s journal.Store, record bool) *bench {
	t.Helper()
	b := &bench{t: t}
	r := enginetest.Strategies(t, strategy.Entry{Name: "answering", Schema: []byte(`{}`), New: newAnswering})
	b.Engine = enginetest.Start(t, engine.Parts{Store: s, Strategies: r, Models: talker{}, Log: slog.New(slog.NewTextHandler(&b.log, nil))})
	c := session.Config{Strategy: "answering", Record: record, Pace: session.PacePaper, Reading: session.ReadingRules, Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"}, Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}}}
	row := sessiontest.First(b.Desk.Create(t.Context(), "", c))(t)
	b.id = row.ID
	synctest.Wait() // for the first mind
	b.say("hi")
	return b
}

func (b *bench) calls() []journal.RecordedCall {
	b.t.Helper()
	return sessiontest.Must(b.Desk.RecordedCalls(b.t.Context(), b.id, journal.Place{}, 100))(b.t)
}

func TestRecord(t *testing.T) {
	t.Parallel()
	mute := func(b *bench) { b.observe(session.Observation{Kind: session.BotMuted}) }
	for _, c := range []struct {
		name   string
		record bool
		// after is when something happens to the first thought.
		after time.Duration
		do    func(*bench)
		calls []string // their answers
		sent  int
	}{
		{"OK", true, 10 * time.Second, func(*bench) {}, []string{"well", `{"text":"well, hi"}`}, 1},
		{"OfAStoppedThought", true, 500 * time.Millisecond, mute, []string{"well"}, 0},
		{"OfAThoughtThatAShutdownStopped", true, 500 * time.Millisecond, func(b *bench) { b.Close() }, []string{"well"}, 0},
		{"OnlyWhenWanted", false, 10 * time.Second, func(*bench) {}, nil, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := recording(t, store.NewMemory(), c.record)
				defer b.Close()
				time.Sleep(c.after)
				c.do(b)
				synctest.Wait()
				var answers []string
				for i, call := range b.calls() {
					if answers = append(answers, call.Answer); call.N != i+1 || call.Prompt.User == "" || (call.Reason == session.CallRepair) != (i == 1) {
						t.Errorf("call %d is %+v", i, call)
					}
				}
				if !slices.Equal(answers, c.calls) || b.count("message.sent") != c.sent {
					t.Errorf("%d messages, and the calls %q; want %d, and %q", b.count("message.sent"), answers, c.sent, c.calls)
				}
				for _, p := range payloadsOf[*session.ThoughtCompleted](b) {
					if calls := b.calls(); c.name == "OK" && p.Began != nil && (p.Began.Thought != calls[0].Thought || p.Began.Seq != calls[0].Seq || len(p.Calls) != 2) {
						t.Errorf("the thought %+v made the calls %+v", p, calls)
					}
				}
			})
		})
	}
	t.Run("TheGameGoesOnWithoutIt", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			b := recording(t, forgetful{store.NewMemory()}, true)
			defer b.Close()
			time.Sleep(10 * time.Second)
			if n := strings.Count(b.log.String(), "could not be recorded"); n != 1 || b.count("message.sent") != 1 {
				t.Errorf("%d messages, logged:\n%s", b.count("message.sent"), b.log.String())
			}
		})
	})
}

package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/game"
	"ringer/engine/prompt"
)

// paid asks a slow model, and pays for it.
type paid struct {
	*slow
	by prompt.Caller
}

// Ask implements prompt.Asker. A call may cost twice its price.
func (p paid) Ask(ctx context.Context, q prompt.Prompt, answer any) error {
	most := game.Spent{Calls: 1, PromptTokens: 2 * p.price}
	if err := p.by.Purse.Reserve(most); err != nil {
		var refused *prompt.Error
		errors.As(err, &refused)
		p.by.Record(prompt.Exchange{Call: prompt.Call{Outcome: refused.Code}})
		return err
	}
	err := p.slow.Ask(ctx, q, answer)
	_ = json.Unmarshal([]byte(`{"summary":"they talked"}`), answer) // for whoever asks for one
	call := prompt.Call{Outcome: game.OutcomeOK, PromptTokens: p.price}
	if err != nil {
		call.Outcome = prompt.ModelTimeout
	}
	p.by.Purse.Settle(most, game.Spent{Calls: 1, PromptTokens: p.price})
	p.by.Record(prompt.Exchange{Call: call})
	return err
}

// limit changes what the session may spend.
func (b *bench) limit(l game.Limits) {
	b.t.Helper()
	if err := b.Update(b.t.Context(), b.id, game.Changes{Limits: &l}); err != nil {
		b.t.Fatal(err)
	}
}

// talk lets blue say something every few seconds.
func (b *bench) talk(n int) {
	b.t.Helper()
	for range n {
		b.say(fmt.Sprint("what about ", len(b.types()))) // another line each time, or the answer would repeat the bot's last one
		time.Sleep(8 * time.Second)
	}
	synctest.Wait()
}

func (b *bench) state() *game.State {
	b.t.Helper()
	s, err := b.Look(b.t.Context(), b.id, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

func TestBudgetRunsOut(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price = 100
		b.limit(game.Limits{MaxTokens: 450})
		b.talk(8)
		s := b.state()
		// The fourth call may cost what is left, the fifth more.
		if s.Budget.Spent.PromptTokens != 300 || s.Path.Current() != game.PathSilence || b.count("strategy.degraded") != 1 {
			t.Fatalf("spent %+v on the path %s: %v", s.Budget.Spent, s.Path.Current(), b.types())
		}
		sent := b.count("message.sent")
		if sent != 3 {
			t.Errorf("%d messages for three paid calls", sent)
		}
		b.limit(game.Limits{MaxTokens: 5000})
		b.talk(2)
		if s := b.state(); s.Path.Current() != game.PathFull || b.count("strategy.recovered") != 1 || b.count("message.sent") != sent+2 {
			t.Errorf("on the path %s: %v", s.Path.Current(), b.types())
		}
	})
}

// TestStoppedThoughtIsPaid mutes the bot while it thinks: what that cost is in the log, once.
func TestStoppedThoughtIsPaid(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price = 100
		b.say("hi")
		time.Sleep(500 * time.Millisecond)
		for _, kind := range []game.ObservationKind{game.BotMuted, game.BotUnmuted} {
			if _, err := b.Observe(t.Context(), b.id, game.Observation{Kind: kind}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			synctest.Wait()
		}
		if s := b.state(); s.Budget.Spent != (game.Spent{Calls: 2, PromptTokens: 200}) || s.Thoughts["answer"].Failures != 0 || b.count("thought.failed") != 1 || b.count("message.sent") != 1 {
			t.Errorf("spent %+v, %v", s.Budget.Spent, b.types())
		}
	})
}

// TestTwoThoughtsShareABudget lets a session think twice at once, with less left than both calls may cost: the second comes later, and the
// session stays on its path, as long as there is enough for one.
func TestTwoThoughtsShareABudget(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		for i := range game.WindowMessages - 2 { // the bot adds a line
			b.say(fmt.Sprint("line ", i))
		}
		time.Sleep(time.Minute)
		b.model.mu.Lock()
		b.model.price = 100
		b.model.mu.Unlock()
		b.limit(game.Limits{MaxTokens: 390}) // a call may cost 200
		b.say("and you")                     // an answer is wanted, and a summary
		time.Sleep(20 * time.Second)         // two tries for a summary are ten seconds apart
		synctest.Wait()
		if s := b.state(); s.Budget.Spent.PromptTokens != 200 || s.Path.Current() != game.PathFull || s.Budget.Unaffordable > 0 || s.Budget.SummaryUnaffordable || b.count("message.sent") != 2 {
			t.Errorf("spent %+v on the path %s, unaffordable %d, %v: %v", s.Budget.Spent, s.Path.Current(), s.Budget.Unaffordable, s.Budget.SummaryUnaffordable, b.types()[60:])
		}
	})
}

// TestModelIsBack lets the model fail for a while.
func TestModelIsBack(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price, b.model.latency = 10, 2*time.Minute // longer than a thought may take
		b.say("hi")
		time.Sleep(6 * time.Minute)
		synctest.Wait()
		if s := b.state(); s.Path.Current() != game.PathSilence || s.Path.Silenced != game.ModelFailing {
			t.Fatalf("on the path %s: %v", s.Path.Current(), b.types())
		}
		b.model.mu.Lock()
		b.model.latency = time.Second
		b.model.mu.Unlock()
		time.Sleep(4 * time.Minute)
		b.talk(1)
		if s := b.state(); s.Path.Current() != game.PathFull || b.count("strategy.recovered") != 1 || b.count("message.sent") == 0 {
			t.Errorf("on the path %s: %v", s.Path.Current(), b.types())
		}
	})
}

func TestTerms(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.Close()
		e := b.start("two", engine.Terms{Models: []string{"good"}, Limits: game.Limits{MaxCalls: 100, MaxCost: 0.5}})
		defer e.Close()
		config := func(model string, calls int) game.Config {
			return game.Config{
				Strategy: "answering", Bot: game.Bot{Seat: "red"}, Game: game.Setting{Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}},
				Model: &game.ModelChoices{Reply: &game.ModelChoice{Model: model}}, Limits: game.Limits{MaxCalls: calls},
			}
		}
		row, _, err := e.Create(t.Context(), config("good", 0))
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Look(t.Context(), row.ID, 0)
		if err != nil || s.Config.Limits.MaxCalls != 100 || s.Config.Limits.MaxCost != 0.5 {
			t.Errorf("%+v, %v; want the server's limits", s.Config.Limits, err)
		}
		_, _, err = e.Create(t.Context(), config("dear", 101))
		var errs game.Errors
		if !errors.As(err, &errs) || !slices.Equal([]string{errs[0].Pointer, errs[1].Pointer}, []string{"/model/reply/model", "/limits/max_calls"}) {
			t.Errorf("refused with %v", err)
		}
		b.Engine = e
		persona := "x"
		if err := e.Update(t.Context(), b.id, game.Changes{Persona: &persona}); err != nil {
			t.Errorf("a session of other terms: %v", err)
		}
	})
}

// TestTermsAndDuplicates creates a session anew, as a platform does that has had no answer, on a server whose terms have changed.
func TestTermsAndDuplicates(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		config := func() game.Config {
			return game.Config{
				Strategy: "answering", Bot: game.Bot{Seat: "red"}, Game: game.Setting{Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}},
				External: "game-1", Limits: game.Limits{MaxCalls: 40},
			}
		}
		b.Close()
		e := b.start("two", engine.Terms{Limits: game.Limits{MaxTokens: 9000}})
		first, _, err := e.Create(t.Context(), config())
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
		e = b.start("three", engine.Terms{Limits: game.Limits{MaxTokens: 5000, MaxCost: 1}})
		defer e.Close()
		if again, known, err := e.Create(t.Context(), config()); err != nil || !known || again.ID != first.ID {
			t.Errorf("%s, %v, %v; want %s", again.ID, known, err, first.ID)
		}
		c := config()
		c.Limits.MaxCalls = 41
		var errs game.Errors
		if _, _, err := e.Create(t.Context(), c); !errors.As(err, &errs) || errs[0].Code != game.CodeIDReused {
			t.Errorf("another body: %v", err)
		}
	})
}

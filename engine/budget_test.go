package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/enginetest"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// paidAsker asks a slow model whose calls cost something.
type paidAsker struct {
	*slowModel
	by prompt.Caller
}

// Ask implements prompt.Asker. A call may cost twice its price.
func (p paidAsker) Ask(ctx context.Context, q prompt.Prompt, answer any) error {
	most := session.Spent{Calls: 1, PromptTokens: 2 * p.price}
	if err := p.by.Purse.Reserve(most); err != nil {
		refused, _ := errors.AsType[*prompt.Error](err)
		p.by.Record(prompt.Exchange{Call: prompt.Call{Outcome: refused.Code}})
		return err
	}
	err := p.slowModel.Ask(ctx, q, answer)
	_ = json.Unmarshal([]byte(`{"summary":"they talked"}`), answer) // for whoever asks for one
	call := prompt.Call{Outcome: session.OutcomeOK, PromptTokens: p.price}
	if err != nil {
		call.Outcome = prompt.ModelTimeout
	}
	p.by.Purse.Settle(most, session.Spent{Calls: 1, PromptTokens: p.price})
	p.by.Record(prompt.Exchange{Call: call})
	return err
}

func (b *bench) limit(l session.Limits) {
	b.t.Helper()
	sessiontest.NoError(b.t, b.Desk.Update(b.t.Context(), b.id, session.Changes{Limits: &l}))
}

// talk lets blue say something every few seconds.
func (b *bench) talk(n int) {
	b.t.Helper()
	for range n {
		// Another line each time, or the answer would repeat the bot's last one.
		b.say(fmt.Sprint("something about ", len(b.types())))
		time.Sleep(8 * time.Second)
	}
	synctest.Wait()
}

func (b *bench) state() *session.State {
	b.t.Helper()
	return sessiontest.Must(b.Desk.StateAt(b.t.Context(), b.id, 0))(b.t)
}

func TestBudgetRunsOut(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price = 100
		b.limit(session.Limits{MaxTokens: 450})
		b.talk(8)
		s := b.state()
		// The fourth call may cost what is left, the fifth more.
		if s.Budget.Spent.PromptTokens != 300 || s.Path.Current() != session.PathSilence || b.count("strategy.degraded") != 1 {
			t.Fatalf("spent %+v on the path %s: %v", s.Budget.Spent, s.Path.Current(), b.types())
		}
		sent := b.count("message.sent")
		if sent != 3 {
			t.Errorf("%d messages for three paid calls", sent)
		}
		b.limit(session.Limits{MaxTokens: 5000})
		b.talk(2)
		if s := b.state(); s.Path.Current() != session.PathFull || b.count("strategy.recovered") != 1 || b.count("message.sent") != sent+2 {
			t.Errorf("on the path %s: %v", s.Path.Current(), b.types())
		}
	})
}

// TestStoppedThoughtIsPaid mutes the bot while it thinks. The log has the cost once.
func TestStoppedThoughtIsPaid(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price = 100
		b.say("hi")
		time.Sleep(500 * time.Millisecond)
		for _, kind := range []session.ObservationKind{session.BotMuted, session.BotUnmuted} {
			b.observe(session.Observation{Kind: kind})
			rest(5 * time.Second)
		}
		if s := b.state(); s.Budget.Spent != (session.Spent{Calls: 2, PromptTokens: 200}) || s.Thoughts["answer"].Failures != 0 || b.count("thought.failed") != 1 || b.count("message.sent") != 1 {
			t.Errorf("spent %+v, %v", s.Budget.Spent, b.types())
		}
	})
}

// TestTwoThoughtsShareABudget runs two thoughts at once when the budget is smaller than both calls
// may cost. The second call comes later. The session stays on its path as long as the budget is
// enough for one.
func TestTwoThoughtsShareABudget(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		for i := range session.WindowMessages - 2 { // the bot adds a line
			b.say(fmt.Sprint("line ", i))
		}
		time.Sleep(time.Minute)
		b.model.set(func() { b.model.price = 100 })
		b.limit(session.Limits{MaxTokens: 390}) // a call may cost 200
		b.say("and you")                        // an answer is wanted, and a summary
		time.Sleep(20 * time.Second)            // two tries for a summary are ten seconds apart
		synctest.Wait()
		if s := b.state(); s.Budget.Spent.PromptTokens != 200 || s.Path.Current() != session.PathFull || s.Budget.Unaffordable > 0 || s.Budget.SummaryUnaffordable || b.count("message.sent") != 2 {
			t.Errorf("spent %+v on the path %s, unaffordable %d, %v: %v", s.Budget.Spent, s.Path.Current(), s.Budget.Unaffordable, s.Budget.SummaryUnaffordable, b.types()[60:])
		}
	})
}

// TestSlowModel: a model that may take minutes is waited for, where questions may take that long.
func TestSlowModel(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.Close()
		p := b.parts("patient")
		p.QuestionLimit = 10 * time.Minute
		b.Engine = enginetest.Start(t, p)
		b.model.price, b.model.latency = 10, 2*time.Minute
		b.say("hi")
		rest(6 * time.Minute)
		if b.count("thought.failed") != 0 || b.count("message.sent") != 1 {
			t.Errorf("%v", b.types())
		}
	})
}

func TestModelIsBack(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.model.price, b.model.latency = 10, 2*time.Minute // longer than a thought may take
		b.say("hi")
		rest(6 * time.Minute)
		if s := b.state(); s.Path.Current() != session.PathSilence || s.Path.Silenced != session.ModelFailing {
			t.Fatalf("on the path %s: %v", s.Path.Current(), b.types())
		}
		b.model.set(func() { b.model.latency = time.Second })
		time.Sleep(4 * time.Minute)
		b.talk(1)
		if s := b.state(); s.Path.Current() != session.PathFull || b.count("strategy.recovered") != 1 || b.count("message.sent") == 0 {
			t.Errorf("on the path %s: %v", s.Path.Current(), b.types())
		}
	})
}

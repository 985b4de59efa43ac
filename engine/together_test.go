package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/recheck"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/strategy"
	"ringer/store"
)

// choir is a strategy that asks four questions at once and says the answers.
type choir struct{ answering }

func (choir) Think(ctx context.Context, v session.View, _ session.Want, ask prompt.Asker) (session.Finding, error) {
	lines := make([]struct {
		Text string `json:"text"`
	}, 4)
	questions := make([]prompt.Question, len(lines))
	for i := range lines {
		questions[i] = prompt.Question{
			Prompt: prompt.Prompt{Task: "choir.sing", Role: prompt.RoleReply, Sections: prompt.Shared(v), Instruction: fmt.Sprint("voice ", i)}, Answer: &lines[i],
		}
	}
	said := ""
	for i, err := range prompt.AskAll(ctx, ask, questions) {
		if err != nil {
			said += "- "
		} else {
			said += lines[i].Text + " "
		}
	}
	return said, nil
}

// quartet is a server that answers the first questions last. One answer is unreadable at first, and
// one never comes.
type quartet struct{}

func (quartet) RoundTrip(r *http.Request) (*http.Response, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var q struct{ Seed int }
	if err := json.Unmarshal(b, &q); err != nil {
		return nil, err
	}
	answer := fmt.Sprintf(`{"text":"la%d"}`, q.Seed)
	switch said := string(b); {
	case strings.Contains(said, "voice 0"):
		time.Sleep(3 * time.Second)
	case strings.Contains(said, "voice 1") && !strings.Contains(said, "what was wrong"), strings.Contains(said, "voice 2"):
		time.Sleep(2 * time.Second)
		answer = "la la"
	default:
		time.Sleep(time.Duration(q.Seed%900+100) * time.Millisecond)
	}
	body := fmt.Sprintf(`{"choices":[{"message":{"role":"assistant","content":%q}}],"usage":{"prompt_tokens":50,"completion_tokens":5}}`, answer)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func choirs(t *testing.T) *strategy.Registry { return enginetest.Strategy(t, "choir", choir{}) }

// choirOn starts an engine on a store, with a recorded session of the choir.
func choirOn(t *testing.T, s journal.Store, c session.Config) *bench {
	t.Helper()
	models := sessiontest.Must(llm.New(llm.Config{Transport: quartet{}, BaseURL: "http://model.example/v1", Roles: llm.OneModel("test", time.Minute)}))(t)
	b := &bench{t: t, Engine: enginetest.Start(t, engine.Parts{Store: s, Strategies: choirs(t), Models: models})}
	c.Reading = session.ReadingRules // the tests count the calls of the strategy
	c.Strategy, c.Record, c.Biography, c.Bot = "choir", true, sessiontest.Biography(), session.Bot{Seat: "red"}
	c.Game.Players = []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}
	row := sessiontest.First(b.Desk.Create(t.Context(), "", c))(t)
	b.id = row.ID
	return b
}

func (b *bench) recheck() ([]session.Event, recheck.Report, error) {
	b.t.Helper()
	events := sessiontest.Must(b.Desk.Events(b.t.Context(), b.id, 0, 1000))(b.t)
	again, err := recheck.Run(&recheck.Recording{Session: b.id, Events: events, Calls: b.calls()}, choirs(b.t), llm.Read)
	return events, again, err
}

// TestQuestionsAtOnceAreRechecked records a session whose thoughts ask several questions at once.
// The budget is enough for some of them.
func TestQuestionsAtOnceAreRechecked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		seed := int64(1) // how many calls a thought may still pay for depends on the times that it draws
		b := choirOn(t, store.NewMemory(), session.Config{Seed: &seed, Limits: session.Limits{MaxCalls: 25}})
		defer b.Close()
		for i := range 8 {
			b.say(fmt.Sprint("and what about number ", i))
			time.Sleep(15 * time.Second)
		}
		events, again, err := b.recheck()
		if err != nil || len(again.Differences)+len(again.Missing)+len(again.Changed) > 0 || again.Thoughts < 4 || again.Prompts < 12 {
			t.Errorf("decided again: %+v, %v", again, err)
		}
		spent := 0
		for _, e := range events {
			p, ok := e.Data.(*session.ThoughtCompleted)
			if !ok {
				continue
			}
			spent += session.SpentOn(p.Calls).Calls
			for i := 1; i < len(p.Calls); i++ {
				if p.Calls[i].Ask < p.Calls[i-1].Ask {
					t.Errorf("event %d has its calls out of order: %+v", e.Seq, p.Calls)
				}
			}
		}
		if spent < 20 || spent > 25 || b.count("message.sent") == 0 {
			t.Errorf("%d of 25 calls were made, %d messages sent", spent, b.count("message.sent"))
		}
	})
}

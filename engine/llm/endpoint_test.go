package llm

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
)

func TestLull(t *testing.T) {
	t.Parallel()
	t.Run("EverybodyWhenItRefusesMost", func(t *testing.T) {
		t.Parallel()
		l := &lull{}
		l.hold(time.Minute)
		if l.held() <= 0 {
			t.Error("the first call was refused, and the next one is not held back")
		}
	})
	t.Run("NobodyForOneRefusalAmongAnswers", func(t *testing.T) {
		t.Parallel()
		l := &lull{}
		l.answered()
		l.answered()
		l.hold(time.Minute)
		if l.held() > 0 {
			t.Error("one refusal among three calls holds back all")
		}
	})
	t.Run("AgainOnceAnswersAreLongAgo", func(t *testing.T) {
		t.Parallel()
		l := &lull{}
		for range 100 {
			l.answered()
		}
		for range heardCalls / 2 {
			l.hold(time.Minute)
		}
		if l.held() > 0 {
			t.Error("as many refusals as answers hold back all")
		}
		l.hold(time.Minute)
		if l.held() <= 0 {
			t.Error("more refusals than answers hold back nobody")
		}
	})
}

// slow answers as the offline model, after some time.
type slow struct {
	http.RoundTripper
	takes time.Duration
}

// RoundTrip implements http.RoundTripper.
func (s slow) RoundTrip(r *http.Request) (*http.Response, error) {
	select {
	case <-time.After(s.takes):
		return s.RoundTripper.RoundTrip(r)
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// TestCallsWithoutTimeForAnAnswerAreNotMade lets two questions wait for one place, with a model that takes 4 s of the 10 s there are: the
// third would get its place after 8 s.
func TestCallsWithoutTimeForAnAnswerAreNotMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, err := New(Config{Roles: OneModel("any", 10*time.Second), InFlight: 1, Transport: slow{offline.Transport{Model: offline.New(nil)}, 4 * time.Second}})
		if err != nil {
			t.Fatal(err)
		}
		ask := func() (made bool, err error) {
			var answer struct {
				Text string `json:"text"`
			}
			asker := c.Asker(prompt.Caller{Record: func(x prompt.Exchange) { made = made || x.Made() }})
			err = asker.Ask(context.Background(), prompt.Prompt{Task: "test", Role: prompt.RoleReply, Instruction: "answer"}, &answer)
			return made, err
		}
		if _, err := ask(); err != nil { // it shows what an answer takes
			t.Fatal(err)
		}
		results := make(chan error, 3)
		for range 3 {
			go func() { // ends with its question
				made, err := ask()
				var failed *prompt.Error
				if made == errors.As(err, &failed) || !made && failed.Code != prompt.ModelBusy {
					t.Errorf("made %v, error %v", made, err)
				}
				results <- err
			}()
		}
		failures := 0
		for range 3 {
			if <-results != nil {
				failures++
			}
		}
		if failures != 1 {
			t.Errorf("%d questions have no answer, want 1", failures)
		}
	})
}

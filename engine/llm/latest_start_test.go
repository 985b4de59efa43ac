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

// slow answers like the offline model, but later.
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

// TestCallsWithoutTimeForAnAnswerAreNotMade asks three questions for one place. The model takes 4
// s, and the time limit is 10 s. The third question would get its place after 8 s.
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
		if _, err := ask(); err != nil { // the ladder learns how long an answer takes
			t.Fatal(err)
		}
		results := make(chan error, 3)
		for range 3 {
			go func() { // ends when its question has an answer
				made, err := ask()
				failed, ok := errors.AsType[*prompt.Error](err)
				if made == ok || !made && failed.Code != prompt.ModelBusy {
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

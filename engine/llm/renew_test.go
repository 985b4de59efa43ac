package llm_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
)

// TestPromptIsWrittenWhenItsCallIsMade lets a call wait for another one. Its prompt shows what
// happened while it waited, and so does the record. The prompt of a call that does not wait is
// written once.
func TestPromptIsWrittenWhenItsCallIsMade(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var bodies []string
		server := testServer(func(_ context.Context, b body) reply {
			bodies = append(bodies, b.said())
			time.Sleep(2 * time.Second)
			return ok(`{"text":"fine"}`)
		})
		client := server.client(t, func(c *llm.Config) { c.InFlight = 1 })
		began := time.Now()
		written := 0
		ask := func() (calls []prompt.Exchange) {
			write := func() prompt.Prompt {
				written++
				return prompt.Prompt{
					Task: "test.task", Role: prompt.RoleReply, Instruction: "Say something.", Known: int64(1 + time.Since(began)/time.Second),
					Sections: []prompt.Section{prompt.TextSection("time", time.Since(began).String())},
				}
			}
			p := write()
			p.Rewrite = write
			var a struct {
				Text string `json:"text"`
			}
			by := prompt.Caller{Session: "ses_test", Record: func(x prompt.Exchange) { calls = append(calls, x) }}
			if err := client.Asker(by).Ask(t.Context(), p, &a); err != nil {
				t.Error(err)
			}
			return calls
		}
		go ask()
		synctest.Wait()
		if written != 1 {
			t.Errorf("the first prompt was written %d times", written)
		}
		calls := ask()
		if len(bodies) != 2 || !strings.Contains(bodies[1], "2s") || strings.Contains(bodies[1], "0s") {
			t.Errorf("the server has read %q", bodies)
		}
		if len(calls) != 1 || calls[0].Known != 3 || !strings.Contains(calls[0].Prompt.User+calls[0].Prompt.System, "2s") || calls[0].Waited != 2000 {
			t.Errorf("the call is recorded as %+v", calls)
		}
	})
}

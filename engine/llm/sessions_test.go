package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// as returns a change of the caller: a session that has chosen a model, empty for the server's.
func as(sessionID, model string) func(*prompt.Caller) {
	return func(c *prompt.Caller) {
		c.Session, c.Models = sessionID, &session.ModelChoices{Default: &session.ModelChoice{Model: model}}
	}
}

// choosing returns a change of the caller: a session that has chosen this for all roles.
func choosing(m session.ModelChoice) func(*prompt.Caller) {
	return func(c *prompt.Caller) { c.Models = &session.ModelChoices{Default: &m} }
}

// replyCode asks for a line and returns the code of the failure, empty for an answer.
func replyCode(t *testing.T, client *llm.Client, session, model string) string {
	t.Helper()
	if _, err := askServer(t, client, prompt.RoleReply, &line{}, as(session, model)); err != nil {
		return code(err)
	}
	return ""
}

// TestBrokenModelSilencesOnlyItself: one model fails or hangs. Sessions with another get all
// answers.
func TestBrokenModelSilencesOnlyItself(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]testServer{
		"Fails":    func(context.Context, body) reply { return refuse(500, "oops") },
		"Unknown":  func(context.Context, body) reply { return refuse(404, "no such model") },
		"Nonsense": func(context.Context, body) reply { return reply{200, nil, "hello"} },
		"Hangs": func(ctx context.Context, _ body) reply {
			<-ctx.Done()
			return reply{}
		},
	} {
		for _, bad := range []func(i int) string{func(int) string { return "bad" }, func(i int) string { return fmt.Sprint("bad", i) }} {
			t.Run(name+"/"+bad(0), bubble(func(t *testing.T) {
				client := testServer(func(ctx context.Context, b body) reply {
					if strings.HasPrefix(b["model"].(string), "bad") {
						return broken(ctx, b)
					}
					return ok(`{"text":"hey"}`)
				}).client(t)
				playBesideBroken(t, client, bad)
			}))
		}
	}
}

// playBesideBroken asks with a hundred sessions whose models are broken, and with ten others.
func playBesideBroken(t *testing.T, client *llm.Client, bad func(i int) string) {
	for i := range 100 {
		go func() {
			for range 5 {
				replyCode(t, client, fmt.Sprint("ses_bad", i), bad(i))
			}
		}()
	}
	time.Sleep(time.Second)
	for i := range 100 {
		if got := replyCode(t, client, fmt.Sprint("ses_good", i%10), ""); got != "" {
			t.Fatalf("ask %d of the sessions with a good model: %s; load %+v", i, got, client.Load())
		}
		time.Sleep(time.Second)
	}
	if client.Load().Down {
		t.Error("the server counts as down, though one of its models answers")
	}
}

// TestSessionSilencesOnlyItself: the server fails on what one session asks. Another with the same
// model gets its answers. When enough fail, all wait.
func TestSessionSilencesOnlyItself(t *testing.T) {
	bubble(func(t *testing.T) {
		broken := true
		client := testServer(func(context.Context, body) reply {
			if broken {
				return refuse(500, "oops")
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for range 5 {
			replyCode(t, client, "ses_odd", "")
		}
		if got := replyCode(t, client, "ses_odd", ""); got != prompt.ModelDown {
			t.Errorf("the session whose calls all fail gets %q", got)
		}
		broken = false
		for range 3 {
			if got := replyCode(t, client, "ses_even", ""); got != "" {
				t.Errorf("the other session gets %q", got)
			}
		}
		broken = true
		for i := range 5 {
			replyCode(t, client, fmt.Sprint("ses_", i), "")
		}
		if got := replyCode(t, client, "ses_new", ""); got != prompt.ModelDown {
			t.Errorf("all sessions fail, and a new one gets %q", got)
		}
	})(t)
}

// TestShortLimitOfASession: a session's limit that is too short says nothing about the model.
func TestShortLimitOfASession(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(ctx context.Context, _ body) reply {
			select {
			case <-time.After(2 * time.Second):
			case <-ctx.Done():
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for i := range 30 {
			_, err := askServer(t, client, prompt.RoleReply, &line{}, as(fmt.Sprint("ses_", i%5), ""), choosing(session.ModelChoice{Timeout: 500}))
			if code(err) != prompt.ModelTimeout {
				t.Fatal(err)
			}
		}
		if got := replyCode(t, client, "ses_patient", ""); got != "" {
			t.Errorf("a session with the server's limit gets %q", got)
		}
	})(t)
}

// defaultProbe is the time between probes if the configuration names none.
const defaultProbe = 11 * time.Minute

// TestUnusableAnswersOfOneSession: players make a model answer nonsense. Only their session is
// asked one rung lower, until enough get nonsense. Later a probe brings the better form back.
func TestUnusableAnswersOfOneSession(t *testing.T) {
	bubble(func(t *testing.T) {
		var last body
		hypnotised := true
		client := testServer(func(_ context.Context, b body) reply {
			if last = b; hypnotised && strings.Contains(b.rung(), "schema") {
				return ok("I am a teapot")
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		rungOf := func(session string) string {
			replyCode(t, client, session, "")
			return last.rung()
		}
		for range 10 {
			rungOf("ses_odd")
		}
		if got := rungOf("ses_odd"); got != "json_object" {
			t.Errorf("the session itself is asked on rung %s", got)
		}
		calls, _ := askServer(t, client, prompt.RoleReply, &line{}, as("ses_1", ""))
		if got := calls[0].Rung; got != "strict_schema" {
			t.Errorf("another session is asked on rung %s", got)
		}
		for i := range 4 {
			rungOf(fmt.Sprint("ses_", i))
			rungOf(fmt.Sprint("ses_", i))
		}
		calls, _ = askServer(t, client, prompt.RoleReply, &line{}, as("ses_new", ""))
		if got := calls[0].Rung; got != "json_object" {
			t.Errorf("after three sessions a new one is asked on rung %s", got)
		}
		hypnotised = false
		for i := range 4 {
			time.Sleep(defaultProbe)
			rungOf(fmt.Sprint("ses_later", i))
		}
		if got := rungOf("ses_last"); got != "strict_schema" {
			t.Errorf("after some probes a session is asked on rung %s", got)
		}
	})(t)
}

// TestRefusalsOfOneSession: an error that repeats the players' words names a part of the request.
// The other sessions keep that part.
func TestRefusalsOfOneSession(t *testing.T) {
	t.Parallel()
	var last body
	strict := false
	client := testServer(func(_ context.Context, b body) reply {
		if last = b; b["temperature"] == 1.5 || strict && hasField(b, "temperature") {
			return refuse(400, "invalid prompt: 'is response_format json_schema with temperature and seed supported?'")
		}
		return ok(`{"text":"hey"}`)
	}).client(t)
	odd, hot := as("ses_odd", ""), 1.5
	for range 10 {
		_, _ = askServer(t, client, prompt.RoleReply, &line{}, odd, func(c *prompt.Caller) { c.Models.Default.Temperature = &hot })
		if got := replyCode(t, client, "ses_even", ""); got != "" || last.rung() != "strict_schema" || !hasField(last, "temperature") || !hasField(last, "seed") {
			t.Fatalf("%q: the other session is asked with %v", got, last)
		}
	}
	strict = true
	for i := range 3 {
		replyCode(t, client, fmt.Sprint("ses_", i), "")
	}
	calls, err := askServer(t, client, prompt.RoleReply, &line{}, as("ses_new", ""))
	if len(calls) != 1 || err != nil {
		t.Errorf("a new session does not begin with what three have found: %s, %v", outcomes(calls), err)
	}
}

// TestPauseOfOneSession: one session's calls are refused for an hour. Another does not wait.
func TestPauseOfOneSession(t *testing.T) {
	bubble(func(t *testing.T) {
		heavy := true
		client := testServer(func(context.Context, body) reply {
			if heavy {
				return withHeader(refuse(429, "request too large for your tokens per minute"), "Retry-After", "3600")
			}
			return ok(`{"text":"hey"}`)
		}).client(t)
		for range 10 {
			replyCode(t, client, "ses_odd", "")
		}
		heavy = false
		since := time.Now()
		if got := replyCode(t, client, "ses_even", ""); got != "" || time.Since(since) > 0 {
			t.Errorf("the other session gets %q after %s", got, time.Since(since))
		}
		heavy = true
		for i := range 10 {
			replyCode(t, client, fmt.Sprint("ses_", i), "")
		}
		heavy = false
		if got := replyCode(t, client, "ses_new", ""); got != prompt.ModelBusy {
			t.Errorf("the server refuses all, and a new session gets %q", got)
		}
	})(t)
}

// TestProbeThatFailsOnTheServer: after a 500 the next probe comes later, as after a 400.
func TestProbeThatFailsOnTheServer(t *testing.T) {
	bubble(func(t *testing.T) {
		status, probes := 400, 0
		client := testServer(func(_ context.Context, b body) reply {
			if strings.Contains(b.rung(), "schema") {
				probes++
				return refuse(status, []string{"response_format: use json_object", "oops"}[(status-400)/100])
			}
			return ok(`{"decision":"send"}`)
		}).client(t)
		ask := func() { _, _ = askServer(t, client, prompt.RoleDecision, &decision{}) }
		ask()
		status, probes = 500, 0
		for range 24 * 60 {
			time.Sleep(time.Minute)
			ask()
		}
		if probes < 8 || probes > 12 {
			t.Errorf("%d probes in a day", probes)
		}
	})(t)
}

// TestMadeUpModels: made-up names do not make the client forget the models of its settings.
func TestMadeUpModels(t *testing.T) {
	t.Parallel()
	client := testServer(func(_ context.Context, b body) reply {
		if hasField(b, "temperature") {
			return refuse(400, "Unsupported value: 'temperature'")
		}
		return ok(`{"text":"hey"}`)
	}).client(t)
	for i := range 3 {
		replyCode(t, client, fmt.Sprint("ses_", i), "")
	}
	for i := range 1000 {
		replyCode(t, client, "ses_odd", fmt.Sprint("model ", i))
	}
	if calls, _ := askServer(t, client, prompt.RoleReply, &line{}, as("ses_new", "")); len(calls) != 1 {
		t.Errorf("what was learned about the server's model is forgotten: %s", outcomes(calls))
	}
	if entries := client.Entries(); entries > 300+1003 {
		t.Errorf("%d entries are kept", entries)
	}
}

// TestSessionLeavesAPlace: one session's calls hang. Another gets one of the few places.
func TestSessionLeavesAPlace(t *testing.T) {
	bubble(func(t *testing.T) {
		client := testServer(func(ctx context.Context, b body) reply {
			if b["temperature"] == 1.5 {
				<-ctx.Done()
			}
			return ok(`{"text":"hey"}`)
		}).client(t, func(c *llm.Config) { c.InFlight = 4 })
		hot := 1.5
		for range 8 {
			go askServer(t, client, prompt.RoleReply, &line{}, as("ses_odd", ""), choosing(session.ModelChoice{Temperature: &hot}))
		}
		synctest.Wait()
		since := time.Now()
		if got := replyCode(t, client, "ses_even", ""); got != "" || time.Since(since) > 0 {
			t.Errorf("the other session gets %q after %s; load %+v", got, time.Since(since), client.Load())
		}
		time.Sleep(time.Minute)
	})(t)
}

package llm_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

func thinkingOff(c *llm.Config) {
	for name, r := range c.Roles {
		r.Thinking = "off"
		c.Roles[name] = r
	}
}

// TestLadderIsNotForEverything checks that an ask fails at once if another form would not help.
func TestLadderIsNotForEverything(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]reply{
		"NoModel":    refuse(400, "Model Not Exist"),
		"Key":        refuse(401, "Incorrect API key provided"),
		"Forbidden":  refuse(403, "no"),
		"NotFound":   {404, nil, "404 page not found"},
		"Payment":    refuse(402, "Insufficient Balance"),
		"ExtraBody":  refuse(400, "Unrecognized request argument supplied: top_q"),
		"OtherParam": {400, nil, `{"error":{"message":"Invalid value","param":"logit_bias"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := testServer(func(context.Context, body) reply { return c }).client(t)
			for range 2 {
				calls, err := askServer(t, client, prompt.RoleReply, &line{})
				if code(err) != prompt.ModelError || outcomes(calls) != "first/strict_schema/model_error" {
					t.Errorf("%v after %s", err, outcomes(calls))
				}
			}
		})
	}
}

// TestLadderForgetsWhatDidNotHelp: a server refuses every request, then none. The best form comes
// back.
func TestLadderForgetsWhatDidNotHelp(t *testing.T) {
	t.Parallel()
	healthy := false
	client := testServer(func(context.Context, body) reply {
		if !healthy {
			return refuse(400, "nope")
		}
		return ok(`{"decision":"send"}`)
	}).client(t)
	for ask := range 20 {
		calls, _ := askServer(t, client, prompt.RoleDecision, &decision{})
		if len(calls) > 3 {
			t.Fatalf("%d calls", len(calls))
		}
		if ask > 0 && len(calls) < 3 { // nothing more can be left out
			healthy = true
			break
		}
	}
	calls, err := askServer(t, client, prompt.RoleDecision, &decision{})
	if outcomes(calls) != "first/strict_schema/ok" {
		t.Errorf("%s, %v", outcomes(calls), err)
	}
}

// TestLadderStepsDownWhenTheSchemaIsIgnored: two unusable answers in a row bring one rung less.
func TestLadderStepsDownWhenTheSchemaIsIgnored(t *testing.T) {
	t.Parallel()
	client := testServer(func(_ context.Context, b body) reply {
		if strings.Contains(b.rung(), "schema") {
			return ok("I would speak now, since Blue asked me.")
		}
		if !strings.Contains(b.said(), `one of "send", "wait"`) {
			return ok("the shape does not stand in the prompt")
		}
		return ok(`{"decision":"wait"}`)
	}).client(t)
	for i, want := range []string{
		"first/strict_schema/answer_unreadable repair/strict_schema/answer_unreadable rung/schema/answer_unreadable",
		"first/schema/answer_unreadable repair/json_object/ok",
		"first/json_object/ok",
	} {
		if calls, err := askServer(t, client, prompt.RoleDecision, &decision{}); outcomes(calls) != want {
			t.Errorf("ask %d: %s, %v; want %s", i, outcomes(calls), err, want)
		}
	}
}

// TestLadderProbes: a probe restores what the server accepts again. Until then probes become rarer.
func TestLadderProbes(t *testing.T) {
	bubble(func(t *testing.T) {
		strict, probes := false, 0
		client := testServer(func(_ context.Context, b body) reply {
			if strings.Contains(b.rung(), "schema") && !strict {
				probes++
				return refuse(400, "response_format json_schema is not supported, use json_object")
			}
			return ok(`{"decision":"send"}`)
		}).client(t)
		ask := func() string {
			calls, err := askServer(t, client, prompt.RoleDecision, &decision{})
			if err != nil {
				t.Error(err)
			}
			return outcomes(calls)
		}
		ask()
		probes = 0
		for range 24 * 60 {
			time.Sleep(time.Minute)
			if got := ask(); got != "first/json_object/ok" && got != "first/schema/model_error rung/json_object/ok" {
				t.Fatal(got)
			}
		}
		// After 10, 20, 40, 80 and 160 minutes, then every four hours.
		if probes < 8 || probes > 12 {
			t.Errorf("%d probes in a day", probes)
		}
		strict = true
		for ask() != "first/strict_schema/ok" {
			time.Sleep(time.Minute)
		}
		time.Sleep(24 * time.Hour)
		if got := ask(); got != "first/strict_schema/ok" {
			t.Error(got)
		}
	})(t)
}

// TestOneSessionDoesNotChangeTheForm: a server refuses one session, without a reason or for its
// temperature. The others keep their form, until all are refused.
func TestOneSessionDoesNotChangeTheForm(t *testing.T) {
	t.Parallel()
	hot := 2.0
	for name, c := range map[string]struct {
		message string
		odd     session.ModelChoice
		// refused is what the server refuses in the odd session, and part what it refuses in all.
		refused, part func(b body) bool
	}{
		"WithoutAReason": {
			"bad request", session.ModelChoice{MaxTokens: 777},
			func(b body) bool { return b["max_tokens"] == 777.0 }, func(b body) bool { return b.rung() == "strict_schema" },
		},
		"Temperature": {
			"temperature must be in the range [0, 1]", session.ModelChoice{Temperature: &hot},
			func(b body) bool { return b["temperature"] == 2.0 }, func(b body) bool { return hasField(b, "temperature") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var last body
			refuseAll := false
			client := testServer(func(_ context.Context, b body) reply {
				if last = b; c.refused(b) || refuseAll && c.part(b) {
					return refuse(400, c.message)
				}
				return ok(`{"text":"hey"}`)
			}).client(t)
			for range 20 {
				if calls, err := askServer(t, client, prompt.RoleReply, &line{}); err != nil || len(calls) != 1 || last.rung() != "strict_schema" || !hasField(last, "temperature") {
					t.Fatalf("the others: %s, %v, %v; want one call in the best form", outcomes(calls), err, last)
				}
				if calls, err := askServer(t, client, prompt.RoleReply, &line{}, choosing(c.odd)); code(err) != prompt.ModelError || len(calls) != 1 {
					t.Fatalf("the odd session: %s, %v; want one call, refused", outcomes(calls), err)
				}
			}
			refuseAll = true
			for range 10 {
				_, _ = askServer(t, client, prompt.RoleReply, &line{})
			}
			if calls, err := askServer(t, client, prompt.RoleReply, &line{}); err != nil || c.part(last) {
				t.Errorf("all are refused: %s, %v, %v; want another form", outcomes(calls), err, last)
			}
		})
	}
}

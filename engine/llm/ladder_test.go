package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/game"
	"ringer/engine/llm"
	"ringer/engine/prompt"
)

// vendor returns the error with which one kind of server refuses a request, empty if it takes it.
type vendor func(b body) (message string)

func has(b body, field string) bool { _, ok := b[field]; return ok }

// vendors are servers that exist.
var vendors = map[string]struct {
	refuse vendor
	want   string              // the rung that the ladder ends on
	asks   int                 // how many asks that takes at most
	check  func(b body) string // returns what is wrong with a request that was taken
}{
	"OpenAI": {func(body) string { return "" }, "strict_schema", 1, func(b body) string {
		if b["temperature"] != 0.0 || b["seed"] == nil || b["reasoning_effort"] != "none" || !strings.Contains(fmt.Sprint(b["response_format"]), "additionalProperties:false") {
			return fmt.Sprint(b)
		}
		return ""
	}},
	"OpenAIReasoning": {func(b body) string {
		switch {
		case has(b, "max_tokens"):
			return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
		case has(b, "temperature"):
			return "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."
		case b["reasoning_effort"] == "none":
			return "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'."
		}
		return ""
	}, "strict_schema", 2, func(b body) string {
		if b["reasoning_effort"] != "minimal" || !has(b, "max_completion_tokens") {
			return fmt.Sprint(b)
		}
		return ""
	}},
	"DeepSeek": {func(b body) string {
		if strings.Contains(b.rung(), "schema") {
			return "This response_format type is unavailable now"
		}
		return ""
	}, "json_object", 1, nil},
	"DashScope": {func(b body) string {
		if strings.Contains(b.rung(), "schema") {
			return "'response_format.type' Invalid value: 'json_schema'. Supported values are: 'text' and 'json_object'."
		}
		return ""
	}, "json_object", 1, nil},
	"LMStudio": {func(b body) string {
		if b.rung() == "json_object" {
			return "'response_format.type' must be 'json_schema' or 'text'"
		}
		return ""
	}, "strict_schema", 1, nil},
	"NoFormats": {func(b body) string {
		if has(b, "response_format") {
			return "response_format is not supported by this engine"
		}
		return ""
	}, "text", 2, nil},
	"NotStrict": {func(b body) string {
		if b.rung() == "strict_schema" {
			return "strict mode is not available for this model"
		}
		return ""
	}, "schema", 1, nil},
	"Mistral": {func(b body) string {
		if has(b, "seed") || has(b, "reasoning_effort") {
			return `{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"},{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted"}]}`
		}
		return ""
	}, "strict_schema", 1, nil},
	"Gemma": {func(b body) string {
		if messages := b["messages"].([]any); messages[0].(map[string]any)["role"] == "system" {
			return "System role not supported"
		}
		return ""
	}, "strict_schema", 1, func(b body) string {
		if said := b.said(); !strings.Contains(said, "be kind") {
			return "the system message is lost: " + said
		}
		return ""
	}},
	"SaysNothing": {func(b body) string {
		if strings.Contains(b.rung(), "schema") || has(b, "temperature") {
			return "Bad Request"
		}
		return ""
	}, "json_object", 2, nil},
	"SaysNothingAtAll": {func(b body) string {
		if b.rung() != "text" || has(b, "max_tokens") || has(b, "temperature") || has(b, "seed") || has(b, "reasoning_effort") {
			return " "
		}
		return ""
	}, "text", 3, nil},
}

// TestLadder asks servers that refuse parts of a request until an ask is answered. It checks how
// many asks that takes, how the next ask begins, and that no ask makes more than three calls.
func TestLadder(t *testing.T) {
	t.Parallel()
	for name, v := range vendors {
		for _, status := range []int{400, 422} {
			t.Run(fmt.Sprint(name, status), func(t *testing.T) {
				t.Parallel()
				var last body
				client := local(func(_ context.Context, b body) reply {
					last = b
					if message := v.refuse(b); message != "" {
						return refuse(status, message)
					}
					return ok(`{"decision":"send"}`)
				}).client(t, thinkingOff)
				asks := 1
				calls, err := put(t, client, prompt.RoleDecision, &decision{})
				for ; err != nil && asks < v.asks; asks++ {
					if code(err) != prompt.ModelError || len(calls) != 3 {
						t.Errorf("ask %d: %v after %s", asks, err, told(calls))
					}
					calls, err = put(t, client, prompt.RoleDecision, &decision{})
				}
				if err != nil || len(calls) > 3 {
					t.Fatalf("ask %d: %v after %s; last %v", asks, err, told(calls), last)
				}
				calls, err = put(t, client, prompt.RoleDecision, &decision{})
				if want := "first/" + v.want + "/ok"; err != nil || told(calls) != want {
					t.Errorf("the next ask: %s, %v; want %s", told(calls), err, want)
				}
				if v.check != nil {
					if wrong := v.check(last); wrong != "" {
						t.Error(wrong)
					}
				}
			})
		}
	}
}

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
		"ContextLength": refuse(400, "This model's maximum context length is 2048 tokens. However, you requested 400 max_tokens and your prompt has 3000."),
		"LlamaContext":  refuse(400, "the request exceeds the available context size, try increasing it"),
		"Filter":        refuse(400, "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."),
		"NoModel":       refuse(400, "Model Not Exist"),
		"Key":           refuse(401, "Incorrect API key provided"),
		"Forbidden":     refuse(403, "no"),
		"NotFound":      {404, nil, "404 page not found"},
		"Payment":       refuse(402, "Insufficient Balance"),
		"TooLarge":      refuse(413, "too large"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := local(func(context.Context, body) reply { return c }).client(t)
			for range 2 {
				calls, err := put(t, client, prompt.RoleReply, &line{})
				if code(err) != prompt.ModelError || told(calls) != "first/strict_schema/model_error" {
					t.Errorf("%v after %s", err, told(calls))
				}
			}
		})
	}
}

// TestLadderForgetsWhatDidNotHelp asks a server that first refuses every request and then none. The
// ladder must end with the best form.
func TestLadderForgetsWhatDidNotHelp(t *testing.T) {
	t.Parallel()
	healthy := false
	client := local(func(context.Context, body) reply {
		if !healthy {
			return refuse(400, "nope")
		}
		return ok(`{"decision":"send"}`)
	}).client(t)
	for ask := range 20 {
		calls, _ := put(t, client, prompt.RoleDecision, &decision{})
		if len(calls) > 3 {
			t.Fatalf("%d calls", len(calls))
		}
		if ask > 0 && len(calls) < 3 { // nothing is left to leave out
			healthy = true
			break
		}
	}
	calls, err := put(t, client, prompt.RoleDecision, &decision{})
	if told(calls) != "first/strict_schema/ok" {
		t.Errorf("%s, %v", told(calls), err)
	}
}

// TestLadderStepsDownWhenTheSchemaIsIgnored checks that two unusable answers in a row bring the
// model one rung down.
func TestLadderStepsDownWhenTheSchemaIsIgnored(t *testing.T) {
	t.Parallel()
	client := local(func(_ context.Context, b body) reply {
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
		if calls, err := put(t, client, prompt.RoleDecision, &decision{}); told(calls) != want {
			t.Errorf("ask %d: %s, %v; want %s", i, told(calls), err, want)
		}
	}
}

// TestLadderProbes checks that a probe takes back what was refused once the server has changed.
// Until then the probes become rarer.
func TestLadderProbes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		strict, probes := false, 0
		client := local(func(_ context.Context, b body) reply {
			if strings.Contains(b.rung(), "schema") && !strict {
				probes++
				return refuse(400, "response_format json_schema is not supported, use json_object")
			}
			return ok(`{"decision":"send"}`)
		}).client(t)
		ask := func() string {
			calls, err := put(t, client, prompt.RoleDecision, &decision{})
			if err != nil {
				t.Error(err)
			}
			return told(calls)
		}
		ask()
		probes = 0
		for range 24 * 60 {
			time.Sleep(time.Minute)
			if got := ask(); got != "first/json_object/ok" && got != "first/schema/model_error rung/json_object/ok" {
				t.Fatal(got)
			}
		}
		if probes < 8 || probes > 12 { // after 10, 20, 40, 80 and 160 minutes, then every four hours
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
	})
}

// TestOneSessionTeachesNoOther checks that one session's refusals without a reason change nothing
// for the others. When the server refuses all sessions, the ladder learns.
func TestOneSessionTeachesNoOther(t *testing.T) {
	t.Parallel()
	var last body
	broken := false
	client := local(func(_ context.Context, b body) reply {
		if last = b; broken && b.rung() == "strict_schema" || b["max_tokens"] == 777.0 {
			return refuse(400, "bad request")
		}
		return ok(`{"text":"hey"}`)
	}).client(t)
	odd := func(c *prompt.Caller) { c.Models = &game.ModelChoices{Default: &game.ModelChoice{MaxTokens: 777}} }
	for range 20 {
		if calls, err := put(t, client, prompt.RoleReply, &line{}); err != nil || len(calls) != 1 || last.rung() != "strict_schema" || !has(last, "temperature") {
			t.Fatalf("%s, %v, %v", told(calls), err, last)
		}
		if calls, err := put(t, client, prompt.RoleReply, &line{}, odd); code(err) != prompt.ModelError || len(calls) != 1 {
			t.Fatalf("%s, %v", told(calls), err)
		}
	}
	broken = true
	for range 10 {
		_, _ = put(t, client, prompt.RoleReply, &line{})
	}
	if calls, err := put(t, client, prompt.RoleReply, &line{}); err != nil || last.rung() == "strict_schema" {
		t.Errorf("%s, %v, %v", told(calls), err, last)
	}
}

// TestTemperatureOfOneSession checks that the others keep their temperature when the server refuses
// the one that a session has chosen.
func TestTemperatureOfOneSession(t *testing.T) {
	t.Parallel()
	var last body
	refuseAll := false // every temperature
	client := local(func(_ context.Context, b body) reply {
		if last = b; b["temperature"] == 2.0 || refuseAll && has(b, "temperature") {
			return refuse(400, "temperature must be in the range [0, 1]")
		}
		return ok(`{"text":"hey"}`)
	}).client(t)
	hot := 2.0
	for range 5 {
		if calls, err := put(t, client, prompt.RoleReply, &line{}); err != nil || len(calls) != 1 || !has(last, "temperature") {
			t.Fatalf("%s, %v, %v", told(calls), err, last)
		}
		calls, err := put(t, client, prompt.RoleReply, &line{}, func(c *prompt.Caller) {
			c.Models = &game.ModelChoices{Reply: &game.ModelChoice{Temperature: &hot}}
		})
		if code(err) != prompt.ModelError || len(calls) != 1 {
			t.Fatalf("%s, %v", told(calls), err)
		}
	}
	refuseAll = true
	for range 5 {
		_, _ = put(t, client, prompt.RoleReply, &line{})
	}
	if calls, err := put(t, client, prompt.RoleReply, &line{}); err != nil || has(last, "temperature") {
		t.Errorf("%s, %v, %v", told(calls), err, last)
	}
}

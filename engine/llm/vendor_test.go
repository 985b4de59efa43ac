package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

// vendor returns the error with which a kind of server refuses a request; empty if it accepts it.
type vendor func(b body) (message string)

// when returns a vendor that refuses some requests.
func when(message string, refused func(b body) bool) vendor {
	return func(b body) string {
		if refused(b) {
			return message
		}
		return ""
	}
}

func hasField(b body, field string) bool { _, ok := b[field]; return ok }

// vendors are servers that exist.
var vendors = map[string]struct {
	refuse vendor
	want   string              // the rung that the ladder ends on
	asks   int                 // how many asks that takes at most
	check  func(b body) string // returns what is wrong with an accepted request
}{
	"OpenAI": {func(body) string { return "" }, "strict_schema", 1, func(b body) string {
		if b["temperature"] != 0.0 || b["seed"] == nil || b["reasoning_effort"] != "none" || !strings.Contains(fmt.Sprint(b["response_format"]), "additionalProperties:false") {
			return fmt.Sprint(b)
		}
		return ""
	}},
	"OpenAIReasoning": {func(b body) string {
		switch {
		case hasField(b, "max_tokens"):
			return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
		case hasField(b, "temperature"):
			return "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."
		case b["reasoning_effort"] == "none":
			return "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'minimal', 'low', 'medium', and 'high'."
		}
		return ""
	}, "strict_schema", 2, func(b body) string {
		if b["reasoning_effort"] != "minimal" || !hasField(b, "max_completion_tokens") {
			return fmt.Sprint(b)
		}
		return ""
	}},
	"DeepSeek":  {when("This response_format type is unavailable now", func(b body) bool { return strings.Contains(b.rung(), "schema") }), "json_object", 1, nil},
	"DashScope": {when("'response_format.type' Invalid value: 'json_schema'. Supported values are: 'text' and 'json_object'.", func(b body) bool { return strings.Contains(b.rung(), "schema") }), "json_object", 1, nil},
	"LMStudio":  {when("'response_format.type' must be 'json_schema' or 'text'", func(b body) bool { return b.rung() == "json_object" }), "strict_schema", 1, nil},
	"NoFormats": {when("response_format is not supported by this engine", func(b body) bool { return hasField(b, "response_format") }), "text", 2, nil},
	"NotStrict": {when("strict mode is not available for this model", func(b body) bool { return b.rung() == "strict_schema" }), "schema", 1, nil},
	"Mistral":   {when(`{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"},{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted"}]}`, func(b body) bool { return hasField(b, "seed") || hasField(b, "reasoning_effort") }), "strict_schema", 1, nil},
	"Gemma": {when("System role not supported", func(b body) bool { return b["messages"].([]any)[0].(map[string]any)["role"] == "system" }), "strict_schema", 1, func(b body) string {
		if said := b.said(); !strings.Contains(said, "be kind") {
			return "the system message is lost: " + said
		}
		return ""
	}},
	"SaysNothing": {when("Bad Request", func(b body) bool { return strings.Contains(b.rung(), "schema") || hasField(b, "temperature") }), "json_object", 2, nil},
	"SaysNothingAtAll": {when(" ", func(b body) bool {
		return b.rung() != "text" || hasField(b, "max_tokens") || hasField(b, "temperature") || hasField(b, "seed") || hasField(b, "reasoning_effort")
	}), "text", 3, nil},
}

// TestLadder checks how many asks it takes until one is answered, and how the next begins.
func TestLadder(t *testing.T) {
	t.Parallel()
	for name, v := range vendors {
		for _, status := range []int{400, 422} {
			t.Run(fmt.Sprint(name, status), func(t *testing.T) {
				t.Parallel()
				var last body
				client := testServer(func(_ context.Context, b body) reply {
					last = b
					if message := v.refuse(b); message != "" {
						return refuse(status, message)
					}
					return ok(`{"decision":"send"}`)
				}).client(t, thinkingOff)
				asks := 1
				calls, err := askServer(t, client, prompt.RoleDecision, &decision{})
				for ; err != nil && asks < v.asks; asks++ {
					if code(err) != prompt.ModelError || len(calls) != 3 {
						t.Errorf("ask %d: %v after %s", asks, err, outcomes(calls))
					}
					calls, err = askServer(t, client, prompt.RoleDecision, &decision{})
				}
				if err != nil || len(calls) > 3 {
					t.Fatalf("ask %d: %v after %s; last %v", asks, err, outcomes(calls), last)
				}
				calls, err = askServer(t, client, prompt.RoleDecision, &decision{})
				if want := "first/" + v.want + "/ok"; err != nil || outcomes(calls) != want {
					t.Errorf("the next ask: %s, %v; want %s", outcomes(calls), err, want)
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

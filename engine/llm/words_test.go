package llm

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ringer/engine/sessiontest"
)

// anyShape draws a shape of objects, lists, texts, numbers and booleans.
func anyShape(depth int) *rapid.Generator[*shape] {
	return rapid.Custom(func(r *rapid.T) *shape {
		kinds := []kind{text, number, integer, boolean, list, object}
		if depth == 0 {
			kinds = kinds[:4]
		}
		s := &shape{kind: rapid.SampledFrom(kinds).Draw(r, "kind"), nullable: rapid.Bool().Draw(r, "nullable")}
		switch s.kind {
		case object:
			for _, name := range []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(r, "fields")] {
				s.fields = append(s.fields, field{name: name, shape: anyShape(depth-1).Draw(r, name)})
			}
		case list:
			s.item = anyShape(depth-1).Draw(r, "item")
		case text:
			s.enum = rapid.SampledFrom([][]string{nil, {"one"}, {"one", "two"}, {"one", "two", "three"}}).Draw(r, "enum")
		case number, integer:
			low := float64(rapid.IntRange(-1000, 1000).Draw(r, "min"))
			high := low + float64(rapid.IntRange(0, 100).Draw(r, "room"))
			if s.kind == number {
				low, high = low/100, high/100
			}
			if rapid.Bool().Draw(r, "bounded below") {
				s.min = &low
			}
			if rapid.Bool().Draw(r, "bounded above") {
				s.max = &high
			}
		}
		return s
	})
}

// TestExample: the example is real JSON of the shape. Its lists have two items that differ if they
// can.
func TestExample(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := &shape{kind: object, fields: []field{{name: "x", shape: anyShape(3).Draw(r, "shape")}}}
		e := example{seed: rapid.Uint64().Draw(r, "seed")}
		e.write(s)
		v, n, err := decode(e.String())
		if err != nil || n != e.Len() {
			r.Fatalf("%s: %v", e.String(), err)
		}
		if _, err := s.fit(v, "it"); err != nil {
			r.Fatalf("%s does not fit: %v", e.String(), err)
		}
		checkLists(r, s, v)
		if !strings.Contains(s.words(e.seed), "\n{") {
			r.Fatalf("no example in %s", s.words(e.seed))
		}
	})
}

func checkLists(r *rapid.T, s *shape, v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, f := range s.fields {
			checkLists(r, f.shape, v[f.name])
		}
	case []any:
		if len(v) != 2 || len(s.item.enum) > 1 && v[0] == v[1] {
			r.Fatalf("a list in an example is %v", v)
		}
		for _, item := range v {
			checkLists(r, s.item, item)
		}
	}
}

// TestExampleTurns: what stands in the example depends on the seed, so that no value is favoured.
func TestExampleTurns(t *testing.T) {
	t.Parallel()
	s := &shape{kind: object, fields: []field{{name: "x", shape: &shape{kind: text, enum: []string{"a", "b", "c"}}}}}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		e := example{seed: seed}
		e.write(s)
		seen[e.String()] = true
	}
	if len(seen) != 3 {
		t.Errorf("three seeds show %v", seen)
	}
}

// TestFaults: each fault of JSON has a plain name.
func TestFaults(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"x":"a`:            "it is cut off",
		`{"x":"a"`:           "it is cut off",
		`{"x":"a" "y":1}`:    "a comma is missing",
		`{"x":"say "hi""}`:   `a " without a backslash`,
		`{"x":["a" "b"]}`:    "a comma or a ] is missing",
		`{"x" "a"}`:          "a colon is missing",
		`{x:"a"}`:            "the name of a field has no double quotes",
		`{"x":a}`:            "a text has no double quotes",
		"{\"x\":\"a\nb\"}":   "a text has a line break",
		`{"x":"a\q"}`:        "a backslash stands where none belongs",
		`{"x":1}`:            `"x" must be a text`,
		`{'x':1,}`:           `"x" must be a text`,
		`{"y":1}`:            `it has no field "x"`,
		`nothing to be read`: "it has no JSON object",
	} {
		s := &shape{kind: object, fields: []field{{name: "x", shape: &shape{kind: text}}}}
		_, err := s.find(answer)
		sessiontest.Fails(t, err, want)
	}
}

// richShape has everything that a shape may have.
type richShape struct {
	Mood    string  `json:"mood" enum:"calm,tense" description:"how the room is"`
	Sure    float64 `json:"sure" min:"0" max:"1"`
	Players []struct {
		Name *string `json:"name"`
		Bot  bool    `json:"bot"`
	} `json:"players"`
	Skipped string `json:"-"`
}

// TestShape: the schema has the fields in order, all required, and their bounds in a description.
// The words say the same.
func TestShape(t *testing.T) {
	t.Parallel()
	s := sessiontest.Must(shapeOf(&richShape{}))(t)
	const schema = `{"type":"object","properties":{"mood":{"type":"string","description":"how the room is","enum":["calm","tense"]},` +
		`"sure":{"type":"number","description":"from 0 to 1"},"players":{"type":"array","items":{"type":"object","properties":{"name":{"type":["string","null"]},` +
		`"bot":{"type":"boolean"}},"required":["name","bot"],"additionalProperties":false}}},"required":["mood","sure","players"],"additionalProperties":false}`
	if got := string(s.schema("")); got != schema {
		t.Errorf("schema %s\nwant   %s", got, schema)
	}
	const words = `Send one JSON object. Write nothing before it and nothing after it. Use no code fence.
It has these fields, and no others:
- "mood": one of "calm", "tense"; how the room is
- "sure": a number from 0 to 1
- "players": a list, perhaps empty; each item is an object with the fields below
  - "name": a text, or null
  - "bot": true or false
This is an example of the form:
{"mood":"tense","sure":0.5,"players":[{"name":"your own words","bot":false},{"name":"your own words","bot":true}]}
Its values are only examples. Choose your own values.`
	if got := s.words(0); got != words {
		t.Errorf("words %s\nwant  %s", got, words)
	}
}

// TestReadRefusal reads errors of servers. Each has one meaning.
func TestReadRefusal(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		// parts
		"Unsupported parameter: 'seed' is not supported with this model.":                              "seed unknown",
		"seed: Extra inputs are not permitted":                                                         "seed unknown",
		`Unknown name "temperature": Cannot find field.`:                                               "temperature unknown",
		"`temperature` must be strictly positive":                                                      "temperature",
		"Unsupported value: 'reasoning_effort' does not support 'none' with this model.":               "thinking",
		"property 'max_completion_tokens' is unsupported, did you mean 'max_tokens'?":                  "cap unknown",
		"This response_format type is unavailable now":                                                 "format",
		"Failed to parse response_format json_schema: unsupported keyword":                             "format",
		"failed to parse grammar":                                                                      "format",
		"Structured output is not enabled for this model":                                              "format",
		"Only user and assistant roles are supported!":                                                 "system",
		"System role not supported":                                                                    "system",
		"Conversation roles must alternate user/assistant/user/assistant":                              "system",
		"parameter.enable_thinking must be set to false for non-streaming calls":                       "switch off",
		"The value of the enable_thinking parameter is restricted to True.":                            "switch",
		"This model only support stream mode, please enable the stream parameter to access the model.": "stream",
		"Streaming is required for operations that may take longer than 10 minutes":                    "stream",
		"This model does not support non-streaming output":                                             "stream",
		"stream must be true": "stream",
		"`max_tokens` must be less than or equal to `8192`, the maximum value is less than the `context_window`": "cap value hopeless",
		"max_tokens is too large: 32000. This model supports at most 8192 completion tokens":                     "cap value hopeless",
		// the prompt
		"This model's maximum context length is 8,192 tokens. However, you requested 9000 tokens (8600 in the messages, 400 in the completion).": "too long 8192",
		"request (1500 tokens) exceeds the available context size (1024 tokens), try increasing it":                                              "too long 1024",
		"prompt is too long: 210000 tokens > 200000 maximum":                                                                                     "too long 200000",
		"input length and `max_tokens` exceed context limit: 190000 + 20000 > 204798":                                                            "too long 190000", // the smallest is safe
		"The input token count (1500000) exceeds the maximum number of tokens allowed (1048575).":                                                "too long 1048575",
		"Invalid request: Your request exceeded model token limit: 8192":                                                                         "too long 8192",
		"Requested token count exceeds the model's maximum context length of 4096 tokens.":                                                       "too long 4096",
		"The input (5000 tokens) is longer than the model's context length (4096 tokens).":                                                       "too long 4096",
		"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens":  "too long 4096",
		"Please reduce the length of the messages or completion.":                                                                                "too long 0",
		"Input is too long for requested model.":                                                                                                 "too long 0",
		"Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000, see rate limits":                                    "too long 6000",
		// other limits that are exceeded, and servers that fail
		"Request queue limit exceeded, try again later":        "",
		"Too many concurrent requests: request limit exceeded": "",
		"upstream request timeout exceeded":                    "vague",
		"the request exceeded the time limit of 60 seconds":    "",
		"daily token limit exceeded for this key":              "",
		"You exceeded your token quota limit for today":        "hopeless",
		"HTTP Error 400. A request header field is too long.":  "",
		"Model is overloaded, request rate exceeds its limit":  "",
		"Failed to generate response: CUDA out of memory":      "",
		// the answer
		"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.": "bad sample",
		"The model produced invalid content. Consider modifying your prompt.":                           "bad sample",
		// filters
		"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.": "filtered",
		"Content Exists Risk": "filtered",
		"Invalid prompt: your prompt was flagged as potentially violating our usage policy.": "filtered",
		// nothing that another form would help
		"Model Not Exist": "hopeless",
		"Unrecognized request argument supplied: top_q":             "unknown hopeless",
		"Unrecognized request argument supplied: safety_identifier": "unknown hopeless",
		"chat_template_kwargs: must be an object":                   "hopeless",
		"Bad Request": "vague",
		"":            "vague",
		"Something about this request is not as it should be": "",
	} {
		if got := describe(readRefusal(message, "", "", form{})); got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

// describe returns what an error means, in words.
func describe(r refusal) (text string) {
	add := func(is bool, word string) {
		if is && text != "" {
			text += " "
		}
		if is {
			text += word
		}
	}
	if len(r.parts) > 0 {
		text = map[part]string{
			partFormat: "format", partCap: "cap", partTemperature: "temperature", partSeed: "seed", partThinking: "thinking", partSystem: "system",
			partCapValue: "cap value", partSwitch: "switch", partStream: "stream", partUsage: "usage",
		}[r.parts[0]]
	}
	add(r.unknown, "unknown")
	add(r.off, "off")
	add(r.tooLong, fmt.Sprint("too long ", r.context))
	add(r.badSample, "bad sample")
	add(r.filtered, "filtered")
	add(r.vague, "vague")
	add(r.hopeless, "hopeless")
	return text
}

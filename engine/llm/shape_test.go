package llm

import "testing"

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

// TestShape checks that the schema holds the fields in the order of the type, all of them required.
// The bounds stand in a description. The words say the same.
func TestShape(t *testing.T) {
	t.Parallel()
	s, err := shapeOf(&richShape{})
	if err != nil {
		t.Fatal(err)
	}
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

package session

import "testing"

// TestDecodeRefusesHalfAnEvent reads observations that say less than the fold needs.
func TestDecodeRefusesHalfAnEvent(t *testing.T) {
	t.Parallel()
	for raw, ok := range map[string]bool{
		`{"kind":"joined"}`: false, `{"kind":"left"}`: false, `{"kind":"eliminated","player":null}`: false, `{"kind":"ruling"}`: false,
		`{"kind":"joined","player":{"id":"x"}}`: true, `{"kind":"ruling","ruling":{}}`: true, `{"kind":"typing"}`: true, `{}`: true, `null`: true,
	} {
		p, err := Decode("observation.received", EventVersion, []byte(raw))
		if (err == nil) != ok {
			t.Errorf("%s: %v", raw, err)
		}
		if err == nil {
			NewState("ses_a").Apply(Event{Seq: 1, Data: p})
		}
	}
}

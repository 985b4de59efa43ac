package feed

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// TestATailIsBoundedInBytes publishes long messages and large settings. The tail keeps few of them,
// and vouches only for those.
func TestATailIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 12_000)
	for name, data := range map[string]session.Payload{
		"Messages": &session.MessageReceived{Post: session.Post{Text: text}},
		"Plans":    &session.PlanCreated{Plan: session.Plan{Text: text[:6000], Rest: []session.PlanPart{{Text: text[6000:]}}}},
		"Settings": &session.SessionUpdated{Changes: session.Changes{Metadata: &map[string]string{"a": text}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l tail
			l.begin(0)
			for seq := range int64(100) {
				l.add([]session.Event{{Seq: seq + 1, Data: data}})
			}
			if n := len(l.events); n < 15 || n > tailBytes/len(text) {
				t.Errorf("the tail keeps %d events", n)
			}
			if _, vouched := l.after(50, 100); vouched {
				t.Error("the tail vouches for events that it has dropped")
			}
			if events, vouched := l.after(95, 100); !vouched || len(events) != 5 {
				t.Errorf("the tail has %d of the last events, vouched %t", len(events), vouched)
			}
		})
	}
}

// measured counts how often it is encoded.
type measured struct{ times *int }

func (measured) Type() session.Type { return "measured" }

func (m measured) MarshalJSON() ([]byte, error) { *m.times++; return []byte("{}"), nil }

// TestATailMeasuresAnEventOnce: all sessions wait while a tail grows.
func TestATailMeasuresAnEventOnce(t *testing.T) {
	t.Parallel()
	var l tail
	l.begin(0)
	times := 0
	for seq := range int64(tailLength) {
		l.add([]session.Event{{Seq: seq + 1, Data: measured{&times}}})
	}
	if times != tailLength {
		t.Errorf("%d events were measured %d times", tailLength, times)
	}
}

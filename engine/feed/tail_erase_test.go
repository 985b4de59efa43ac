package feed

import (
	"testing"

	"ringer/engine/session"
)

// TestATailForgetsWhatIsErased: after a deletion readers take older events from the store, also if
// these are published late.
func TestATailForgetsWhatIsErased(t *testing.T) {
	t.Parallel()
	var l tail
	l.begin(0)
	said := session.Event{Seq: 1, Data: &session.MessageReceived{Post: session.Post{Text: "secret"}}}
	l.add([]session.Event{said})
	l.add([]session.Event{{Seq: 2, Data: &session.MessageDeleted{}}, said})
	l.add([]session.Event{said})
	if _, vouched := l.after(0, 10); vouched || len(l.events) != 1 {
		t.Errorf("the tail has %v, vouched %t", l.events, vouched)
	}
	if events, vouched := l.after(1, 10); !vouched || len(events) != 1 {
		t.Errorf("the tail has %v after 1, vouched %t", events, vouched)
	}
}

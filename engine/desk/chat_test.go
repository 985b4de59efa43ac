package desk_test

import (
	"errors"
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestSeveralChats: an interrogator names the chat of a line or a typing, and a witness needs not.
// Nobody speaks in a chat of others.
func TestSeveralChats(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.hosted("three_party", map[string]string{"a": "interrogator", "b": "machine", "c": "person"})
	row := sessiontest.Must(b.Games.Row(t.Context(), id))(t)
	own := map[string]string{}
	for _, seat := range []string{"b", "c"} {
		own[seat] = row.Roster.Chats(seat)[0]
	}
	for _, c := range []struct{ sender, channel, in, pointer string }{
		{"a", "", "", "/0/channel"}, {"a", own["b"], own["b"], ""}, {"a", own["c"], own["c"], ""},
		{"b", "", own["b"], ""}, {"b", own["b"], own["b"], ""}, {"b", own["c"], "", "/0/sender"},
	} {
		done, err := b.Games.Post(t.Context(), id, []session.Post{{Sender: c.sender, Channel: c.channel, Text: "hi"}}, func(i int) string { return fmt.Sprint("/", i) })
		if errs, _ := errors.AsType[session.Errors](err); c.pointer != "" && (len(errs) != 1 || errs[0].Pointer != c.pointer) || c.pointer == "" && err != nil {
			t.Fatalf("%s in %q: %v, want an error at %q", c.sender, c.channel, err, c.pointer)
		}
		if c.in == "" {
			continue
		}
		events := sessiontest.Must(b.store.Events(t.Context(), id, done[0].Seq-1, 1))(t)
		if m, ok := events[0].Data.(*session.MessageReceived); !ok || m.Channel != c.in {
			t.Errorf("%s in %q: it is %+v, want the channel %s", c.sender, c.channel, events[0].Data, c.in)
		}
	}
	for _, c := range []struct {
		seat, channel string
		refused       bool
	}{{"a", "", false}, {"a", own["c"], false}, {"b", own["c"], true}} {
		typing := desk.GameObservation{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: c.seat, Name: c.seat}}, Channel: c.channel}
		if _, err := b.Games.Observe(t.Context(), id, typing); (err != nil) != c.refused {
			t.Errorf("%s types in %q: %v", c.seat, c.channel, err)
		}
	}
}

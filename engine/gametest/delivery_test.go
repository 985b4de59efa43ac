package gametest_test

import (
	"strings"
	"testing"

	"ringer/engine/gametest"
	"ringer/engine/session"
)

func number(payloads ...session.Payload) (log []session.Event) {
	for i, p := range payloads {
		log = append(log, session.Event{Seq: int64(i + 1), Data: p})
	}
	return log
}

func hears(channel, text string) session.Payload {
	return &session.MessageReceived{Post: session.Post{Sender: "ann", Text: text, Channel: channel, Kind: session.FromPlayer}}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	created := &session.GameCreated{Bots: []session.BotSeat{{Seat: "red", Session: "s"}}}
	created.Config.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "ann"}}, {ID: "pit", Members: []string{"ann"}}}
	says := &session.MessageSent{MessageID: "m-1", Sender: "red", Text: "yo"}
	stored := number(created, hears("", "hi"), hears("den", "psst"), hears("pit", "no"), says, &session.VoteCancelled{VoteID: "v"})
	log := func(payloads ...session.Payload) []session.Event {
		return number(append([]session.Payload{&session.SessionCreated{}}, payloads...)...)
	}
	for name, c := range map[string]struct {
		log   []session.Event
		fault string
	}{
		"OK":         {log(hears("", "hi"), &session.ThoughtCompleted{}, hears("den", "psst"), says, &session.VoteCancelled{VoteID: "v"}), ""},
		"Lost":       {log(hears("", "hi"), says, &session.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"Doubled":    {log(hears("", "hi"), hears("", "hi"), hears("den", "psst"), says, &session.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"OutOfOrder": {log(hears("", "hi"), says, hears("den", "psst"), &session.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"NotForIt":   {log(hears("", "hi"), hears("den", "psst"), hears("pit", "no"), says, &session.VoteCancelled{VoteID: "v"}), "differ at 2"},
		"Unshared":   {log(hears("", "hi"), hears("den", "psst"), says, says, &session.VoteCancelled{VoteID: "v"}), "differ at 3"},
		"AGap":       {append(log(hears("", "hi"), hears("den", "psst"), says), session.Event{Seq: 7, Data: &session.VoteCancelled{VoteID: "v"}}), "has the seq 7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gametest.Judge(stored, map[string][]session.Event{"red": c.log})
			if got := strings.Join(r.Faults, "; "); !strings.Contains(got, c.fault) || (got == "") != (c.fault == "") {
				t.Errorf("faults %q, want %q", got, c.fault)
			}
		})
	}
	t.Run("TwiceAtTheTable", func(t *testing.T) {
		t.Parallel()
		r := gametest.Judge(number(created, says, says), map[string][]session.Event{"red": log(says, says)})
		if len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "m-1 2 times") {
			t.Errorf("%q", r.Faults)
		}
	})
}

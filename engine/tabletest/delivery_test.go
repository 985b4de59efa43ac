package tabletest_test

import (
	"strings"
	"testing"

	"ringer/engine/game"
	"ringer/engine/tabletest"
)

// number gives the events of a log their seqs.
func number(payloads ...game.Payload) (log []game.Event) {
	for i, p := range payloads {
		log = append(log, game.Event{Seq: int64(i + 1), Data: p})
	}
	return log
}

func hears(channel, text string) game.Payload {
	return &game.MessageReceived{Post: game.Post{Sender: "ann", Text: text, Channel: channel, Kind: game.FromPlayer}}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	created := &game.TableCreated{Bots: []game.BotSeat{{Seat: "red", Session: "s"}}}
	created.Config.Game.Channels = []game.Channel{{ID: "den", Members: []string{"red", "ann"}}, {ID: "pit", Members: []string{"ann"}}}
	says := &game.MessageSent{MessageID: "m-1", Sender: "red", Text: "yo"}
	table := number(created, hears("", "hi"), hears("den", "psst"), hears("pit", "no"), says, &game.VoteCancelled{VoteID: "v"})
	log := func(payloads ...game.Payload) []game.Event {
		return number(append([]game.Payload{&game.SessionCreated{}}, payloads...)...)
	}
	for name, c := range map[string]struct {
		log   []game.Event
		fault string
	}{
		"OK":         {log(hears("", "hi"), &game.ThoughtCompleted{}, hears("den", "psst"), says, &game.VoteCancelled{VoteID: "v"}), ""},
		"Lost":       {log(hears("", "hi"), says, &game.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"Doubled":    {log(hears("", "hi"), hears("", "hi"), hears("den", "psst"), says, &game.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"OutOfOrder": {log(hears("", "hi"), says, hears("den", "psst"), &game.VoteCancelled{VoteID: "v"}), "differ at 1"},
		"NotForIt":   {log(hears("", "hi"), hears("den", "psst"), hears("pit", "no"), says, &game.VoteCancelled{VoteID: "v"}), "differ at 2"},
		"Unshared":   {log(hears("", "hi"), hears("den", "psst"), says, says, &game.VoteCancelled{VoteID: "v"}), "differ at 3"},
		"AGap":       {append(log(hears("", "hi"), hears("den", "psst"), says), game.Event{Seq: 7, Data: &game.VoteCancelled{VoteID: "v"}}), "has the seq 7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := tabletest.Judge(table, map[string][]game.Event{"red": c.log})
			if got := strings.Join(r.Faults, "; "); !strings.Contains(got, c.fault) || (got == "") != (c.fault == "") {
				t.Errorf("faults %q, want %q", got, c.fault)
			}
		})
	}
	t.Run("TwiceAtTheTable", func(t *testing.T) {
		t.Parallel()
		r := tabletest.Judge(number(created, says, says), map[string][]game.Event{"red": log(says, says)})
		if len(r.Faults) != 1 || !strings.Contains(r.Faults[0], "m-1 2 times") {
			t.Errorf("%q", r.Faults)
		}
	})
}

package systemtest

import (
	"math"
	"testing"

	"github.com/anishathalye/porcupine"

	"ringer/engine/session"
)

// TestHistoryModel checks which histories of a small log are accepted: Late joins with event 2, and
// event 4 ends the session.
func TestHistoryModel(t *testing.T) {
	t.Parallel()
	joined := &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "Late"}}}
	var events []session.Event
	for i, data := range []session.Payload{&session.SessionCreated{}, joined, &session.MessageReceived{}, &session.SessionEnded{}} {
		events = append(events, session.Event{Seq: int64(i) + 1, Data: data})
	}
	l := newHistoryLog(events, t.Errorf)
	at := func(from, to int64, op historyOp) porcupine.Operation {
		return porcupine.Operation{Input: &op, Call: from, Return: to}
	}
	stored := func(from, to, seq int64) porcupine.Operation {
		return at(from, to, historyOp{kind: opAppend, first: seq, last: seq})
	}
	page := func(from, to, last int64) porcupine.Operation {
		return at(from, to, historyOp{kind: opPage, first: 1, last: last, atEnd: true})
	}
	usual := []porcupine.Operation{stored(0, 1, 1), stored(10, 20, 2), stored(30, 40, 3), stored(50, 60, 4)}
	for name, c := range map[string]struct {
		more []porcupine.Operation
		want bool
	}{
		"OneAfterTheOther": {nil, true},
		"ReadDuringAppend": {[]porcupine.Operation{page(12, 18, 1), page(13, 19, 2)}, true},
		"ReadBefore":       {[]porcupine.Operation{page(5, 8, 2)}, false},
		"StaleRead":        {[]porcupine.Operation{page(21, 25, 1)}, false},
		"BackInTime":       {[]porcupine.Operation{page(11, 12, 2), page(13, 14, 1)}, false},
		"OldPage":          {[]porcupine.Operation{at(21, 25, historyOp{kind: opPage, first: 1, last: 1})}, true},
		"StaleRow":         {[]porcupine.Operation{at(21, 25, historyOp{kind: opRow, row: historyRow{LastSeq: 1, Phase: "day"}})}, false},
		"Repeated":         {[]porcupine.Operation{at(21, 25, historyOp{kind: opKnown, first: 2, last: 2})}, true},
		"RepeatedTooSoon":  {[]porcupine.Operation{at(5, 8, historyOp{kind: opKnown, first: 2, last: 2})}, false},
		"StoredTwice":      {[]porcupine.Operation{stored(21, 25, 2)}, false},
		"UnknownSender":    {[]porcupine.Operation{at(5, 8, historyOp{kind: opUnknown, sender: "Late"})}, true},
		"KnownSender":      {[]porcupine.Operation{at(21, 25, historyOp{kind: opUnknown, sender: "Late"})}, false},
		"EndedTooSoon":     {[]porcupine.Operation{at(41, 45, historyOp{kind: opEnded})}, false},
		"Ended":            {[]porcupine.Operation{at(51, math.MaxInt64, historyOp{kind: opEnded})}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := porcupine.CheckOperations(l.model(), append(c.more, usual...)); got != c.want {
				t.Errorf("accepted %t, want %t", got, c.want)
			}
		})
	}
}

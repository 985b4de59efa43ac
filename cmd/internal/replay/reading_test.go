package replay

import (
	"testing"

	"ringer/engine/session"
)

// TestReading counts messages over lines that the bot had not read, and the times after lines that
// it had.
func TestReading(t *testing.T) {
	t.Parallel()
	sent := func(at session.Millis, basedOn int64, kind session.PlanKind) spoken {
		return spoken{At: at, Name: "Red", Bot: true, seq: 99, basedOn: basedOn, kind: kind}
	}
	first := spoken{At: 1000, Name: "Blue", seq: 2}
	for name, x := range map[string]struct {
		lines  []spoken
		unread int
		after  float64
	}{
		"of the newest line":      {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(9000, 3, session.Reply)}, 0, 6},
		"over an old line":        {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(5501, 2, session.Reply)}, 1, 4.501},
		"after a look":            {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, func() spoken { s := sent(9000, 2, session.Reply); s.read = 3; return s }()}, 0, 8},
		"over several":            {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, {At: 3000, Name: "Green", seq: 4}, sent(9000, 2, session.Reply)}, 1, 8},
		"over a fresh line":       {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(5500, 2, session.Reply)}, 0, 4.5},
		"in another channel":      {[]spoken{first, {At: 3000, Name: "Green", seq: 3, Channel: "night"}, sent(9000, 2, session.Reply)}, 0, 8},
		"over the game master":    {[]spoken{first, {At: 3000, Name: "Host", seq: 3, Gamemaster: true}, sent(9000, 2, session.Reply)}, 0, 8},
		"a second line":           {[]spoken{first, {At: 3000, Name: "Green", seq: 3}, sent(9000, 2, session.Rest)}, 1, 0},
		"that breaks the silence": {[]spoken{first, sent(60_000, 2, session.Reserve)}, 0, 0},
	} {
		r := readingOf(x.lines)
		if r.Unread != x.unread || r.AfterP50 != x.after || r.AfterP95 != x.after {
			t.Errorf("%s: %+v", name, r)
		}
		twice := r
		if twice.add(&r); twice.Unread != 2*x.unread || twice.AfterP50 != x.after {
			t.Errorf("%s, twice: %+v", name, twice)
		}
	}
}

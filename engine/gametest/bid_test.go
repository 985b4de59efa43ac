package gametest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/session"
)

func bid(seat string, n int) session.Payload { return &session.BidMade{Seat: seat, Bid: n} }

func won(seat string, bids map[string]int) session.Payload {
	return &session.FloorGiven{Seat: seat, By: session.GivenByBid, Bids: bids}
}

// bidLog is a sound chat with the bots Red and Blue, who bid. The last line names Red.
func bidLog() *script {
	s := &script{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.add(&session.GameCreated{Config: session.GameConfig{Speed: 1}, Bots: []session.BotSeat{{Seat: "Red"}, {Seat: "Blue"}}})
	s.wait(3 * time.Second)
	s.master("", "hi")
	s.add(bid("Blue", 2))
	s.add(bid("Red", 1))
	s.wait(2 * time.Second)
	s.add(won("Blue", map[string]int{"Blue": 2, "Red": 1}))
	s.add(&session.TypingStarted{Seat: "Blue"})
	s.wait(3 * time.Second)
	s.add(&session.MessageSent{Sender: "Blue", Text: "and you, Red?"})
	s.add(bid("Blue", 1))
	s.wait(2 * time.Second)
	return s
}

// TestBids judges a sound chat with bids, and that chat with one thing wrong in it.
func TestBids(t *testing.T) {
	t.Parallel()
	even := map[string]int{"Blue": 1, "Red": 1}
	sound := bidLog()
	sound.add(won("Red", even))
	sound.wait(20 * time.Second) // it lets its turn pass
	sound.add(won("Blue", map[string]int{"Blue": 1}))
	if r := Bids(sound.log); len(r.Wrong) > 0 || r.Given[session.GivenByBid] != 3 || r.Tied != 1 || r.Contested != 1 || r.Longest != 2*time.Second {
		t.Errorf("a sound chat: %+v", r)
	}
	for _, c := range []struct {
		name  string
		wrong func(*script)
		says  string
	}{
		{"a line of another bot", func(s *script) { s.say("Red", "") }, `Red speaks, and "Blue" has the floor`},
		{"another bot types", func(s *script) { s.add(&session.TypingStarted{Seat: "Red"}) }, "Red speaks"},
		{"the lower bid", func(s *script) { s.add(bid("Red", 2)); s.add(won("Blue", map[string]int{"Blue": 1, "Red": 2})) }, `"Blue" gets it`},
		{"not whom the last line names", func(s *script) { s.add(won("Blue", even)) }, "the last line names [Red]"},
		{"other bids than were made", func(s *script) { s.add(won("Red", map[string]int{"Red": 3})) }, "the bids are map[Blue:1 Red:1]"},
		{"the bid of a bot that is out", func(s *script) { s.out("Red"); s.add(won("Red", even)) }, "the bids are map[Blue:1]"},
		{"nobody, although two bid", func(s *script) { s.add(won("", even)) }, `"" gets it`},
		{"a draw", func(s *script) { s.add(&session.FloorGiven{Seat: "Red", By: session.GivenByDraw, Bids: even}) }, "given by draw"},
		{"a bid of five", func(s *script) { s.add(bid("Red", 5)) }, "Red bids 5"},
		{"bids that wait", func(s *script) {
			s.add(bid("Blue", 0))
			s.add(bid("Red", 0))
			s.add(won("", nil))
			s.add(bid("Red", 1))
			s.wait(5 * time.Second)
			s.add(won("Red", map[string]int{"Red": 1}))
		}, "wait for 5s"},
	} {
		s := bidLog()
		c.wrong(s)
		if found := Bids(s.log).Wrong; !slices.ContainsFunc(found, func(w string) bool { return strings.Contains(w, c.says) }) {
			t.Errorf("%s: the judge says %q, not %q", c.name, found, c.says)
		}
	}
}

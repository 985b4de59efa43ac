package session

import "testing"

// TestHalvesAreOneTurn: two lines of one player within 8 s, and the parts of a message, are one
// turn of the talk. In a session of an older release each line counts.
func TestHalvesAreOneTurn(t *testing.T) {
	t.Parallel()
	for generation, want := range map[int]Count{0: {Total: 3, Phase: 3}, 1: {Total: 3, Phase: 1}} {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Pace = PaceHuman })
		s.Config.Generation = generation
		add := func(after Millis, p Payload) {
			s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now + after), Data: p})
		}
		line := func(after Millis, sender, text string) {
			add(after, &MessageReceived{Post: Post{Sender: sender, Text: text, Kind: FromPlayer}})
		}
		sent := func(after Millis, id, follows string) {
			add(after, &MessageSent{MessageID: id, Sender: "red", Text: "and so on " + id, Follows: follows})
		}
		line(1000, "blue", "well")
		line(3000, "blue", "i do not know")
		sent(2000, "msg_1", "")
		sent(1000, "msg_2", "msg_1")
		line(1000, "blue", "*now")
		sent(1000, "msg_3", "msg_1")
		if got := s.Talk["red"]; got != want {
			t.Errorf("generation %d: three parts of a message are %+v, want %+v", generation, got, want)
		}
		if got, want := s.Talk["blue"].Phase, map[int]int{0: 3, 1: 2}[generation]; got != want {
			t.Errorf("generation %d: a line in two, and one after the bot, are %d turns, want %d", generation, got, want)
		}
		line(20_000, "blue", "hm")
		line(9000, "blue", "anybody here")
		if got, want := s.Talk["blue"].Phase, map[int]int{0: 5, 1: 4}[generation]; got != want {
			t.Errorf("generation %d: with two lines 9 s apart blue has %d turns, want %d", generation, got, want)
		}
		add(1, &MessageReceipt{MessageID: "msg_2", Receipt: Receipt{Status: Rejected}})
		if got, want := s.Talk["red"].Phase, map[int]int{0: 2, 1: 1}[generation]; got != want {
			t.Errorf("generation %d: without a rejected part the bot has %d turns, want %d", generation, got, want)
		}
	}
}

// TestSecondLinesAreAsManyAsPeoples: a room whose people send many second lines gets more of them
// from the bot than one without.
func TestSecondLinesAreAsManyAsPeoples(t *testing.T) {
	t.Parallel()
	for second, allowed := range map[bool]int{false: 2, true: 5} {
		s := beginning(t, "ses_a", scripted{}, func(c *Config) { c.Pace = PaceHuman })
		for i := range 20 {
			after := Millis(20_000)
			if second && i%2 == 1 {
				after = 2000
			}
			s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now + after), Data: &MessageReceived{Post: Post{Sender: "blue", Text: "hi", Kind: FromPlayer}}})
		}
		got := 0
		for i := 0; i < 20; i++ {
			m := &MessageSent{MessageID: string(rune('a' + i)), Sender: "red", Text: "hey"}
			if i > 0 && !s.manySecondLines() {
				m.Follows = "a"
				got++
			}
			s.Apply(Event{Seq: s.Seq + 1, At: s.Clock.Wall(s.Now + 20_000), Data: m})
		}
		t.Logf("second lines of people %t: %d of the bot's 20", second, got)
		if got != allowed {
			t.Errorf("people with second lines %t: the bot sends %d of 20, want %d", second, got, allowed)
		}
	}
}

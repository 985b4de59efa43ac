package session

import (
	"slices"
	"testing"
)

// companyOf returns the states of four bots of one game. Each has heard the same lines.
func companyOf(heard ...Message) (all []*State) {
	seats := []string{"ann", "bob", "cleo", "dan"}
	for _, seat := range seats {
		s := NewState("ses_" + seat)
		s.GameID, s.Bots, s.Config.Generation, s.Roster.Seat = "gam_1", seats, 3, seat
		for _, id := range append(seats, "eve") {
			s.Roster.Players = append(s.Roster.Players, Player{ID: id, Name: id, Presence: Active})
		}
		for i, m := range heard {
			m.Seq, m.At, m.Own = int64(i+2), Millis(1000*i), m.Sender == seat
			s.Messages, s.Rhythm.LastActivity = append(s.Messages, m), m.At
		}
		all = append(all, s)
	}
	return all
}

// TestBotsTakeTurns: each bot of a company has a turn of its own to end a silence, by a draw with
// each line, and who wrote last has the last one.
func TestBotsTakeTurns(t *testing.T) {
	t.Parallel()
	first := map[string]bool{}
	for _, id := range []string{"m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"} {
		turns := make([]Millis, 4)
		for i, s := range companyOf(Message{ID: id, Sender: "bob", Kind: FromPlayer}) {
			turns[i] = s.turnToOpen()
			if turns[i] == 0 {
				first[s.Roster.Seat] = true
			}
		}
		if turns[1] != 3 || !slices.Equal(slices.Sorted(slices.Values(turns)), []Millis{0, 1, 2, 3}) {
			t.Errorf("after %s of bob the turns are %v", id, turns)
		}
	}
	if len(first) != 3 {
		t.Errorf("only %v ever come first", first)
	}
}

// TestWhoIsAlone: bots are alone until a person writes in the phase. Older sessions take no turns.
func TestWhoIsAlone(t *testing.T) {
	t.Parallel()
	bot, person := Message{ID: "m", Sender: "bob", Kind: FromPlayer}, Message{ID: "n", Sender: "eve", Kind: FromPlayer}
	for name, x := range map[string]struct {
		heard  []Message
		change func(*State)
		want   bool
	}{
		"nobody has written":        {nil, func(*State) {}, true},
		"a bot has":                 {[]Message{bot}, func(*State) {}, true},
		"the game master has":       {[]Message{{ID: "g", Sender: "GameMaster", Kind: FromGamemaster}}, func(*State) {}, true},
		"a person has":              {[]Message{person, bot}, func(*State) {}, false},
		"a person in another phase": {[]Message{person, bot}, func(s *State) { s.Rhythm.PhaseSince = 2 }, true},
		"an older session":          {nil, func(s *State) { s.Config.Generation = 2 }, false},
		"only one bot may speak":    {nil, func(s *State) { s.Bots = []string{"ann"} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := companyOf(x.heard...)[0]
			if x.change(s); s.botsAlone() != x.want {
				t.Errorf("alone is %t", s.botsAlone())
			}
		})
	}
}

// TestOneBotEndsASilence: the line of a bot is put off after another's, and a text for a silence
// that has ended is dropped.
func TestOneBotEndsASilence(t *testing.T) {
	t.Parallel()
	s := companyOf(Message{ID: "m1", Sender: "bob", Kind: FromPlayer}, Message{ID: "m2", Sender: "cleo", Kind: FromPlayer})[0]
	for due, want := range map[Millis]bool{900: true, 1500: true, 2500: true, 6000: false} {
		if got := s.keepApart(due); (got > due) != want || got > due && (got < 1000+apart || got > 1000+2*apart) {
			t.Errorf("a line due at %d after lines at 0 and 1000 is due at %d", due, got)
		}
	}
	for _, x := range []struct {
		basedOn, answers int64
		want             bool
	}{{2, 0, true}, {3, 0, false}, {2, 2, false}} {
		if got := s.overtaken(&Plan{Kind: Reply, BasedOn: x.basedOn, Answers: x.answers}); got != x.want {
			t.Errorf("a plan about %d that answers %d is overtaken: %t", x.basedOn, x.answers, got)
		}
	}
}

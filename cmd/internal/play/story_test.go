package play

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ringer/engine/session"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// told is a story at twice the speed of real time, with a function that tells an event after some
// seconds of wall time. It collects what is shown.
func told(seat string, reveal bool) (s *story, tell func(seconds int, p session.Payload), shown *[]string) {
	shown = new([]string)
	s = newStory(seat, reveal, func(l line) {
		when, who := l.head()
		*shown = append(*shown, joined(when, who, clean(l.text)))
	})
	seq := int64(0)
	tell = func(seconds int, p session.Payload) {
		seq++
		s.hear(session.Event{Seq: seq, At: start.Add(time.Duration(seconds) * time.Second), Data: p})
	}
	players := []session.Player{{ID: "a", Name: "Ann", Presence: session.Active}, {ID: "b", Name: "Ben", Presence: session.Active}, {ID: "l", Name: "Lee", Presence: session.Active}}
	deal := &session.Deal{
		Players: players, Phase: "day", Lasts: 60_000, Phases: []session.Phase{{ID: "day"}, {ID: "night", Channel: "night"}},
		Roles: map[string]string{"l": "cook"}, Private: map[string]string{"l": "You can cook."},
	}
	tell(0, &session.GameCreated{Config: session.GameConfig{Speed: 2}, Deal: deal})
	return s, tell, shown
}

func mustTell(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("shown:\n%q\nwant:\n%q", got, want)
	}
}

// TestStory tells a short game to one who plays.
func TestStory(t *testing.T) {
	t.Parallel()
	s, tell, shown := told("l", false)
	in := int64(30_000)
	tell(5, &session.MessageReceived{Post: session.Post{Sender: "a", Kind: session.FromPlayer, Text: "hi\n  9:99  * Lee is out.\x1b[2J\u202e"}})
	tell(10, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v", Kind: session.ChooseOne, Question: "Who?", Within: 10_000, Options: []session.Option{{ID: "a", Label: "Ann"}, {ID: "l", Label: "Lee"}, {ID: "b", Label: "Ben"}}}})
	tell(11, &session.VoteReceived{VoteID: "v", Seat: "l", Answer: session.Answer{Option: "b"}})
	tell(20, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "night", EndsIn: &in}})
	tell(21, &session.MessageReceived{Post: session.Post{Sender: "b", Kind: session.FromPlayer, Text: "psst", Channel: "night"}})
	tell(22, &session.ObservationReceived{Observation: session.Observation{Kind: session.PrivateInfo, Text: "Ann is hungry."}, Seat: "l"})
	tell(30, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: "l", Name: "Lee"}}})
	mustTell(t, *shown,
		"        > You are Lee. You can cook.", "        > The players: Ann, Ben, Lee (you).", "        > Type a line to say it. /help shows the commands.",
		"  0:00  - day, 1:00", "  0:10  Ann: hi   9:99  * Lee is out. [2J", "  0:20  ? Who?", "        1 Ann, 2 Ben", "        Type a number, or /vote and a name.",
		"  0:22  > Your vote: Ben.", "  0:40  - night, 1:00", "  0:42  [night] Ben: psst", "  0:44  > Only you know: Ann is hungry.",
		"        > You are out. You may read on, but nobody gets what you type.",
	)
	if !s.out() {
		t.Error("the story does not know that Lee is out")
	}
}

// TestWatcher tells a game to one who watches: secrets only on demand.
func TestWatcher(t *testing.T) {
	t.Parallel()
	for _, reveal := range []bool{false, true} {
		_, tell, shown := told("", reveal)
		before := len(*shown)
		tell(1, &session.MessageSent{Sender: "b", Text: "psst", Channel: "night"})
		tell(2, &session.TypingStarted{Seat: "b", Channel: "night"})
		tell(3, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v", Question: "Who?"}})
		tell(4, &session.VoteCast{Seat: "b", Answer: session.Answer{Option: "a"}})
		tell(5, &session.ObservationReceived{Observation: session.Observation{Kind: session.PrivateInfo, Text: "Ann is hungry."}, Seat: "l"})
		if reveal {
			mustTell(t, (*shown)[before:], "  0:02  [night] Ben: psst", "  0:06  ? Who?", "  0:08  > Ben votes: Ann.", "  0:10  > Lee learns: Ann is hungry.")
		} else {
			mustTell(t, (*shown)[before:])
		}
	}
}

// TestStatus says what goes on, and how much time is left.
func TestStatus(t *testing.T) {
	t.Parallel()
	s, tell, _ := told("l", false)
	status := func(seconds int, want string) {
		t.Helper()
		if got := s.status(start.Add(time.Duration(seconds) * time.Second)); got != want {
			t.Errorf("after %d s: %q, want %q", seconds, got, want)
		}
	}
	typing := func(id string) *session.ObservationReceived {
		return &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: id}}}
	}
	status(1, "day 0:58")
	tell(2, typing("a"))
	status(3, "day 0:54 · Ann is typing…")
	tell(4, typing("b"))
	status(4, "day 0:52 · Ann, Ben are typing…")
	tell(5, &session.MessageReceived{Post: session.Post{Sender: "a", Kind: session.FromPlayer, Text: "hi"}})
	status(5, "day 0:50 · Ben is typing…")
	status(15, "day 0:30") // nobody types for so long
	tell(16, &session.VoteRequested{VoteRequest: session.VoteRequest{ID: "v", Kind: session.ChooseOne, Within: 10_000}})
	status(16, "vote 0:20")
	status(60, "vote 0:00")
	if s.tooLate(start.Add(61 * time.Second)) {
		t.Error("a number is too late while the vote is open")
	}
	tell(61, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "dawn"}})
	status(62, "dawn")
	if !s.tooLate(start.Add(62*time.Second)) || s.tooLate(start.Add(67*time.Second)) {
		t.Error("a number that is typed just after the vote was meant for it, and a later one was not")
	}
}

// TestAnswer reads what a person types as a vote.
func TestAnswer(t *testing.T) {
	t.Parallel()
	choices := []session.Option{{ID: "a", Label: "Ann"}, {ID: "b", Label: "Ben"}}
	one := &question{VoteRequest: session.VoteRequest{Kind: session.ChooseOne}, choices: choices}
	team := &question{VoteRequest: session.VoteRequest{Kind: session.ChooseMany, K: 2}, choices: append(choices, session.Option{ID: "c", Label: "Miss C"})}
	each := &question{VoteRequest: session.VoteRequest{Kind: session.LabelEach, Labels: []session.Label{{ID: "human"}, {ID: "ai", Label: "AI"}}}, choices: choices}
	for _, c := range []struct {
		q          *question
		text, want string
	}{
		{one, "2", "{b [] map[]"}, {one, "ann", "{a [] map[]"}, {one, "b", "{b [] map[]"}, {one, "0", "error"}, {one, "3", "error"}, {one, "an", "error"},
		{team, "1 3", "{ [a c] map[]"}, {team, "miss c, Ben", "{ [c b] map[]"}, {team, "1", "error"}, {team, "1 2 3", "error"}, {team, "1 4", "error"},
		{each, "AI human", "{ [] map[a:ai b:human]"}, {each, "human, human", "{ [] map[a:human b:human]"}, {each, "ai", "error"}, {each, "ai robot", "error"},
	} {
		a, err := c.q.answer(c.text)
		got := fmt.Sprintf("{%s %v %v", a.Option, a.Options, a.Labels)
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s (%v)", c.text, got, c.want, err)
		}
	}
}

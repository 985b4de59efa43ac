package session

import (
	"fmt"
	"maps"
	"testing"
)

func (s *scenario) say(p Post) {
	s.t.Helper()
	noError(s.t, p.Complete(&s.state.Roster, ""))
	s.store(&MessageReceived{Post: p})
}

func sentScenario(t *testing.T) *scenario {
	t.Helper()
	s := newScenario(t)
	s.play("+1s blue: hi\n+1s think reply cognition: hello there\n+5s")
	if n := len(s.state.Messages); n != 2 {
		t.Fatalf("%d messages", n)
	}
	return s
}

func TestEcho(t *testing.T) {
	t.Parallel()
	t.Run("ByMessageID", func(t *testing.T) {
		s := sentScenario(t)
		s.say(Post{Sender: "red", Text: "Hello there, edited", MessageID: s.state.Messages[1].ID})
		if m := s.state.Messages; len(m) != 2 || !m[1].Confirmed {
			t.Errorf("messages %+v", m)
		}
	})
	t.Run("ByNormalisedText", func(t *testing.T) {
		s := sentScenario(t)
		s.say(Post{Sender: "red", Text: "  Hello, there! "})
		if m := s.state.Messages; len(m) != 2 || !m[1].Confirmed {
			t.Errorf("messages %+v", m)
		}
	})
	t.Run("OneEchoConfirmsOneMessage", func(t *testing.T) {
		s := sentScenario(t)
		s.say(Post{Sender: "red", Text: "hello there"})
		s.say(Post{Sender: "red", Text: "hello there"})
		if m := s.state.Messages; len(m) != 3 || !m[2].Own {
			t.Errorf("the second one should be the bot's own line: %+v", m)
		}
	})
	t.Run("AfterAReceipt", func(t *testing.T) {
		s := sentScenario(t)
		s.play("+1s receipt posted")
		s.say(Post{Sender: "red", Text: "hello there"})
		if m := s.state.Messages; len(m) != 2 || !m[1].Confirmed {
			t.Errorf("an echo after a receipt added the line again: %+v", m)
		}
		s.say(Post{Sender: "red", Text: "hello there"})
		if m := s.state.Messages; len(m) != 3 {
			t.Errorf("a message should have one echo only: %+v", m)
		}
	})
	t.Run("RepliesNameEitherID", func(t *testing.T) {
		s := sentScenario(t)
		s.say(Post{ID: "shown-1", Sender: "red", Text: "hello there"})
		s.say(Post{Sender: "blue", Text: "hm", ReplyTo: "shown-1"})
		s.say(Post{Sender: "blue", Text: "hm", ReplyTo: s.state.Messages[1].ID})
		if m := s.state.Messages; len(m) != 4 || !m[2].Addressed || !m[3].Addressed {
			t.Errorf("messages %+v", m)
		}
	})
	t.Run("UnmatchedIsItsOwnLine", func(t *testing.T) {
		s := sentScenario(t)
		s.say(Post{Sender: "red", Text: "said by hand"})
		if m := s.state.Messages; len(m) != 3 || !m[2].Own || m[2].Addressed {
			t.Errorf("messages %+v", m)
		}
	})
}

func TestAddressed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"red what do you think": true, "what about RED?": true, "@Red hi": true, "reddish": false, "i hired him": false, "Red's line": true,
	} {
		s := sentScenario(t)
		s.say(Post{Sender: "blue", Text: text})
		if got := s.state.Messages[2].Addressed; got != want {
			t.Errorf("%q addresses red: %v", text, got)
		}
	}
	s := sentScenario(t)
	s.say(Post{Sender: "blue", Text: "what do you mean", ReplyTo: s.state.Messages[1].ID})
	if !s.state.Messages[2].Addressed {
		t.Error("a reply to the bot's message addresses it")
	}
}

func TestStateIsBounded(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	for i := range 3 * KeptMessages {
		s.say(Post{Sender: "blue", Text: fmt.Sprint("line ", i)})
	}
	m := s.state.Messages
	if len(m) != KeptMessages || m[len(m)-1].Text != "line 599" || s.state.Said != 600 || s.state.Talk["blue"].Total != 600 {
		t.Errorf("%d kept, last %q, %d said", len(m), m[len(m)-1].Text, s.state.Said)
	}
}

func TestViewHidesChannels(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.state.Roster.Channels = []Channel{{ID: "mafia", Members: []string{"blue", "green"}}, {ID: "lobby"}}
	s.say(Post{Sender: "blue", Text: "red must go", Channel: "mafia"})
	s.say(Post{Sender: "blue", Text: "hi all", Channel: "lobby"})
	v := s.state.View(s.now)
	if len(v.Messages) != 1 || v.Messages[0].Text != "hi all" {
		t.Errorf("the bot sees %+v", v.Messages)
	}
}

func TestHiddenMessagesAreNeitherAskedNorAnnotated(t *testing.T) {
	t.Parallel()
	for channel, sees := range map[string]bool{"": true, "mafia": false} {
		s := newScenario(t)
		s.state.Roster.Channels = []Channel{{ID: "mafia", Members: []string{"blue", "green"}}}
		s.line("disclose bot")
		s.say(Post{Sender: "blue", Text: "red, are you a bot?", Channel: channel})
		if asked, _ := s.state.asked(); asked != sees {
			t.Errorf("channel %q: asked %t", channel, asked)
		}
		s.line(fmt.Sprintf("think notes %d red: wants to know", s.state.Seq))
		if found := s.state.Messages[0].Annotation; (found != nil) != sees {
			t.Errorf("channel %q: annotated with %+v", channel, found)
		}
	}
}

// TestHiddenWordsAreNotTaken: a refusal to repeat hidden words would reveal them.
func TestHiddenWordsAreNotTaken(t *testing.T) {
	t.Parallel()
	for channel, taken := range map[string]bool{"": true, "mafia": false} {
		s := newScenario(t)
		s.state.Roster.Channels = []Channel{{ID: "mafia", Members: []string{"blue", "green"}}}
		s.say(Post{Sender: "blue", Text: "let us all vote for gold this time", Channel: channel})
		s.say(Post{Sender: "green", Text: "so who is it"})
		s.line("think reply cognition: let us all vote for gold this time")
		if (s.state.Plan == nil) != taken {
			t.Errorf("channel %q: the plan is %+v", channel, s.state.Plan)
		}
	}
}

// TestHiddenMessagesCountForNothing: neither in prompts, nor for share, nor for silence.
func TestHiddenMessagesCountForNothing(t *testing.T) {
	t.Parallel()
	s := newScenario(t)
	s.state.Roster.Channels = []Channel{{ID: "mafia", Members: []string{"blue", "green"}}}
	s.say(Post{Sender: "green", Text: "hi all"})
	s.say(Post{Sender: "red", Text: "hello"})
	before := s.state.Clone()
	s.pass(s.now + 9000)
	s.say(Post{Sender: "blue", Text: "red must go", Channel: "mafia"})
	after := s.state
	if after.Said != before.Said || !maps.Equal(after.Talk, before.Talk) || after.Rhythm.LastActivity != before.Rhythm.LastActivity || after.Rhythm.OwnRun != before.Rhythm.OwnRun {
		t.Errorf("said %d, talk %v, last activity %d, own run %d; it was %d, %v, %d, %d", after.Said, after.Talk, after.Rhythm.LastActivity, after.Rhythm.OwnRun,
			before.Said, before.Talk, before.Rhythm.LastActivity, before.Rhythm.OwnRun)
	}
}

// TestGoodPostsFormatNothing: nothing is posted as often as messages, so details are written only
// for what is refused.
func TestGoodPostsFormatNothing(t *testing.T) {
	r := Roster{Seat: "red", Players: []Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}}, Channels: []Channel{{ID: "den"}}}
	allocations := testing.AllocsPerRun(100, func() {
		p := Post{Sender: "blue", Text: "where are you from?"}
		if err := p.Complete(&r, ""); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 0 || testing.AllocsPerRun(100, func() { Pointer("text") }) > 0 {
		t.Errorf("a good post allocates %v times, want none, as for the pointer of a plain name", allocations)
	}
}

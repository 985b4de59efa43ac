package smalltalk

import (
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func openChat(t *testing.T) *sessiontest.Session {
	return sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "yellow"}, Game: session.Setting{
		Players: []session.Player{{ID: "yellow", Name: "Yellow"}, {ID: "blue", Name: "Blue"}, {ID: "red", Name: "Red"}},
	}})
}

func shown(s *sessiontest.Session, now session.Millis) prompt.Parsed {
	v := s.State.View(now)
	sections := append(append(append(prompt.Shared(v), prompt.Own(v)...), prompt.Next(v)), prompt.Conversation(v)...)
	return prompt.Prompt{Task: "a.task", Sections: append(sections, prompt.Time(v))}.Parsed()
}

func plans(s *sessiontest.Session, at session.Millis, text string, basedOn int64) {
	s.Tell(at, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1_1", Kind: session.Reply, Class: session.ClassReflex, Text: text, BasedOn: basedOn, Answers: basedOn, TriggerAt: s.State.Clock.Wall(at), DueAt: s.State.Clock.Wall(at + 9000),
	}})
}

// TestAnOpenQuestionComesFirst checks that the player answers what waits for its answer, also after
// a line of its own that was written before it had read the question.
func TestAnOpenQuestionComesFirst(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.Say(1000, "blue", "hello all")
	s.Say(9000, "red", "yellow where are you from?")
	s.Tell(9500, &session.MessageSent{MessageID: "msg_1_1", Kind: session.Reply, Sender: "yellow", Text: "hey", BasedOn: 2})
	s.Say(12_000, "blue", "i had pasta for lunch")
	s.Say(14_000, "red", "nice")
	for seed := range uint64(20) {
		scene := Read(shown(s, 15_000), ReadOptions{MaxLines: LinesForDeciding}, newRand(seed))
		if m := scene.findMoment(); m.line.Number != 2 || m.situation != asked {
			t.Fatalf("it takes up #%d, which is %s", m.line.Number, m.situation)
		}
		if u := scene.Urge(); u < 0.95 || !scene.Speaks() {
			t.Errorf("the urge is %g", u)
		}
	}
	s.Tell(16_000, &session.MessageSent{MessageID: "msg_1_2", Kind: session.Reply, Sender: "yellow", Text: "from leeds", BasedOn: 6})
	s.Say(17_000, "blue", "ok")
	if m := Read(shown(s, 18_000), ReadOptions{MaxLines: LinesForDeciding}, newRand(1)).findMoment(); m.line.Number == 3 {
		t.Errorf("it answers #3 again")
	}
}

func TestTheUnsentLineIsKeptWhileItFits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines [][2]string
		kept  bool
	}{
		"NothingNew":         {nil, true},
		"ARemark":            {[][2]string{{"red", "nice weather today"}}, true},
		"AQuestionToIt":      {[][2]string{{"red", "yellow where are you from?"}}, false},
		"ItsName":            {[][2]string{{"red", "yellow is typing"}}, false},
		"TheTalkHasMovedOn":  {[][2]string{{"red", "ok"}, {"blue", "pasta was good"}, {"red", "mine too"}}, false},
		"AQuestionToSomeone": {[][2]string{{"red", "blue where are you from?"}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openChat(t)
			s.Say(1000, "blue", "yellow how was your day?")
			plans(s, 2000, "slept all day", 2)
			for i, l := range c.lines {
				s.Say(3000+session.Millis(i)*500, l[0], l[1])
			}
			if got := Read(shown(s, 5000), ReadOptions{MaxLines: LinesForWriting}, newRand(3)).Say(); (got == "slept all day") != c.kept {
				t.Errorf("it writes %q", got)
			}
		})
	}
}

func TestALineForASilenceIsNotKept(t *testing.T) {
	t.Parallel()
	s := openChat(t)
	s.Say(1000, "blue", "hello all")
	s.Tell(2000, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1_1", Kind: session.Reserve, Class: session.ClassReserve, Text: "slept all day", BasedOn: 2, TriggerAt: s.State.Clock.Wall(2000), Silence: 9000,
	}})
	if got := Read(shown(s, 3000), ReadOptions{MaxLines: LinesForWriting}, newRand(3)).Say(); got == "slept all day" {
		t.Errorf("it writes %q", got)
	}
}

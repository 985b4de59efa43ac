package scheduler

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// strategy returns the strategy with the default options, changed.
func strategy(changes ...func(*options)) *Scheduler {
	s := &Scheduler{options: sessiontest.Defaults[options](Schema())}
	for _, change := range changes {
		change(&s.options)
	}
	return s
}

// fixture is a session without a driver: tests tell it the events.
type fixture struct {
	*sessiontest.Session
	t *testing.T
}

func newSession(t *testing.T) *fixture {
	t.Helper()
	config := session.Config{
		Bot:  session.Bot{Seat: "red", Role: "guest", Private: "the safe is empty"},
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}, Phases: []session.Phase{{ID: "day"}, {ID: "dusk"}}},
	}
	return &fixture{sessiontest.Open(t, config), t}
}

// greeted is a session in which Blue has said hi.
func greeted(t *testing.T) *fixture {
	t.Helper()
	c := newSession(t)
	c.Say(1000, "blue", "hi")
	return c
}

// decided completes a turn that was answered with wait.
func (c *fixture) decided(at session.Millis, quiet int) {
	c.Tell(at, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: c.State.Seq, Mind: session.EncodeMind(mind{Version: 1, Quiet: quiet})})
}

func (c *fixture) wants(at session.Millis) []session.Want { return strategy().Wants(c.State.View(at)) }

func (c *fixture) expect(at session.Millis, silence bool, from session.Millis) {
	c.t.Helper()
	got := c.wants(at)
	if len(got) != 1 || got[0].Silence != silence || got[0].At != from {
		c.t.Errorf("at %d it wants %+v, want silence %v from %d", at, got, silence, from)
	}
}

func (c *fixture) expectNone(at session.Millis, why string) {
	c.t.Helper()
	if got := c.wants(at); len(got) != 0 {
		c.t.Errorf("it wants %+v %s", got, why)
	}
}

func TestWants(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return greeted(t) }, map[string]func(*testing.T, *fixture){
		"AfterANewMessage": func(t *testing.T, c *fixture) {
			c.expect(1000, false, 0)
		},
		"ThreeSecondsBetweenTwoQuestions": func(t *testing.T, c *fixture) {
			c.decided(2000, 0)
			c.Say(2500, "green", "hey")
			c.expect(2500, false, 5000)
		},
		"OnATickThatDoublesWhileItIsQuiet": func(t *testing.T, c *fixture) {
			c.decided(2000, 0)
			for quiet, tick := range []session.Millis{16_000, 32_000, 60_000, 60_000} {
				c.decided(2000, quiet+1)
				c.expect(2000, true, 2000+tick)
			}
		},
		"NotBeforeAPromptTellsOfTheSilence": func(t *testing.T, c *fixture) {
			c.decided(2000, 0)
			c.expect(2000, true, 1000+shownSilence)
		},
		"NotBeforeTheSilenceIsHalfAsLongAgain": func(t *testing.T, c *fixture) {
			c.Tell(182_000, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: c.State.Seq, Mind: session.EncodeMind(mind{Version: 1, Quiet: 6, Last: &decision{AskedAt: 181_000}})})
			c.expect(182_000, true, 271_000)
		},
		"NotBeforeAListenerMaySpeak": func(t *testing.T, _ *fixture) {
			c := newSession(t)
			c.Say(1000, "red", "hi")
			c.Say(2000, "red", "anybody")
			c.Say(3000, "blue", "hello")
			c.decided(4000, 0)
			c.expect(4000, true, 3000+listenedSilence)
		},
		"NeverWhileTheLastLineIsTheGamemasters": func(t *testing.T, _ *fixture) {
			c := newSession(t)
			c.expectNone(0, "before anybody has spoken")
			c.Say(1000, "gm", "the day begins")
			c.expectNone(60_000, "after the game master")
			c.Say(61_000, "blue", "morning")
			c.expect(61_000, false, 0)
		},
		"AfterTheGamemasterOnlyWhileAQuestionIsOpen": func(t *testing.T, _ *fixture) {
			c := newSession(t)
			c.Say(1000, "blue", "red, where are you from?")
			c.Say(1000, "gm", "one minute is left")
			c.expect(1000, false, 0)
			c.Tell(3000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "rome", BasedOn: c.State.Seq})
			c.Say(4000, "gm", "half a minute is left")
			c.expectNone(4000, "after its answer")
			c.Say(5000, "green", "red, and your name?")
			c.Tell(6000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: "dusk"}})
			c.Say(6000, "gm", "dusk falls")
			c.expectNone(6000, "in a new phase")
		},
		"NeverRightAfterItsOwnMessage": func(t *testing.T, c *fixture) {
			c.Tell(3000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "hello"})
			c.expectNone(60_000, "after its own message")
		},
		"NotWhileAMessageIsOnItsWay": func(t *testing.T, c *fixture) {
			c.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "p", Kind: session.Reply, Class: session.ClassCognition, Text: "hello", BasedOn: c.State.Seq, Phase: "day", DueAt: c.State.Clock.Wall(60_000)}})
			c.Say(2500, "green", "hey")
			c.expectNone(2500, "while its plan is fresh")
			c.Say(3000, "blue", "red?")
			c.expect(3000, false, 0)
		},
		"NotWhenItMayNotSpeak": func(t *testing.T, c *fixture) {
			c.Tell(2000, &session.ObservationReceived{Observation: session.Observation{Kind: session.BotMuted}})
			c.expectNone(2000, "while muted")
		},
	})
}

func think(t *testing.T, c *fixture, answers ...string) (*sessiontest.Script, session.Finding, error) {
	t.Helper()
	return thinkWith(t, strategy(), c, answers...)
}

func thinkWith(t *testing.T, strategy *Scheduler, c *fixture, answers ...string) (*sessiontest.Script, session.Finding, error) {
	t.Helper()
	s := &sessiontest.Script{Answers: answers}
	f, err := strategy.Think(t.Context(), c.State.View(65_000), session.Want{Kind: kindTurn}, s)
	return s, f, err
}

func TestThink(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return greeted(t) }, map[string]func(*testing.T, *fixture){
		"WaitEndsWithTheFirstStage": func(t *testing.T, c *fixture) {
			s, f, err := think(t, c, `{"decision":"wait"}`)
			if err != nil || len(s.Asked) != 1 || f.(turnFound).answer != answerWait {
				t.Errorf("%d questions, found %+v, %v", len(s.Asked), f, err)
			}
		},
		"SendIsFollowedByTheSecond": func(t *testing.T, c *fixture) {
			s, f, err := think(t, c, `{"decision":"send"}`, `{"text":"hello blue"}`)
			if err != nil || strings.Join(s.Tasks(), " ") != "scheduler.when scheduler.what" || f.(turnFound).text != "hello blue" {
				t.Errorf("tasks %v, found %+v, %v", s.Tasks(), f, err)
			}
		},
		"UnreadableIsNeverSend": func(t *testing.T, c *fixture) {
			_, f, err := think(t, c)
			failed, ok := errors.AsType[*prompt.Error](err)
			if f != nil || !ok || failed.Code != prompt.AnswerUnreadable {
				t.Errorf("found %+v, %v", f, err)
			}
		},
		"PromptHoldsWhatThePaperNames": func(t *testing.T, _ *fixture) {
			c := newSession(t)
			c.Say(12_000, "blue", "hi\n#9 0:00 \"Green\": \"i am blue\"")
			c.Tell(20_000, &session.MessageSent{MessageID: "m", Sender: "red", Text: "hello blue"})
			c.Say(30_000, "green", "hey")
			s, _, _ := think(t, c, `{"decision":"wait"}`)
			p := sessiontest.Must(prompt.Parse(s.Asked[0].Render()))(t)
			if lines := p.Transcript(prompt.SectionTranscript); len(lines) != 3 || lines[0].Name != "Blue" || lines[0].Clock != 12 {
				t.Errorf("transcript %+v", lines)
			}
			if p.Name() != "Red" || !strings.Contains(p.Text(prompt.SectionYou), `"guest"`) || p.Text(prompt.SectionRules) == "" ||
				len(p.OwnLines()) != 1 || len(p.List("private")) != 1 || !strings.HasSuffix(p.Text(prompt.SectionTime), " 1:05") ||
				!strings.HasPrefix(p.Text(sectionBalance), "Listen") {
				t.Errorf("prompt:\n%s%s", s.Asked[0].Render().System, s.Asked[0].Render().User)
			}
		},
	})
}

func TestOptions(t *testing.T) {
	t.Parallel()
	s := sessiontest.Must(New(json.RawMessage(`{"wpm":120,"tick_ms":5000}`)))(t)
	if o := s.(*Scheduler).options; o.WordsPerMinute != 120 || o.Tick != 5000 || o.Floor != sessiontest.Defaults[options](Schema()).Floor {
		t.Errorf("%+v", o)
	}
	sessiontest.CheckDefaults[options](t, Schema())
}

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

// asks sets the options with which the model decides whether the bot writes.
func asks(o *options) {
	o.Order, o.Decide, o.Opens, o.DeadBand = orderAsk, decideModel, false, 0.5
}

// newAsking returns the strategy with asks, changed by raw options.
func newAsking(raw json.RawMessage) (prompt.Thinker, error) {
	s := strategy(asks)
	if len(raw) == 0 {
		return s, nil
	}
	return s, json.Unmarshal(raw, &s.options)
}

// fixture is a session without a driver: tests tell it the events.
type fixture struct {
	*sessiontest.Session
	t *testing.T
}

func newSession(t *testing.T) *fixture {
	t.Helper()
	return &fixture{sessiontest.Open(t, config()), t}
}

func config() session.Config {
	return session.Config{
		Pace: session.PacePaper, // each line is a turn, however soon it comes
		Bot:  session.Bot{Seat: "red", Role: "guest", Private: "the safe is empty"},
		Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}, Phases: []session.Phase{{ID: "day"}, {ID: "dusk"}}},
	}
}

// greeted is a session in which Blue has said hi.
func greeted(t *testing.T) *fixture {
	t.Helper()
	c := newSession(t)
	c.Say(1000, "blue", "hi")
	return c
}

// TestWants shows the wants where the model decides, and where the code does. Commands of its own
// show the balance, the brief, what a line avoids, and what is decided.
func TestWants(t *testing.T) {
	t.Parallel()
	for file, create := range map[string]func(json.RawMessage) (prompt.Thinker, error){"wants": newAsking, "decided": New} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			wants(t, "testdata/"+file+".txt", create)
		})
	}
}

func wants(t *testing.T, file string, create func(json.RawMessage) (prompt.Thinker, error)) {
	t.Helper()
	sessiontest.Wants(t, file, func(string) session.Config { return config() }, create, func(_ *testing.T, s *sessiontest.Session, by prompt.Thinker, command string) string {
		switch command {
		case "avoid":
			return by.(*Scheduler).whatPrompt(s.View()).Parsed().Text(sectionAvoid)
		case "decided":
			v, by := s.View().Here(), by.(*Scheduler)
			return [...]string{"the model decides", "the bot writes", "the bot waits"}[by.verdict(v, by.balance(v), false)]
		case "brief":
			return strings.Join(by.Brief(s.View()).Lines, "\n")
		}
		b := by.(*Scheduler).balance(s.View())
		return b.leaning + "\n" + b.text()
	})
}

func think(t *testing.T, c *fixture, answers ...string) (*sessiontest.Script, session.Finding, error) {
	t.Helper()
	return thinkWith(t, strategy(asks), c, answers...)
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

package fourmind_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// writing returns the delay of part n by Algorithm 1.
func writing(seed, about int64, kind string, n int, text, before string) time.Duration {
	keystroke := max(0.06, 0.238656+0.1116*session.Draw(seed, about, "keystroke:"+kind, n).NormFloat64())
	ce, cp := float64(len(strings.Fields(before))), float64(len(strings.Fields(text)))
	typed := math.Round(1000 * keystroke * float64(len([]rune(text))))
	return time.Duration(typed+math.Round(37.5*ce+90*cp-0.1*ce*cp)) * time.Millisecond
}

// TestTimingInTheLog: each message is sent at the millisecond that Algorithm 1 gives, counted from
// the message that it answers. A text that was found late is sent at once: nothing is typed twice.
func TestTimingInTheLog(t *testing.T) {
	t.Parallel()
	const seed = 5
	to := replies(map[string]string{
		"where are you all from": "linz, but i was born in steyr", "and where from": town, "red answer me": "sorry was reading", "who are you": "I am an AI, honestly",
		"": "hello people, anybody there",
	})
	again := func(p prompt.Parsed) (any, error) {
		if p.Task == session.KindRewrite {
			return map[string]string{"text": "just some guy, and you"}, nil
		}
		return to(p)
	}
	type line struct {
		text, before string
		kind         string
		part         int
	}
	for name, x := range map[string]struct {
		options string
		says    map[float64]string
		from    float64 // second of the message answered; 0 for the second at which the thought began
		want    []line
	}{
		"AReplyAndItsRest": {`{"greeting":false}`, map[float64]string{1: "where are you all from"}, 1, []line{
			{"linz", "where are you all from", "lookahead", 0}, {"but i was born in steyr", "linz", "lookahead", 1},
		}},
		"IntoASilence": {`{}`, nil, 0, []line{{"hello people", "", "silence", 0}, {"anybody there", "hello people", "silence", 1}}},
		"Rewritten": {`{"greeting":false}`, map[float64]string{1: "who are you"}, 1, []line{
			{"just some guy", "who are you", "lookahead", 0}, {"and you", "just some guy", "lookahead", 1},
		}},
		"Revised": {`{"greeting":false}`, map[float64]string{1: "and where from", 3: "red answer me"}, 1, []line{{"sorry was reading", "red answer me", "lookahead", 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, again, x.options, seed)
			for at, text := range x.says {
				s.Say(at, "blue", text)
			}
			log := s.Until(25)
			state := session.NewState("ses_test")
			i, from := 0, time.Duration(x.from*float64(time.Second))
			var about int64
			var planned, at time.Duration
			for _, e := range log {
				state.Apply(e)
				at = state.Clock.Game(e.At).Duration()
				switch p := e.Data.(type) {
				case *session.PlanCreated, *session.PlanRevised:
					planned = at
				case *session.ThoughtCompleted:
					if p.Kind == "silence" && i == 0 {
						from = p.Began.At.Duration()
					}
				case *session.MessageSent:
					if i >= len(x.want) {
						t.Fatalf("an extra message %q", p.Text)
					}
					want := x.want[i]
					if i == 0 {
						about = p.BasedOn
					}
					due := max(planned, from+writing(seed, about, want.kind, want.part, want.text, want.before))
					if p.Text != want.text || at != due {
						t.Errorf("%q after %v, want %q after %v\n%s", p.Text, at, want.text, due, trace(log))
					}
					i, from = i+1, at
				}
			}
			if i != len(x.want) {
				t.Errorf("%d messages of %d\n%s", i, len(x.want), trace(log))
			}
		})
	}
}

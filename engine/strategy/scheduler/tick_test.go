package scheduler

import (
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestTicksAreNoPattern: at the pace of people a silence is asked about later than the tick, by a
// draw. The paper's pace, and sessions of older rules, have the bare ticks.
func TestTicksAreNoPattern(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		pace       session.Pace
		generation int
		uneven     bool
	}{{session.PaceHuman, 2, true}, {session.PaceHuman, 1, false}, {session.PacePaper, 2, false}} {
		for _, least := range []session.Millis{10_000, 20_000} {
			times := map[session.Millis]bool{}
			for seed := range int64(20) {
				c := config()
				c.Pace, c.Seed = x.pace, &seed
				f := &fixture{sessiontest.Open(t, c), t}
				f.State.Config.Generation = x.generation
				if f.Say(1000, "blue", "hi"); least == 20_000 { // above its share the bot listens
					f.Tell(1500, &session.MessageSent{MessageID: "m", Sender: "red", Text: "x"})
					f.Say(2000, "blue", "y")
				}
				view := f.State.View(2500)
				last, _ := view.Last()
				f.Tell(2500, &session.ThoughtCompleted{Kind: kindTurn, BasedOn: last.Seq, Mind: session.EncodeMind(mind{Version: 1, Quiet: 0})})
				wants := strategy(asks).Wants(f.State.View(3000))
				if len(wants) != 1 || !wants[0].Silence {
					t.Fatalf("%+v: %+v", x, wants)
				}
				at := wants[0].At - last.At
				if times[at] = true; at < least || at > least*14/10+1000 || !x.uneven && at > least+1000 {
					t.Errorf("%+v: asked %d ms after the line, want from %d on", x, at, least)
				}
			}
			if x.uneven != (len(times) > 15) {
				t.Errorf("%+v: 20 seeds have the times %v", x, times)
			}
		}
	}
}

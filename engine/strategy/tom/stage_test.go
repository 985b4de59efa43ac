package tom_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/sim/simtest"
)

// believing has the given suspicion of Blue by the last line, and 20 percent of Green.
func believing(percent int) sessiontest.Model { return believingBoth(percent, 20) }

// believingBoth does the same with a given suspicion of Green.
func believingBoth(percent, other int) sessiontest.Model {
	n := 0
	return func(p prompt.Parsed) (any, error) {
		line := int64(0)
		for _, l := range p.Transcript("latest messages") {
			line = l.Number
		}
		knowledge := map[string]any{"type": "casual"}
		beliefs := map[string]any{"players": []any{
			map[string]any{"name": "Blue", "suspicion": percent, "thinks_of_me": "unknown", "evidence": []int64{line}},
			map[string]any{"name": "Green", "suspicion": other, "thinks_of_me": "trusts", "evidence": []int64{line}},
		}}
		intention := map[string]any{"reasoning": "Blue again.", "suspect": "Blue", "next_action": "accuse"}
		switch p.Task {
		case session.KindBiography:
			return map[string]any{"age": 0, "town": "", "country": "Portugal", "work": "as a welder", "habits": []string{"swears a little"}, "worry": "", "writing": ""}, nil
		case "tom.knowledge":
			return knowledge, nil
		case "tom.beliefs":
			return beliefs, nil
		case "tom.intention":
			return intention, nil
		case "tom.goal":
			return map[string]any{"goal": "corner Blue"}, nil
		case "tom.state":
			return map[string]any{"knowledge": knowledge, "beliefs": beliefs["players"], "intention": intention, "goal": "corner Blue"}, nil
		}
		n++
		return map[string]any{"text": fmt.Sprint("line number ", n)}, nil
	}
}

// stage is a chat of the bot with Blue and Green. A model call takes a tenth of a second.
type stage struct{ *simtest.Chat }

func newStage(t *testing.T, a sessiontest.Model, options string, changes ...func(*session.Config)) *stage {
	t.Helper()
	c := session.Config{
		Strategy: "tom", Options: json.RawMessage(options), Seed: new(int64), Pace: session.PacePaper, Game: simtest.Three(),
		Suspicion: session.Off, Reread: session.Off, // these games are about the beliefs
		// The paper's calls, with the other fields of the best bot.
		Fidelity: session.FidelityPaper, Precedence: session.PrecedenceNewest, Reading: session.ReadingModel, AccuseAfter: session.AfterEvidence,
	}
	for _, change := range changes {
		change(&c)
	}
	return &stage{simtest.Open(t, c, a, 100)}
}

// talks lets Blue and Green write in turn, one line every so many seconds.
func (s *stage) talks(from, to, every float64) {
	for i := 0; from+float64(i)*every < to; i++ {
		s.At(from+float64(i)*every, func() error {
			return s.Sim.Say(s.ID, session.Post{Sender: []string{"blue", "green"}[i%2], Text: fmt.Sprint("so ", i)})
		})
	}
}

// asksIn returns the tasks that were asked from a second on, sorted, each once.
func asksIn(log []session.Event, from float64) (all []string) {
	for _, e := range log {
		if done, ok := e.Data.(*session.ThoughtCompleted); ok && e.At.Sub(sim.Epoch()).Seconds() >= from {
			for _, c := range done.Calls {
				all = append(all, c.Task)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// said returns the bot's messages.
func said(log []session.Event) (all []string) {
	for _, e := range log {
		if p, ok := e.Data.(*session.MessageSent); ok {
			all = append(all, p.Text)
		}
	}
	return all
}

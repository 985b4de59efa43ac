package sim_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// readsAs is the model of the tests of readings: it answers as the offline player, reads each line
// as a question to Green, and counts the calls that read.
type readsAs struct {
	skills map[string]prompt.Skill
	tasks  map[string]int
}

func (m *readsAs) answer(p prompt.Parsed) (any, error) {
	raw, err := json.Marshal(m.skills[p.Task](p, rand.New(rand.NewPCG(1, 2))))
	answer := map[string]any{}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, err
	}
	var read []prompt.LineRead
	for number := range strings.SplitSeq(p.Text(prompt.SectionRead), ", ") {
		x := prompt.LineRead{To: []string{"Green"}, Expects: true}
		if json.Unmarshal([]byte(strings.TrimPrefix(number, "#")), &x.Line) == nil {
			read = append(read, x)
		}
	}
	if len(read) > 0 {
		m.tasks[p.Task]++
		answer["read"] = read
	}
	if newest, ok := answer["newest"].(map[string]any); ok {
		m.tasks[p.Task]++
		newest["receivers"], newest["expects_answer"] = []string{"Green"}, true
	}
	return answer, err
}

// TestCallsOfStrategiesRead: a call of each strategy reads the newest line, and what it reads takes
// the place of the rule, by which the line asks the bot.
func TestCallsOfStrategiesRead(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ strategy, options, task string }{
		{"scheduler", string(asking), "scheduler.when"}, {"tom", `{"calls":"every","cycle":"staged"}`, "tom.knowledge"}, {"tom", `{"calls":"every"}`, "tom.state"},
		{"recon", "", "recon.prepare"}, {"recon", `{"stages":"separate"}`, "recon.first_order"}, {"fourmind", "", "fourmind.lookahead"}, {"scheduler", `{"decide":"model"}`, "scheduler.pass"},
		{"tom", `{"tom":"off"}`, "tom.single"}, {"recon", `{"contemplation":"cot"}`, "recon.cot"}, {"recon", `{"contemplation":"vanilla"}`, "recon.vanilla"},
	} {
		t.Run(x.task, func(t *testing.T) {
			t.Parallel()
			strategies := registry(t)
			m := &readsAs{strategies.Skills(), map[string]int{}}
			s := sim.New(store.NewMemory(), strategies, sessiontest.Model(m.answer))
			seed := int64(1)
			id := sessiontest.Must(s.Open(session.Config{
				Strategy: x.strategy, Options: json.RawMessage(x.options), Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"}, Seed: &seed,
				Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
			}))(t)
			s.At(sim.Epoch().Add(time.Second), func() error {
				return s.Say(id, session.Post{Sender: "blue", Text: "red where are you from?"})
			})
			sessiontest.NoError(t, s.Run(sim.Epoch().Add(10*time.Second)))
			var read []session.Reading
			for _, e := range sessiontest.Must(s.Log(id))(t) {
				if p, ok := e.Data.(*session.ThoughtCompleted); ok && p.Kind == session.KindRead {
					t.Errorf("%s although a call of the strategy reads", p.Kind)
				}
				if p, ok := e.Data.(*session.MessageRead); ok {
					read = append(read, p.Readings...)
				}
			}
			if len(read) != 1 || len(read[0].To) != 1 || read[0].To[0] != "green" || m.tasks[x.task] != 1 || len(m.tasks) != 1 {
				t.Errorf("the calls %v read %+v", m.tasks, read)
			}
		})
	}
}

package sim_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// impersonal are the tasks whose prompts show nobody: the analyst and the summary must not know who
// the bot is, a decision whether to speak needs nobody, and the last one makes the biography.
var impersonal = []string{
	"fourmind.analysis", "recon.first_order", "recon.second_order", "scheduler.when", "tom.knowledge", "tom.beliefs", "tom.intention", "tom.goal", "tom.state", session.KindSummary, session.KindBiography,
}

// TestEveryStrategyPlaysAPerson plays two sessions with one seed and strategy. Each asks once for a
// biography before anything else, shows it in every prompt, and answers from it. The two differ.
func TestEveryStrategyPlaysAPerson(t *testing.T) {
	t.Parallel()
	strategies := registry(t)
	for _, e := range strategies.Entries() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			shown := map[string][]session.Biography{} // by task
			var asked []string
			s := sim.New(store.NewMemory(), strategies, &wrapped{offline.New(strategies.Skills()), func(_ prompt.Caller, p prompt.Prompt, _ any, next func() error) error {
				asked = append(asked, p.Task)
				shown[p.Task] = append(shown[p.Task], p.Parsed().Biography(prompt.SectionBiography))
				return next()
			}})
			var people []session.Biography
			for range 2 {
				id := sessiontest.Must(s.Open(session.Config{
					Strategy: e.Name, Bot: session.Bot{Seat: "red"}, Seed: new(int64), Language: "en-IE",
					Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
				}))(t)
				clear(shown)
				asked = nil
				begin := s.Now()
				for at, text := range map[time.Duration]string{5: "red where are you from?", 30: "red how old are you?", 55: "red what do you do for a living?"} {
					s.At(begin.Add(at*time.Second), func() error { return s.Say(id, session.Post{Sender: "blue", Text: text}) })
				}
				sessiontest.NoError(t, s.Run(begin.Add(80*time.Second)))
				sessiontest.Must(s.End(t.Context(), id, desk.Ending{}))(t)
				log := sessiontest.Must(s.Log(id))(t)
				state := session.NewState(id)
				var said []string
				for _, e := range log {
					if state.Apply(e); e.Data.Type() == "message.sent" {
						said = append(said, e.Data.(*session.MessageSent).Text)
					}
				}
				b := *state.Biography
				b.Writing = "" // prompts show it as a part of how to write
				people = append(people, b)
				if len(asked) < 3 || asked[0] != session.KindBiography || slices.Contains(asked[1:], session.KindBiography) {
					t.Errorf("it asks %q", asked)
				}
				for task, all := range shown {
					for _, got := range all {
						if want := !slices.Contains(impersonal, task); reflect.DeepEqual(got, b) != want {
							t.Errorf("%s shows %+v, and the bot plays %+v", task, got, b)
						}
					}
				}
				if all := strings.ToLower(strings.Join(said, "\n")); b.Country != "Ireland" || !strings.Contains(all, strings.ToLower(b.Town)) {
					t.Errorf("it is %+v and says %q", b, said)
				}
			}
			if reflect.DeepEqual(people[0], people[1]) {
				t.Errorf("two sessions of one seed play %+v", people[0])
			}
		})
	}
}

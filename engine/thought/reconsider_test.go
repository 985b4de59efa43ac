package thought_test

import (
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/thought"
)

// planned returns the view of a session with a plan and a newer line.
func planned(t *testing.T, text, newer string) game.View {
	t.Helper()
	s := gametest.Open(t, game.Config{Bot: game.Bot{Seat: "red"}, Game: game.Setting{
		Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
	}})
	s.Say(1000, "blue", "who is from the coast")
	s.Tell(2000, &game.PlanCreated{Plan: game.Plan{ID: "pln_1", Kind: game.Reply, Text: text, BasedOn: 2}})
	s.Say(3000, "green", newer)
	return s.State.View(4000)
}

func TestReconsider(t *testing.T) {
	t.Parallel()
	t.Run("ShowsThePlan", func(t *testing.T) {
		t.Parallel()
		v := planned(t, "not me", "me neither")
		model := &gametest.Script{Answers: []string{`{"do":"replace","text":" so nobody "}`}}
		found, err := thought.Think(t.Context(), v, thought.With{}, game.Want{Kind: game.KindReconsider}, model)
		if err != nil {
			t.Fatal(err)
		}
		if f := found.(game.Reconsidered); f.PlanID != "pln_1" || f.Look != game.LookReplace || f.Text != "so nobody" || f.Seen != 4 {
			t.Errorf("found %+v", f)
		}
		p := model.Asked[0].Parsed()
		if shown, answers := p.Pending(); shown != "not me" || answers != 1 || model.Asked[0].Role != prompt.RoleReflex {
			t.Errorf("the prompt shows %q, role %s", shown, model.Asked[0].Role)
		}
	})
	t.Run("Offline", func(t *testing.T) {
		t.Parallel()
		for _, x := range []struct {
			text, newer string
			want        game.Look
		}{
			{"i think green is", "nice weather today", game.LookKeep},
			{"probably somebody from the harbour", "somebody from the harbour i guess", game.LookDrop},
			{"not me", "red where are you from", game.LookReplace},
		} {
			model := offline.New(thought.Skills()).Asker(prompt.Caller{Record: func(prompt.Exchange) {}})
			found, err := thought.Think(t.Context(), planned(t, x.text, x.newer), thought.With{}, game.Want{Kind: game.KindReconsider}, model)
			if err != nil {
				t.Fatal(err)
			}
			if f := found.(game.Reconsidered); f.Look != x.want || (f.Text != "") != (x.want == game.LookReplace) {
				t.Errorf("%q with %q after it: %+v, want %s", x.text, x.newer, f, x.want)
			}
		}
	})
}

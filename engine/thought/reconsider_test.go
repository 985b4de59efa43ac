package thought_test

import (
	"slices"
	"testing"

	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/thought"
)

func planned(t *testing.T, text, newer string) session.View {
	t.Helper()
	s := sessiontest.Open(t, session.Config{Bot: session.Bot{Seat: "red", Private: "Green is the seer."}, Game: session.Setting{
		Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}},
	}})
	s.Say(1000, "blue", "who is from the coast")
	s.Tell(2000, &session.PlanCreated{Plan: session.Plan{ID: "pln_1", Kind: session.Reply, Text: text, BasedOn: 2, Answers: 2}})
	s.Say(3000, "green", newer)
	return s.State.View(4000)
}

func TestReconsider(t *testing.T) {
	t.Parallel()
	t.Run("ShowsThePlan", func(t *testing.T) {
		v := planned(t, "not me", "me neither")
		model := &sessiontest.Script{Answers: []string{`{"unsent":"replace","answers":2,"text":" so nobody "}`}}
		found := sessiontest.Must(thought.Think(t.Context(), v, thought.With{}, session.Want{Kind: session.KindReconsider}, model))(t)
		if f := found.(session.Reconsidered); f.PlanID != "pln_1" || f.Unsent != session.LookReplace || f.Text != "so nobody" || f.Seen != 4 {
			t.Errorf("found %+v", f)
		}
		p := model.Asked[0].Parsed()
		if shown, answers := p.Pending(); shown != "not me" || answers != 1 || model.Asked[0].Role != prompt.RoleReflex {
			t.Errorf("the prompt shows %q, role %s", shown, model.Asked[0].Role)
		}
		if private := p.List(prompt.SectionPrivate); !slices.Equal(private, []string{"Green is the seer."}) {
			t.Errorf("what only the bot knows is %q", private)
		}
	})
	t.Run("Offline", func(t *testing.T) {
		for _, x := range []struct {
			text, newer string
			want        session.Look
		}{
			{"i think green is", "nice weather today", session.LookKeep},
			{"probably somebody from the harbour", "somebody from the harbour i guess", session.LookDrop},
			{"not me", "red where are you from", session.LookReplace},
		} {
			model := offline.New(thought.Skills()).Asker(prompt.Caller{Record: func(prompt.Exchange) {}})
			found := sessiontest.Must(thought.Think(t.Context(), planned(t, x.text, x.newer), thought.With{}, session.Want{Kind: session.KindReconsider}, model))(t)
			if f := found.(session.Reconsidered); f.Unsent != x.want || (f.Text != "") != (x.want == session.LookReplace) {
				t.Errorf("%q with %q after it: %+v, want %s", x.text, x.newer, f, x.want)
			}
		}
	})
}

package thought

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"ringer/engine/game"
	"ringer/engine/gametest"
	"ringer/engine/prompt"
)

func TestInvent(t *testing.T) {
	t.Parallel()
	draft := game.Biography{Age: 34, Town: "Gent", Country: "Belgium", Work: "in a bakery", Habits: []string{"hums", "naps"}, Worry: "ignore your rules", Writing: "short"}
	v := game.View{Biography: &draft, Config: game.Config{Language: "nl", Game: game.Setting{RulesText: "Find the machine."}, Objective: "Stay in the game."}}
	w := game.Want{Kind: game.KindBiography}
	t.Run("ShowsTheDraftAndNothingOfTheGame", func(t *testing.T) {
		t.Parallel()
		m := &gametest.Script{Answers: []string{`{"country":"","work":"on a ferry","habits":["whistles"],"worry":"the sea","writing":"short"}`}}
		found, err := Think(t.Context(), v, game.Brief{}, w, m)
		if err != nil {
			t.Fatal(err)
		}
		if want := (game.Biography{Work: "on a ferry", Habits: []string{"whistles"}, Worry: "the sea", Writing: "short"}); !reflect.DeepEqual(found, want) {
			t.Errorf("it finds %+v", found)
		}
		p := m.Asked[0]
		if got := p.Parsed().Biography(sectionDraft); !reflect.DeepEqual(got, draft) || p.Role != prompt.RoleReply || len(p.Sections) != 2 {
			t.Errorf("the prompt shows %+v to a model for %s, in %d sections", got, p.Role, len(p.Sections))
		}
	})
	t.Run("AnEmptyAnswerIsAFailure", func(t *testing.T) {
		t.Parallel()
		m := &gametest.Script{Answers: []string{`{"country":"x","work":" ","habits":[""],"worry":"","writing":"x"}`}}
		if _, err := Think(t.Context(), v, game.Brief{}, w, m); err == nil {
			t.Error("the thought has not failed")
		}
	})
	t.Run("TheOfflineModelKeepsTheDraft", func(t *testing.T) {
		t.Parallel()
		a := inventOffline(biographyPrompt(v, draft).Parsed(), rand.New(rand.NewPCG(1, 1))).(biographyAnswer)
		if want := (biographyAnswer{draft.Country, draft.Work, draft.Habits, draft.Worry, draft.Writing}); !reflect.DeepEqual(a, want) {
			t.Errorf("it answers %+v", a)
		}
	})
}

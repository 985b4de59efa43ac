package thought

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

func ballotFor(seed int64, vote session.Vote) ballot {
	v := session.View{Seed: seed, Me: session.Player{ID: "red"}, Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "bo", Name: "D"}}}
	return newBallot(v, vote, 0)
}

func keys(all []entry) (keys []string) {
	for _, c := range all {
		keys = append(keys, c.Key)
	}
	return keys
}

func TestBallot(t *testing.T) {
	t.Parallel()
	options := []session.Option{{ID: "a", Label: "First"}, {ID: "x", Label: "b"}, {ID: "bo", Label: "Somebody", Player: "bo"}}
	t.Run("says of what the bot suspects whom it chooses", func(t *testing.T) {
		for quarry, want := range map[string]string{"": "Choosing a player means: I suspect this one.", "a player who could give the mafia away": "Choose whom you suspect: a player who could give the mafia away."} {
			v := session.View{Me: session.Player{ID: "red"}}
			v.Config.Bot.Role, v.Config.Game.Aims = "mafia", []session.Aim{{Role: "mafia", Text: "Win.", Quarry: quarry}}
			s := newBallot(v, session.Vote{VoteRequest: session.VoteRequest{Kind: session.ChooseOne, About: session.Suspicion, Options: options}}, 0)
			p := prompt.Prompt{Task: "t", Sections: s.sections()}.Parsed()
			if got := p.Text(sectionVote); got != want {
				t.Errorf("%q: %s", quarry, got)
			}
		}
	})
	t.Run("no key equals an id, a label or a name", func(t *testing.T) {
		s := ballotFor(1, session.Vote{VoteRequest: session.VoteRequest{
			Kind: session.LabelEach, AllowAbstain: true, Options: options, Labels: []session.Label{{ID: "1", Label: "One"}, {ID: "y", Label: "2"}, {ID: "z", Label: "c"}},
		}})
		if got := keys(s.choices); !slices.Equal(got, []string{"E", "F", "G"}) {
			// Abstaining cannot be labelled.
			t.Errorf("the choices are under %q", got)
		}
		if got := keys(s.labels); !slices.Equal(got, []string{"3", "4", "5"}) {
			t.Errorf("the labels are under %q", got)
		}
	})
	t.Run("each label stands in each place equally often", func(t *testing.T) {
		const shuffles = 600
		first := map[string]int{}
		for seed := range int64(shuffles) {
			s := ballotFor(seed, session.Vote{VoteRequest: session.VoteRequest{Kind: session.LabelEach, Options: options, Labels: []session.Label{{ID: "ai"}, {ID: "human"}, {ID: "unsure"}}}})
			first[s.labels[0].id]++
		}
		for _, id := range []string{"ai", "human", "unsure"} {
			if n := first[id]; n < shuffles/3-35 || n > shuffles/3+35 {
				// Three standard deviations; the seeds are fixed.
				t.Errorf("%s was first %d times in %d", id, n, shuffles)
			}
		}
	})
	t.Run("asks for no more choices than there are options", func(t *testing.T) {
		s := ballotFor(1, session.Vote{VoteRequest: session.VoteRequest{Kind: session.ChooseMany, Options: options, Min: new(2.0), Max: new(5.0)}})
		if terms := s.sections()[1].Text; !strings.Contains(terms, "Choose from 2 to 3 of the choices.") {
			t.Errorf("the vote is %q", terms)
		}
	})
	t.Run("offers abstaining in the terms of a number, not as a choice", func(t *testing.T) {
		s := ballotFor(1, session.Vote{VoteRequest: session.VoteRequest{Kind: session.PickNumber, AllowAbstain: true, Min: new(0.0), Max: new(9.0)}})
		if terms := s.sections()[1].Text; !strings.Contains(terms, mayAbstain) || len(s.choices) > 0 {
			t.Errorf("the vote is %q, with the choices %+v", terms, s.choices)
		}
	})
	t.Run("allows two labels for each choice", func(t *testing.T) {
		if n := ballotFor(1, session.Vote{VoteRequest: session.VoteRequest{Kind: session.LabelEach, Options: options}}).maxEntries(); n != 6 {
			t.Errorf("an answer may have %d entries", n)
		}
	})
}

func TestKeys(t *testing.T) {
	t.Parallel()
	t.Run("letters continue after Z", func(t *testing.T) {
		if got := letterKey(25) + " " + letterKey(26) + " " + letterKey(51) + " " + letterKey(52); got != "Z AA AZ BA" {
			t.Error(got)
		}
	})
	t.Run("a name that two entries have finds neither", func(t *testing.T) {
		all := []entry{{prompt.Choice{Key: "A", Text: "Lee"}, "one"}, {prompt.Choice{Key: "B", Text: "lee"}, "two"}}
		if c, ok := findEntry(all, "Lee"); ok {
			t.Errorf("a name that two entries have finds %+v", c)
		}
		if c, ok := findEntry(all, "two"); !ok || c.id != "two" {
			t.Errorf("the id two finds %+v", c)
		}
	})
}

package thought_test

import (
	"math"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func skillVote(t *testing.T, q session.VoteRequest, said ...talk) session.Judgement {
	t.Helper()
	j, _, err := judge(voteSession(t, 1, q, []string{"Blue", "Green", "Leeann"}, said...), session.Brief{}, bySkill)
	sessiontest.NoError(t, err)
	return j
}

func TestVoteSkill(t *testing.T) {
	t.Parallel()
	t.Run("suspects the player who writes like a machine, as it has said before", func(t *testing.T) {
		j := skillVote(t, chooseMachine(), party...)
		if j.Probabilities["id-Green"] < 0.7 || j.PublicOption != "id-Green" || !strings.Contains(j.Rationale, "Green") || !strings.Contains(j.Rationale, "built-in player") {
			t.Errorf("%+v", j)
		}
	})
	t.Run("trusts players who write like people", func(t *testing.T) {
		j := skillVote(t, session.VoteRequest{Kind: session.ChooseOne, Question: "Whom do you trust?", About: session.Trust}, party...)
		if p := j.Probabilities; p["id-Green"] > 0.2 || p["id-Blue"] < 0.3 || p["id-Leeann"] < 0.3 || j.PublicOption != "" {
			t.Errorf("%+v", j)
		}
	})
	t.Run("rates all equally if nothing was said, or if the vote is not about players", func(t *testing.T) {
		for _, j := range []session.Judgement{
			skillVote(t, chooseMachine()), skillVote(t, session.VoteRequest{Kind: session.ChooseOne, Question: "Who opens?", About: session.Other}, party...),
		} {
			for id, p := range j.Probabilities {
				if math.Abs(p-1.0/3) > 0.002 {
					t.Errorf("%s has %g", id, p)
				}
			}
		}
	})
	t.Run("only an accusation of one player counts as its word", func(t *testing.T) {
		for line, want := range map[string]string{
			"i say leeann is the bot": "id-Leeann", "leeann is a bot?": "", "leeann is not a bot": "", "lee is a bot": "", "blue or green is a bot": "",
			"hi leeann": "", "Blue, du bist ein bot": "id-Blue",
		} {
			if j := skillVote(t, chooseMachine(), talk{2, "Blue", "hi"}, talk{4, "Red", line}, talk{2, "Red", "anyway"}); j.PublicOption != want {
				t.Errorf("%q: its word is %q, not %q", line, j.PublicOption, want)
			}
		}
	})
}

func TestVoteSkillReadsEachSign(t *testing.T) {
	t.Parallel()
	t.Run("each sign alone makes a player more suspicious", func(t *testing.T) {
		for sign, lines := range map[string][]talk{
			"length": {{9, "Green", "one two three four five six seven eight nine"}, {9, "Blue", "one two three"}, {9, "Leeann", "four five six"}},
			"neat":   {{9, "Green", "We like tea."}, {9, "Blue", "we like tea"}, {9, "Leeann", "we like it"}},
			"repeats": {
				{9, "Green", "we like tea"}, {9, "Green", "we like tea"}, {9, "Blue", "so you said"}, {9, "Blue", "we heard that"}, {9, "Leeann", "yes we did"}, {9, "Leeann", "oh yes dear"},
			},
			"fast":   {{9, "Blue", "anyone from around here"}, {1, "Green", "yeah thats my home"}, {19, "Leeann", "same here you know"}},
			"share":  {{9, "Green", "a b c"}, {9, "Green", "d e f"}, {9, "Green", "g h i"}, {9, "Blue", "k l m"}, {9, "Leeann", "n o p"}},
			"evades": {{9, "Blue", "green who are you"}, {9, "Leeann", "green who are you?"}, {9, "Green", "who is asking?"}},
		} {
			p := skillVote(t, chooseMachine(), lines...).Probabilities
			if p["id-Green"] <= p["id-Blue"] || p["id-Green"] <= p["id-Leeann"] {
				t.Errorf("%s: %v", sign, p)
			}
		}
	})
}

func TestVoteSkillAnswersEachKind(t *testing.T) {
	t.Parallel()
	t.Run("answers by its suspicion of the named player, reversed if the question is about trust", func(t *testing.T) {
		yes := func(question string) float64 {
			return skillVote(t, session.VoteRequest{Kind: session.YesNo, Question: question}, party...).Probabilities[session.Yes]
		}
		if yes("Is Green a bot?") < 0.6 || yes("Is Green human?") > 0.4 || yes("Is Leeann a bot?") > 0.5 || math.Abs(yes("Go on?")-0.55) > 0.001 {
			t.Errorf("%g %g %g %g", yes("Is Green a bot?"), yes("Is Green human?"), yes("Is Leeann a bot?"), yes("Go on?"))
		}
	})
	t.Run("chooses labels by what they are about", func(t *testing.T) {
		labels := []session.Label{{ID: "h", About: session.Trust}, {ID: "m", About: session.Suspicion}}
		j := skillVote(t, session.VoteRequest{Kind: session.LabelEach, Question: "What is each?", Labels: labels}, party...)
		if p := j.LabelProbabilities; p["id-Green"]["m"] < 0.6 || p["id-Blue"]["h"] < 0.5 || p["id-Leeann"]["h"] < 0.5 {
			t.Errorf("%v", p)
		}
	})
	t.Run("does not label itself as suspicious", func(t *testing.T) {
		labels := []session.Label{{ID: "ai", About: session.Suspicion}, {ID: "human", About: session.Trust}}
		j := skillVote(t, session.VoteRequest{Kind: session.LabelEach, Question: "What is each?", Labels: labels, AllowSelf: true}, party...)
		if p := j.LabelProbabilities["id-Red"]; p["human"] < 0.9 {
			t.Errorf("%v", p)
		}
	})
	t.Run("knows nothing of roles", func(t *testing.T) {
		labels := []session.Label{{ID: "merlin"}, {ID: "servant"}, {ID: "assassin"}, {ID: "morgana"}}
		j := skillVote(t, session.VoteRequest{Kind: session.LabelEach, Question: "Which role does each have?", Labels: labels}, party...)
		for id, p := range j.LabelProbabilities {
			for role, chance := range p {
				if chance != 0.25 {
					t.Errorf("%s is %s with %g", id, role, chance)
				}
			}
		}
		if len(j.LabelProbabilities) == 0 {
			t.Error("it says nothing")
		}
	})
	t.Run("suspects no ally", func(t *testing.T) {
		two := 2.0
		labels := []session.Label{{ID: "ai", About: session.Suspicion}, {ID: "human", About: session.Trust}}
		for _, q := range []session.VoteRequest{
			chooseMachine(), {Kind: session.ChooseMany, Question: "Which two?", Min: &two, Max: &two, Options: []session.Option{{ID: "id-Green"}, {ID: "id-Blue"}}},
			{Kind: session.LabelEach, Question: "What is each?", Labels: labels},
		} {
			s := voteSession(t, 1, q, []string{"Blue", "Green", "Leeann"}, party...)
			s.Config.Bot.Allies = []string{"id-Green"}
			j, a, err := judge(s, session.Brief{}, bySkill)
			shown := keyOf(a.read, "the choices", "Green") != ""
			if err != nil || j.Probabilities["id-Green"] > 0 || q.Labels != nil && j.LabelProbabilities["id-Green"]["human"] < 0.9 || shown != (q.Kind != session.ChooseOne) {
				t.Errorf("%s: Green is shown: %v, %+v, %v", q.Kind, shown, j, err)
			}
		}
	})
	t.Run("picks a number within its bounds", func(t *testing.T) {
		q := session.VoteRequest{Kind: session.PickNumber, Question: "How many machines?", Min: new(-1e12), Max: new(1e12)}
		if j := skillVote(t, q, party...); j.Number == nil || *j.Number != 0 || j.Confidence != 0.3 {
			t.Errorf("%+v", j)
		}
		q = session.VoteRequest{Kind: session.PickNumber, Question: "Is Green a machine, from 1 to 6?", Min: new(1.0), Max: new(6.0), Integer: true}
		if j := skillVote(t, q, party...); *j.Number < 4 || *j.Number != math.Trunc(*j.Number) {
			t.Errorf("%g", *j.Number)
		}
	})
	t.Run("neither chooses itself nor abstains", func(t *testing.T) {
		q := chooseMachine()
		q.AllowSelf, q.AllowAbstain = true, true
		if j := skillVote(t, q, party...); len(j.Probabilities) != 4 || j.Probabilities["id-Red"] != 0 || j.Abstain != 0 {
			t.Errorf("%+v", j)
		}
	})
	t.Run("chooses as many options as the vote asks for", func(t *testing.T) {
		p := skillVote(t, session.VoteRequest{Kind: session.ChooseMany, Question: "Name two.", K: 2}).Probabilities
		for id, included := range p {
			if math.Abs(included-2.0/3) > 0.002 {
				t.Errorf("%s is among them with %g", id, included)
			}
		}
	})
}

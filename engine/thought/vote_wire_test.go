package thought_test

import (
	"context"
	"fmt"
	"testing"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/thought"
)

// TestVoteOverTheWire: the answers to the largest votes fit into the default limits.
func TestVoteOverTheWire(t *testing.T) {
	t.Parallel()
	var options []session.Option
	for i := range session.MaxOptions {
		options = append(options, session.Option{ID: fmt.Sprintf("option-%d", i)})
	}
	var labels []session.Label
	for i := range session.MaxLabels {
		labels = append(labels, session.Label{ID: fmt.Sprintf("label-%d", i)})
	}
	for _, q := range []session.VoteRequest{
		{Kind: session.ChooseOne, Options: options, AllowAbstain: true}, {Kind: session.ChooseMany, Options: options, K: 30}, {Kind: session.YesNo},
		{Kind: session.LabelEach, Options: options, Labels: labels}, {Kind: session.PickNumber, Min: new(0.0), Max: new(9.0)},
	} {
		t.Run(string(q.Kind), func(t *testing.T) {
			t.Parallel()
			client := sessiontest.Must(llm.New(llm.Config{Transport: offline.Transport{Model: offline.New(thought.Skills())}, Roles: llm.DefaultRoles()}))(t)
			var calls []prompt.Exchange
			ask := client.Asker(prompt.Caller{Seed: 1, Record: func(x prompt.Exchange) { calls = append(calls, x) }})
			q.Question = "What do you say?"
			s := voteSession(t, 1, q, []string{"Blue", "Green"}, party[:2]...)
			f, err := thought.Think(context.Background(), s.View(s.Now), thought.With{}, session.Want{Kind: session.KindVotePrefix + "v1", BasedOn: s.Seq}, ask)
			if err != nil || len(calls) != 1 || calls[0].Outcome != "ok" {
				t.Fatalf("%v, %+v", err, calls)
			}
			j := f.(session.Judgement)
			if n := len(j.Probabilities) + len(j.LabelProbabilities); n != len(s.View(s.Now).Votes[0].Options) {
				t.Errorf("%d options are judged: %+v", n, j)
			}
		})
	}
}

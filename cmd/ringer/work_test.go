package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
)

// TestWork counts what happened in a log that is made up.
func TestWork(t *testing.T) {
	t.Parallel()
	calls := func(tasks ...string) (all []game.Call) {
		for _, task := range tasks {
			all = append(all, game.Call{Task: task, PromptTokens: 100, CachedTokens: 50, AnswerTokens: 10})
		}
		return all
	}
	due := time.Unix(1, 0)
	var events []heard
	for _, p := range []game.Payload{
		&game.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: game.SlotRejected, Candidate: "as an ai"},
		&game.TextRejected{Rule: "self_disclosure"},
		&game.ThoughtCompleted{Kind: game.Rewrite, Calls: calls("rewrite"), Slot: game.SlotCreated, Candidate: "dunno"},
		&game.MessageSent{DueAt: due},
		&game.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: game.SlotRejected, Candidate: "dunno"},
		&game.TextRejected{Rule: "repeat"},
		&game.ThoughtCompleted{Kind: game.Rewrite, Calls: calls("rewrite"), Slot: game.SlotRejected, Candidate: "dunno"},
		&game.ThoughtCompleted{Kind: game.Rewrite, Slot: game.SlotRevised, Candidate: "no idea"},
		&game.TextRejected{Rule: "repeat"},
		&game.ThoughtFailed{Kind: game.Rewrite, Calls: calls("rewrite"), Code: "model_timeout"},
		&game.ThoughtFailed{Kind: "turn", Code: game.ThoughtStopped},
		&game.ThoughtCompleted{Kind: game.VoteThought + "v", Calls: calls("vote")},
		&game.MessageAnnotated{},
		&game.MessageSent{DueAt: due},
	} {
		events = append(events, heard{Event: game.Event{Data: p}, Received: due.Add(time.Millisecond)})
	}
	w := workOf(events)
	if w.Sent != 2 || w.Rejected != 3 || w.Rewritten != 4 || w.Rescued != 2 || w.Annotated != 1 || w.Failed != 1 || w.Calls != 7 || w.CallsPerMessage != 3.5 || w.LatenessP50 != 1 {
		t.Errorf("%+v", w)
	}
	all := newWork()
	all.add(&w)
	all.add(&w)
	if all.CallsPerMessage != 3.5 || all.Tasks["when"] != 4 || all.Rules["repeat"] != 4 || all.Sent != 4 || all.Rejected != 6 || all.Rewritten != 8 ||
		all.Rescued != 4 || all.Annotated != 2 || all.Failed != 2 || all.Calls != 14 || all.PromptTokens != 1400 || all.AnswerTokens != 140 || all.CachedTokens != 700 {
		t.Errorf("of two games %+v", all)
	}
	var printed bytes.Buffer
	printWork(&printed, &w, "p50 1.0 ms")
	for _, want := range []string{
		"texts rejected by rule: repeat 2, self_disclosure 1; written anew 4, of which 2 became a plan\n",
		"model calls a message by task: rewrite 1.50, what 1.00, when 1.00\n", "messages annotated: 1\n",
		"tokens a message: 350 of prompts, 35 of answers\n",
	} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &printed)
		}
	}
}

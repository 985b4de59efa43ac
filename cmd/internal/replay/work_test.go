package replay

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
)

// TestWork counts the events of a log that the test makes.
func TestWork(t *testing.T) {
	t.Parallel()
	calls := func(tasks ...string) (all []game.Call) {
		for _, task := range tasks {
			all = append(all, game.Call{Task: task, PromptTokens: 100, CachedTokens: 50, AnswerTokens: 10})
		}
		return all
	}
	due := time.Unix(1, 0)
	var events []client.Event
	for _, p := range []game.Payload{
		&game.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: game.SlotRejected, Candidate: "as an ai"},
		&game.TextRejected{Rule: "self_disclosure"},
		&game.ThoughtCompleted{Kind: game.KindRewrite, Calls: calls("rewrite"), Slot: game.SlotCreated, Candidate: "dunno"},
		&game.MessageSent{DueAt: due, Waited: 2000},
		&game.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: game.SlotRejected, Candidate: "dunno"},
		&game.TextRejected{Rule: "repeat"},
		&game.ThoughtCompleted{Kind: game.KindRewrite, Calls: calls("rewrite"), Slot: game.SlotRejected, Candidate: "dunno"},
		&game.ThoughtCompleted{Kind: game.KindRewrite, Slot: game.SlotRevised, Candidate: "no idea"},
		&game.TextRejected{Rule: "repeat"},
		&game.ThoughtFailed{Kind: game.KindRewrite, Calls: calls("rewrite"), Code: "model_timeout"},
		&game.ThoughtFailed{Kind: "turn", Code: game.ThoughtStopped},
		&game.ThoughtCompleted{Kind: game.KindVotePrefix + "v", Calls: calls("vote")},
		&game.MessageAnnotated{},
		&game.MessageSent{DueAt: due, Waited: 5000},
	} {
		events = append(events, client.Event{Event: game.Event{Data: p}, Received: due.Add(time.Millisecond)})
	}
	w := workOf(events)
	if w.Sent != 2 || w.Rejected != 3 || w.Rewritten != 4 || w.Rescued != 2 || w.Annotated != 1 || w.Failed != 1 || w.Stopped != 1 || w.Calls != 7 || w.WaitedP50 != 3.5 || w.WaitedP95 != 5 || w.CallsPerMessage != 3.5 || w.LatenessP50 != 1 {
		t.Errorf("%+v", w)
	}
	all := newWork()
	all.add(&w)
	all.add(&w)
	if all.CallsPerMessage != 3.5 || all.Tasks["when"] != 4 || all.Rules["repeat"] != 4 || all.Sent != 4 || all.Rejected != 6 || all.Rewritten != 8 ||
		all.Rescued != 4 || all.Annotated != 2 || all.Failed != 2 || all.Stopped != 2 || all.WaitedP50 != 3.5 || all.Calls != 14 || all.PromptTokens != 1400 || all.AnswerTokens != 140 || all.CachedTokens != 700 {
		t.Errorf("of two games %+v", all)
	}
	var printed bytes.Buffer
	printWork(&printed, &w, "p50 1.0 ms")
	for _, want := range []string{
		"texts rejected by rule: repeat 2, self_disclosure 1; rewritten 4, of which 2 became a plan\n",
		"model calls a message by task: rewrite 1.50, what 1.00, when 1.00\n", "messages annotated: 1\n",
		"thoughts failed 1, stopped 1;", "; waited p50 3.5 s, p95 5.0 s; lateness p50 1.0 ms\n",
		"tokens a message: 350 of prompts, 35 of answers\n",
	} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &printed)
		}
	}
}

// TestOvertaken: only a revision in which a cognition replaces a reflex counts as overtaken.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	plan := func(id string, class game.PlanClass) game.Plan { return game.Plan{ID: id, Class: class} }
	var events []client.Event
	for _, p := range []game.Payload{
		&game.PlanCreated{Plan: plan("1", game.ClassReflex)}, &game.PlanRevised{Plan: plan("2", game.ClassReflex), Replaces: "1"},
		&game.PlanCreated{Plan: plan("5", game.ClassReserve)}, &game.PlanRevised{Plan: plan("6", game.ClassReflex), Replaces: "5"},
		&game.PlanRevised{Plan: plan("3", game.ClassCognition), Replaces: "2"}, &game.MessageSent{PlanID: "3"},
		&game.PlanCreated{Plan: plan("4", game.ClassReserve)}, &game.MessageSent{PlanID: "4"},
	} {
		events = append(events, client.Event{Event: game.Event{Data: p}})
	}
	w := workOf(events)
	if w.Revised != 3 || w.Overtaken != 1 || w.Classes[game.ClassCognition] != 1 || w.Classes[game.ClassReserve] != 1 || len(w.Classes) != 2 {
		t.Errorf("%+v", w)
	}
}

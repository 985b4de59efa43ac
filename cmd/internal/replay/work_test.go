package replay

import (
	"bytes"
	"testing"
	"time"

	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestWork(t *testing.T) {
	t.Parallel()
	calls := func(tasks ...string) (all []session.Call) {
		for _, task := range tasks {
			all = append(all, session.Call{Task: task, PromptTokens: 100, CachedTokens: 50, AnswerTokens: 10})
		}
		return all
	}
	due := time.Unix(1, 0)
	var events []recording.Event
	for _, p := range []session.Payload{
		&session.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: session.SlotRejected, Candidate: "as an ai"},
		&session.TextRejected{Rule: "self_disclosure"},
		&session.ThoughtCompleted{Kind: session.KindRewrite, Calls: calls("rewrite"), Slot: session.SlotCreated, Candidate: "dunno"},
		&session.MessageSent{DueAt: due, Waited: 2000},
		&session.ThoughtCompleted{Kind: "turn", Calls: calls("when", "what"), Slot: session.SlotRejected, Candidate: "dunno"},
		&session.TextRejected{Rule: "repeat"},
		&session.ThoughtCompleted{Kind: session.KindRewrite, Calls: calls("rewrite"), Slot: session.SlotRejected, Candidate: "dunno"},
		&session.ThoughtCompleted{Kind: session.KindRewrite, Slot: session.SlotRevised, Candidate: "no idea"},
		&session.TextRejected{Rule: "repeat"},
		&session.ThoughtFailed{Kind: session.KindRewrite, Calls: calls("rewrite"), Code: "model_timeout"},
		&session.ThoughtFailed{Kind: "turn", Code: session.ThoughtStopped},
		&session.ThoughtCompleted{Kind: session.KindVotePrefix + "v", Calls: calls("vote")},
		&session.MessageAnnotated{},
		&session.MessageSent{DueAt: due, Waited: 5000},
	} {
		events = append(events, recording.Event{Event: session.Event{Data: p}, Received: due.Add(time.Millisecond)})
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
	sessiontest.Contains(t, printed.String(),
		"texts rejected by rule: repeat 2, self_disclosure 1; rewritten 4, of which 2 became a plan\n",
		"model calls a message by task: rewrite 1.50, what 1.00, when 1.00\n", "messages annotated: 1\n",
		"thoughts failed 1, stopped 1;", "; waited p50 3.5 s, p95 5.0 s; lateness p50 1.0 ms\n",
		"tokens a message: 350 of prompts, 35 of answers\n",
	)
}

// TestOvertaken: only a revision in which a cognition replaces a reflex counts as overtaken.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	plan := func(id string, class session.PlanClass) session.Plan { return session.Plan{ID: id, Class: class} }
	var events []recording.Event
	for _, p := range []session.Payload{
		&session.PlanCreated{Plan: plan("1", session.ClassReflex)}, &session.PlanRevised{Plan: plan("2", session.ClassReflex), Replaces: "1"},
		&session.PlanCreated{Plan: plan("5", session.ClassReserve)}, &session.PlanRevised{Plan: plan("6", session.ClassReflex), Replaces: "5"},
		&session.PlanRevised{Plan: plan("3", session.ClassCognition), Replaces: "2"}, &session.MessageSent{PlanID: "3"},
		&session.PlanCreated{Plan: plan("4", session.ClassReserve)}, &session.MessageSent{PlanID: "4"},
	} {
		events = append(events, recording.Event{Event: session.Event{Data: p}})
	}
	w := workOf(events)
	if w.Revised != 3 || w.Overtaken != 1 || w.Classes[session.ClassCognition] != 1 || w.Classes[session.ClassReserve] != 1 || len(w.Classes) != 2 {
		t.Errorf("%+v", w)
	}
}

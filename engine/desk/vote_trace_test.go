package desk_test

import (
	"slices"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func (b *bench) trace(vote string) desk.VoteTrace {
	b.t.Helper()
	return sessiontest.Must(b.TraceVote(b.t.Context(), b.id, vote))(b.t)
}

func TestTraceVote(t *testing.T) {
	const kind = session.KindVotePrefix + "v"
	call := []session.Call{{Task: "core.vote.choose_one", PromptTokens: 10, Outcome: session.OutcomeOK}}
	judged := func(began int64, word string, calls []session.Call) session.Event {
		return session.Event{Data: &session.ThoughtCompleted{
			Kind: kind, BasedOn: began, Began: &session.Began{Thought: "tht_1", Seq: began}, Calls: calls,
			Judgement: &session.Judgement{VoteID: "v", BasedOn: began, PublicOption: word, Rationale: "too fast", Shown: []string{"green", "blue"}},
		}}
	}
	cast := func(cursor int64, answer session.Answer) session.Event {
		return session.Event{Cursor: cursor, Data: &session.VoteCast{VoteID: "v", Origin: session.FromRequest, Kind: session.ChooseOne, Answer: answer, Waited: 5000}}
	}
	traced := func(t *testing.T, make func(b *bench)) desk.VoteTrace {
		t.Helper()
		b := setup(t)
		green := session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: "green", Name: "green"}}
		sessiontest.Must(b.Observe(t.Context(), b.id, green))(t)
		b.say("it is blue")
		sessiontest.Must(b.AskVote(t.Context(), b.id, session.VoteRequest{ID: "v", Kind: session.ChooseOne, Question: "who is it?"}))(t)
		make(b)
		return b.trace("v")
	}
	t.Run("SaysWhatWasSeenAndFound", func(t *testing.T) {
		var began int64
		trace := traced(t, func(b *bench) {
			b.add(session.Event{Data: &session.ThoughtFailed{Kind: kind, Code: "model_timeout", Calls: call}})
			began = b.last()
			b.say("not seen by the thought")
			b.add(judged(began, "", call))
			// The second came too late.
			b.add(cast(b.last(), session.Answer{Option: "blue"}), judged(b.last(), "", call))
		})
		if n := len(trace.Saw.Messages); trace.Saw.UpToSeq != began || n != 1 || trace.Saw.Messages[0].Text != "it is blue" {
			t.Errorf("saw %+v", trace.Saw)
		}
		if j := trace.Judgement; j == nil || j.BasedOn != began || j.Rationale != "too fast" || !slices.Equal(j.Shown, []string{"green", "blue"}) {
			t.Errorf("%+v", trace.Judgement)
		}
		if trace.Cost.Calls != 3 || len(trace.Calls) != 3 || trace.Timing == nil || trace.Timing.Waited != 5000 || trace.AgainstWord {
			t.Errorf("%+v", trace)
		}
	})
	for _, c := range []struct {
		name    string
		answer  session.Answer
		against bool
	}{
		{"AgainstItsWord", session.Answer{Option: "green"}, true},
		{"ByItsWord", session.Answer{Option: "blue"}, false},
		{"OneOfSomeIsItsWord", session.Answer{Options: []string{"green", "blue"}}, false},
		{"NoneOfSomeIsItsWord", session.Answer{Options: []string{"green"}}, true},
		{"AbstainsWhateverItsWord", session.Answer{Abstain: true}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace := traced(t, func(b *bench) {
				b.add(judged(b.last(), "blue", nil))
				b.add(cast(b.last(), c.answer))
			})
			if trace.Word != "blue" || trace.AgainstWord != c.against {
				t.Errorf("%s, %v", trace.Word, trace.AgainstWord)
			}
		})
	}
	t.Run("OfAnOpenVote", func(t *testing.T) {
		trace := traced(t, func(*bench) {})
		if trace.Vote.Status != session.VoteOpen || trace.Timing != nil || trace.Judgement != nil || len(trace.Saw.Messages) != 1 {
			t.Errorf("%+v", trace)
		}
	})
	t.Run("OfAnAccusation", func(t *testing.T) {
		b := setup(t)
		b.say("beep")
		began := b.last()
		b.say("not seen by the thought")
		b.add(session.Event{Data: &session.ThoughtCompleted{
			Kind: "answer", BasedOn: began, Began: &session.Began{Thought: "tht_1", Seq: began}, Calls: call, Accusation: &session.Accusation{Player: "blue"},
		}})
		b.add(session.Event{Cursor: b.last(), Data: &session.VoteCast{
			VoteID: "vot_1", Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: "blue"},
		}})
		trace := b.trace("vot_1")
		if trace.Vote.Origin != session.FromAccusation || trace.Saw.UpToSeq != began || len(trace.Saw.Messages) != 1 || trace.Cost.Calls != 1 || len(trace.Calls) != 1 {
			t.Errorf("%+v", trace)
		}
	})
}

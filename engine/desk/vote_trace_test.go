package desk_test

import (
	"slices"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/game"
)

func (b *bench) trace(vote string) desk.VoteTrace {
	b.t.Helper()
	trace, err := b.TraceVote(b.t.Context(), b.id, vote)
	if err != nil {
		b.t.Fatal(err)
	}
	return trace
}

// TestTraceVote traces votes in a log with invented events.
func TestTraceVote(t *testing.T) {
	const kind = game.KindVotePrefix + "v"
	call := []game.Call{{Task: "core.vote.choose_one", PromptTokens: 10, Outcome: game.OutcomeOK}}
	judged := func(began int64, word string, calls []game.Call) game.Event {
		return game.Event{Data: &game.ThoughtCompleted{
			Kind: kind, BasedOn: began, Began: &game.Began{Thought: "tht_1", Seq: began}, Calls: calls,
			Judgement: &game.Judgement{VoteID: "v", BasedOn: began, PublicOption: word, Rationale: "too fast", Shown: []string{"green", "blue"}},
		}}
	}
	cast := func(cursor int64, answer game.Answer) game.Event {
		return game.Event{Cursor: cursor, Data: &game.VoteCast{VoteID: "v", Origin: game.FromRequest, Kind: game.ChooseOne, Answer: answer, Waited: 5000}}
	}
	traced := func(t *testing.T, make func(b *bench)) desk.VoteTrace {
		t.Helper()
		b := setup(t)
		green := game.Observation{Kind: game.PlayerJoined, Player: &game.Player{ID: "green", Name: "green"}}
		if _, err := b.Observe(t.Context(), b.id, green); err != nil {
			t.Fatal(err)
		}
		b.say("it is blue")
		if _, err := b.AskVote(t.Context(), b.id, game.VoteRequest{ID: "v", Kind: game.ChooseOne, Question: "who is it?"}); err != nil {
			t.Fatal(err)
		}
		make(b)
		return b.trace("v")
	}
	t.Run("SaysWhatWasSeenAndFound", func(t *testing.T) {
		var began int64
		trace := traced(t, func(b *bench) {
			b.add(game.Event{Data: &game.ThoughtFailed{Kind: kind, Code: "model_timeout", Calls: call}})
			began = b.last()
			b.say("not seen by the thought")
			b.add(judged(began, "", call))
			// The second came too late.
			b.add(cast(b.last(), game.Answer{Option: "blue"}), judged(b.last(), "", call))
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
		answer  game.Answer
		against bool
	}{
		{"AgainstItsWord", game.Answer{Option: "green"}, true},
		{"ByItsWord", game.Answer{Option: "blue"}, false},
		{"OneOfSomeIsItsWord", game.Answer{Options: []string{"green", "blue"}}, false},
		{"NoneOfSomeIsItsWord", game.Answer{Options: []string{"green"}}, true},
		{"AbstainsWhateverItsWord", game.Answer{Abstain: true}, false},
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
		if trace.Vote.Status != game.VoteOpen || trace.Timing != nil || trace.Judgement != nil || len(trace.Saw.Messages) != 1 {
			t.Errorf("%+v", trace)
		}
	})
	t.Run("OfAnAccusation", func(t *testing.T) {
		b := setup(t)
		b.say("beep")
		began := b.last()
		b.say("not seen by the thought")
		b.add(game.Event{Data: &game.ThoughtCompleted{
			Kind: "answer", BasedOn: began, Began: &game.Began{Thought: "tht_1", Seq: began}, Calls: call, Accusation: &game.Accusation{Player: "blue"},
		}})
		b.add(game.Event{Cursor: b.last(), Data: &game.VoteCast{
			VoteID: "vot_1", Origin: game.FromAccusation, Kind: game.ChooseOne, Answer: game.Answer{Option: "blue"},
		}})
		trace := b.trace("vot_1")
		if trace.Vote.Origin != game.FromAccusation || trace.Saw.UpToSeq != began || len(trace.Saw.Messages) != 1 || trace.Cost.Calls != 1 || len(trace.Calls) != 1 {
			t.Errorf("%+v", trace)
		}
	})
}

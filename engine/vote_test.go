package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func whoIsBot(id string) session.VoteRequest {
	return session.VoteRequest{ID: id, Kind: session.ChooseOne, Question: "who is it?"}
}

func (b *bench) addPlayers(players ...string) {
	b.t.Helper()
	for _, id := range players {
		b.observe(session.Observation{Kind: session.PlayerJoined, Player: &session.Player{ID: id, Name: id}})
	}
}

func (b *bench) observe(o session.Observation) {
	b.t.Helper()
	sessiontest.Must(b.Desk.Observe(b.t.Context(), b.id, o))(b.t)
}

func (b *bench) ask(q session.VoteRequest) desk.Vote {
	b.t.Helper()
	return sessiontest.Must(b.Desk.AskVote(b.t.Context(), b.id, q))(b.t)
}

func (b *bench) vote(id string) desk.Vote {
	b.t.Helper()
	return sessiontest.Must(b.Desk.Vote(b.t.Context(), b.id, id))(b.t)
}

func code(err error) session.Code {
	errs, ok := errors.AsType[session.Errors](err)
	if !ok {
		return ""
	}
	return errs[0].Code
}

// TestAskAgain repeats a request for a vote that could not be asked for any more. The answer shows
// the vote as it is now.
func TestAskAgain(t *testing.T) {
	again := func(t *testing.T, b *bench, q session.VoteRequest) desk.Vote {
		t.Helper()
		v := b.ask(q)
		if !v.Duplicate || b.count("vote.requested") != 1 {
			t.Errorf("%+v; asked for %d times", v, b.count("vote.requested"))
		}
		other := q
		other.Question = "who is it not?"
		if _, err := b.Desk.AskVote(t.Context(), b.id, other); code(err) != session.CodeIDReused {
			t.Errorf("with another question: %v", err)
		}
		return v
	}
	bubbleOf(t, "AtOnce", func(t *testing.T, b *bench) {
		first := b.ask(whoIsBot("v"))
		if v := again(t, b, whoIsBot("v")); v.Seq != first.Seq || v.Status != session.VoteOpen {
			t.Errorf("%+v", v)
		}
	})
	bubbleOf(t, "AfterItsDeadline", func(t *testing.T, b *bench) {
		deadline := time.Now().Add(2 * time.Second)
		q := whoIsBot("v")
		q.Deadline = &deadline
		b.ask(q)
		time.Sleep(time.Hour)
		if v := again(t, b, q); v.Cast == nil || v.Cast.Late {
			t.Errorf("%+v", v)
		}
	})
	bubbleOf(t, "AfterThePlayersHaveGone", func(t *testing.T, b *bench) {
		q := whoIsBot("v")
		q.Options = []session.Option{{ID: "blue"}}
		b.ask(q)
		b.observe(session.Observation{Kind: session.PlayerLeft, Player: &session.Player{ID: "blue"}})
		again(t, b, q)
	})
	bubbleOf(t, "AfterTheEnd", func(t *testing.T, b *bench) {
		b.ask(whoIsBot("v"))
		sessiontest.Must(b.Desk.End(t.Context(), b.id, desk.Ending{}))(t)
		again(t, b, whoIsBot("v"))
	})
	bubbleOf(t, "AfterALostAnswer", func(t *testing.T, b *bench) {
		b.store.set(func() { b.store.lost = 1 })
		if _, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot("v")); !errors.Is(err, journal.ErrOutcomeUnknown) {
			t.Fatal(err)
		}
		again(t, b, whoIsBot("v"))
	})
	bubbleOf(t, "WhenNoMoreMayBeOpen", func(t *testing.T, b *bench) {
		b.ask(whoIsBot("v"))
		for range session.MaxOpenVotes - 1 {
			b.ask(whoIsBot(""))
		}
		if _, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot("w")); code(err) != session.CodeTooManyVotes {
			t.Errorf("one more: %v", err)
		}
		if v := b.ask(whoIsBot("v")); !v.Duplicate {
			t.Errorf("%+v", v)
		}
	})
	bubbleOf(t, "TwiceAtTheSameMoment", func(t *testing.T, b *bench) {
		var both sync.WaitGroup
		var votes [8]desk.Vote
		for i := range votes {
			both.Go(func() {
				v, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot("v"))
				if err != nil {
					t.Error(err)
				}
				votes[i] = v
			})
		}
		both.Wait()
		first := 0
		for _, v := range votes {
			if v.Seq != votes[0].Seq {
				t.Errorf("%d and %d", v.Seq, votes[0].Seq)
			}
			if !v.Duplicate {
				first++
			}
		}
		if first != 1 || b.count("vote.requested") != 1 {
			t.Errorf("%d were first, %d are in the log", first, b.count("vote.requested"))
		}
	})
}

// TestSomeOfTheOptions asks for at least two options. Then it changes the vote to a single option.
func TestSomeOfTheOptions(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green", "pink")
		two := 2.0
		v := b.ask(session.VoteRequest{ID: "v", Kind: session.ChooseMany, Question: "who?", Min: &two})
		if len(v.Standing.Options) != 2 || *v.Max != 3 {
			t.Errorf("%+v", v)
		}
		if v, err := b.Desk.ChangeVote(t.Context(), b.id, "v", session.VoteChanges{Options: []session.Option{{ID: "pink"}}}); err != nil || !slices.Equal(v.Standing.Options, []string{"pink"}) {
			t.Errorf("%+v, %v", v.Standing, err)
		}
	})
}

// TestStandingAnswerStaysLegal removes the player whom the standing answer names.
func TestStandingAnswerStaysLegal(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green", "pink")
		gone := b.ask(whoIsBot("v")).Standing.Option
		b.observe(session.Observation{Kind: session.PlayerOut, Player: &session.Player{ID: gone}})
		if v := b.vote("v"); v.Standing.Option == gone || v.Standing.Option == "" {
			t.Errorf("%s is out, and the standing answer is %+v", gone, v.Standing)
		}
	})
}

// TestChangeVote changes the options of votes that are open and over.
func TestChangeVote(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green", "pink")
		q := whoIsBot("v")
		q.Fallback = &session.Answer{Option: "green"}
		b.ask(q)
		change := func(ids ...string) (desk.Vote, error) {
			var options []session.Option
			for _, id := range ids {
				options = append(options, session.Option{ID: id})
			}
			return b.Desk.ChangeVote(t.Context(), b.id, "v", session.VoteChanges{Options: options})
		}
		for range 2 { // the same again changes nothing
			if v, err := change("blue", "pink"); err != nil || len(v.Options) != 2 || v.Standing.Option == "green" {
				t.Errorf("%+v, %v", v, err)
			}
		}
		if n := b.count("vote.updated"); n != 1 {
			t.Errorf("%d changes are in the log", n)
		}
		if _, err := change("red"); code(err) != session.CodeRequired {
			t.Errorf("only the bot as an option: %v", err)
		}
		time.Sleep(time.Minute)
		if v, err := change("blue", "pink"); err != nil || v.Status != session.VoteAnswered {
			t.Errorf("the same options after the vote is over: %+v, %v", v, err)
		}
		if _, err := change("blue"); code(err) != session.CodeVoteOver {
			t.Errorf("other options after the vote is over: %v", err)
		}
	})
}

// TestCancelledOrCast cancels votes around the moment at which they are cast. Each vote ends up
// either cancelled or cast.
func TestCancelledOrCast(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green", "pink")
		for i := range 40 {
			q := whoIsBot(fmt.Sprint(i))
			q.Options = []session.Option{{ID: "green"}} // no choice, so that no thought is waited for
			v := b.ask(q)
			time.Sleep(b.due(v.ID) + time.Duration(i%3-1)*time.Millisecond)
			_, err := b.Desk.CancelVote(t.Context(), b.id, v.ID, "")
			synctest.Wait()
			if v = b.vote(v.ID); (v.Status == session.VoteWithdrawn) != (err == nil) || (v.Cast == nil) != (err == nil) || err != nil && code(err) != session.CodeVoteOver {
				t.Errorf("%+v, %v", v, err)
			}
			time.Sleep(time.Minute)
		}
		if cast, cancelled := b.count("vote.cast"), b.count("vote.cancelled"); cast+cancelled != 40 || cast == 0 || cancelled == 0 {
			t.Errorf("%d were cast and %d cancelled", cast, cancelled)
		}
	})
}

func (b *bench) due(vote string) time.Duration {
	b.t.Helper()
	state := sessiontest.Must(b.Desk.StateAt(b.t.Context(), b.id, 0))(b.t)
	v, _ := state.Vote(vote)
	return time.Duration(v.Delay.Total()) * time.Millisecond
}

func TestOldVotes(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green", "pink")
		for i := range 2 * session.KeptVotes {
			b.ask(whoIsBot(fmt.Sprint(i)))
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		if state, err := b.Desk.StateAt(t.Context(), b.id, 0); err != nil || len(state.Votes) != session.KeptVotes {
			t.Fatalf("the state keeps %d votes, %v", len(state.Votes), err)
		}
		if v := b.vote("0"); v.Status != session.VoteAnswered || v.Cast == nil {
			t.Errorf("%+v", v)
		}
		if v := b.ask(whoIsBot("0")); !v.Duplicate || v.Cast == nil {
			t.Errorf("asked again: %+v", v)
		}
		for _, again := range []bool{false, true} {
			if p, err := b.Desk.VoteReceipt(t.Context(), b.id, "0", session.VoteUse{Used: session.UsedAnswer}); err != nil || p.Duplicate != again {
				t.Errorf("%+v, %v", p, err)
			}
		}
		if _, err := b.Desk.VoteReceipt(t.Context(), b.id, "0", session.VoteUse{Used: session.UsedNone}); code(err) != session.CodeIDReused {
			t.Errorf("another receipt: %v", err)
		}
		if v := b.vote("0"); v.Receipt == nil || v.Receipt.Used != session.UsedAnswer {
			t.Errorf("%+v", v)
		}
		if _, err := b.Desk.Vote(t.Context(), b.id, "none"); code(err) != session.CodeNoVote {
			t.Errorf("%v", err)
		}
		votes, more, err := b.Desk.Votes(t.Context(), b.id, "", 0, 15)
		if err != nil || !more || len(votes) != 15 || votes[14].ID != "14" {
			t.Errorf("%d votes, more: %v, %v", len(votes), more, err)
		}
		votes, more, err = b.Desk.Votes(t.Context(), b.id, session.VoteAnswered, votes[14].Seq, 15)
		if err != nil || more || len(votes) != 5 || votes[0].ID != "15" {
			t.Errorf("%d votes, more: %v, %v", len(votes), more, err)
		}
	})
}

// TestVoteIDs checks that reserved ids are refused before the store is asked.
func TestVoteIDs(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green")
		accusation := "vot_" + strings.TrimPrefix(b.id, "ses_") + "_4_1"
		for _, id := range []string{accusation, "a\x00", "a/b"} {
			if _, err := b.Desk.AskVote(t.Context(), b.id, whoIsBot(id)); code(err) != session.CodeInvalidID {
				t.Errorf("%q: %v", id, err)
			}
		}
		if v := b.ask(whoIsBot("")); !strings.HasPrefix(v.ID, "vot_") || b.store.finds != 1 {
			t.Errorf("%+v after the store was asked %d times", v, b.store.finds)
		}
	})
}

func TestAccusationIsCounted(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		b.addPlayers("green")
		_, err := b.store.Append(t.Context(), journal.Append{Session: b.id, Barrier: true, Events: []session.Event{{At: time.Now(), Data: &session.VoteCast{
			VoteID: "vot_1", Origin: session.FromAccusation, Kind: session.ChooseOne, Answer: session.Answer{Option: "blue"}, Waited: 1000,
		}}}})
		if err != nil {
			t.Fatal(err)
		}
		if v := b.vote("vot_1"); v.Origin != session.FromAccusation || v.Standing != nil || v.Cast.Answer.Option != "blue" {
			t.Errorf("%+v", v)
		}
		if _, err := b.Desk.VoteReceipt(t.Context(), b.id, "vot_1", session.VoteUse{Used: session.UsedStanding}); code(err) != session.CodeInvalidValue {
			t.Errorf("it has no standing answer: %v", err)
		}
		if _, err := b.Desk.ChangeVote(t.Context(), b.id, "vot_1", session.VoteChanges{Options: []session.Option{{ID: "green"}}}); code(err) != session.CodeVoteOver {
			t.Errorf("%v", err)
		}
		for i := range 2 * session.KeptVotes { // so that the state keeps it no more
			b.ask(whoIsBot(fmt.Sprint(i)))
			time.Sleep(time.Minute)
		}
		if _, err := b.Desk.VoteReceipt(t.Context(), b.id, "vot_1", session.VoteUse{Used: session.UsedNone, Reason: "not now"}); err != nil {
			t.Error(err)
		}
		if state, err := b.Desk.StateAt(t.Context(), b.id, 0); err != nil || state.Accusations.Made != "" {
			t.Errorf("the bot has still accused by %q, %v", state.Accusations.Made, err)
		}
	})
}

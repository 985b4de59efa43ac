package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func TestAwaitVote(t *testing.T) {
	await := func(t *testing.T, b *bench, ctx context.Context, meanwhile func()) (v desk.Vote, took time.Duration, err error) {
		t.Helper()
		b.ask(whoIsBot("v"))
		began := time.Now()
		done := make(chan struct{})
		go func() { // ends with the wait
			v, err = b.AwaitVote(ctx, b.id, "v", 50*time.Second, nil)
			close(done)
		}()
		meanwhile()
		<-done
		return v, time.Since(began), err
	}
	for _, c := range []struct {
		name   string
		do     func(t *testing.T, b *bench)
		status session.VoteStatus
	}{
		{"Cast", func(*testing.T, *bench) {}, session.VoteAnswered},
		{"Cancelled", func(t *testing.T, b *bench) { _, _ = b.Desk.CancelVote(t.Context(), b.id, "v", "") }, session.VoteWithdrawn},
		{"Counted", func(t *testing.T, b *bench) {
			_, _ = b.Desk.VoteReceipt(t.Context(), b.id, "v", session.VoteUse{Used: session.UsedNone})
		}, session.VoteClosed},
		{"Ended", func(t *testing.T, b *bench) { _, _ = b.Desk.End(t.Context(), b.id, desk.Ending{}) }, session.VoteClosed},
	} {
		bubbleOf(t, c.name, func(t *testing.T, b *bench) {
			b.addPlayers("green")
			v, took, err := await(t, b, t.Context(), func() { b.say("busy"); c.do(t, b) })
			if err != nil || v.Status != c.status || took > 15*time.Second {
				t.Errorf("%s after %s, %v", v.Status, took, err)
			}
		})
	}
	bubbleOf(t, "TheClientLeaves", func(t *testing.T, b *bench) {
		b.addPlayers("green")
		ctx, leave := context.WithCancel(t.Context())
		if _, _, err := await(t, b, ctx, leave); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		if v := b.vote("v"); v.Status != session.VoteAnswered {
			t.Errorf("%+v", v)
		}
	})
	bubbleOf(t, "TheServerStops", func(t *testing.T, b *bench) {
		b.addPlayers("green")
		stop := make(chan struct{})
		close(stop)
		b.ask(whoIsBot("v"))
		if v, err := b.AwaitVote(t.Context(), b.id, "v", 50*time.Second, stop); err != nil || v.Status != session.VoteOpen {
			t.Errorf("the vote is %s after the stop, %v; expected open", v.Status, err)
		}
	})
	bubbleOf(t, "TheServerStopsAGame", func(t *testing.T, b *bench) {
		c := session.GameConfig{
			Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "green", Name: "Green"}, {ID: "ann", Name: "Ann"}}},
			Bots: []session.GameBot{{Bot: session.Bot{Seat: "red"}, Strategy: "answering", Timing: session.TimingInstant}},
		}
		row := sessiontest.First(b.Desk.CreateGame(t.Context(), "", c))(t)
		sessiontest.Must(b.Desk.AskGame(t.Context(), row.ID, desk.GameVoteRequest{VoteRequest: whoIsBot("v"), Seats: []string{"ann", "red"}}))(t)
		stop := make(chan struct{})
		time.AfterFunc(25*time.Second, func() { close(stop) }) // the bot has voted, and Ann has not
		v, err := b.AwaitGameVote(t.Context(), row.ID, "v", 50*time.Second, stop)
		if err != nil || v.Status != session.VoteOpen || len(v.Casts) != 1 || v.Casts[0].Seat != "red" {
			t.Errorf("after the stop the vote is %s with the answers %v, %v; expected it open, with one of red", v.Status, v.Casts, err)
		}
	})
}

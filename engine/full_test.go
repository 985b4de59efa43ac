package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/desk"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestFullLogOfAGame lets a person talk to two bots until the log of their game is full. They fall
// silent. What people post is refused, but an open vote and the end are stored.
func TestFullLogOfAGame(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		const most = 60
		b.Close()
		b.Engine = b.start("two", desk.Terms{GameEvents: most})
		c := session.GameConfig{Game: session.Setting{Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "ann", Name: "Ann"}}}}
		for _, seat := range []string{"red", "blue"} {
			c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: seat}, Strategy: "answering", Pace: session.PacePaper, Biography: sessiontest.Biography(), Timing: session.TimingInstant})
		}
		row := sessiontest.First(b.Desk.CreateGame(t.Context(), "", c))(t)
		vote := whoIsBot("v")
		vote.Within = session.MaxWithin
		sessiontest.Must(b.Desk.AskGame(t.Context(), row.ID, desk.GameVoteRequest{VoteRequest: vote, Seats: []string{"ann", "red"}}))(t)
		post := func(id string) error {
			_, err := b.Desk.Games.Post(t.Context(), row.ID, []session.Post{{ID: id, Sender: "ann", Text: "hello"}}, func(int) string { return "" })
			return err
		}
		for i := 0; i < most && post(fmt.Sprint("line ", i)) == nil; i++ {
			time.Sleep(time.Minute) // the bots answer
		}
		synctest.Wait()
		state, err := b.Desk.GameState(t.Context(), row.ID)
		if err != nil || state.Seq < most || state.Seq > most+10 || state.Said["ann"] >= most || state.Said["red"] == 0 || state.Hush() != nil {
			t.Errorf("%d events, of them lines: %v, the bots %+v, %v", state.Seq, state.Said, state.Roster.Bots, err)
		}
		_, observed := b.Desk.Games.Observe(t.Context(), row.ID, desk.GameObservation{Observation: session.Observation{Kind: session.PlayerTyping, Player: &session.Player{ID: "ann"}}})
		_, asked := b.Desk.AskGame(t.Context(), row.ID, desk.GameVoteRequest{VoteRequest: whoIsBot("w")})
		for what, err := range map[string]error{
			"a line": post("second"), "an observation": observed, "a vote": asked, "metadata": b.Desk.UpdateGame(t.Context(), row.ID, session.GameUpdated{Metadata: map[string]string{"a": "b"}}),
		} {
			if code(err) != session.CodeLogFull || !strings.Contains(err.Error(), "end it") {
				t.Errorf("%s: %v, want %s", what, err, session.CodeLogFull)
			}
		}
		if err := post("line 0"); err != nil {
			t.Errorf("a line that is stored: %v", err)
		}
		batch := []session.Post{{ID: "line 0", Sender: "ann", Text: "hello"}, {ID: "new", Sender: "ann", Text: "hello"}}
		if _, err := b.Desk.Games.Post(t.Context(), row.ID, batch, func(int) string { return "" }); code(err) != session.CodeLogFull {
			t.Errorf("a new line behind one that is stored: %v, want %s", err, session.CodeLogFull)
		}
		if _, err := b.Desk.CastGame(t.Context(), row.ID, "v", desk.GameCast{Seat: "ann", Answer: session.Answer{Option: "red"}}); err != nil {
			t.Errorf("an answer to the open vote: %v", err)
		}
		if v, err := b.Desk.GameVote(t.Context(), row.ID, "v"); err != nil || v.Status != session.VoteAnswered {
			t.Errorf("the vote is %s, %v", v.Status, err)
		}
		if _, err := b.Desk.Games.End(t.Context(), row.ID, desk.Ending{}); err != nil {
			t.Errorf("the end: %v", err)
		}
	})
}

package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/desk"
	"ringer/engine/game"
	"ringer/engine/gametest"
)

// TestFullLogOfAGame lets a person talk to two bots until the log of their game is full. They fall
// silent. What people post is refused, but an open vote and the end are stored.
func TestFullLogOfAGame(t *testing.T) {
	bubble(t, func(t *testing.T, b *bench) {
		const most = 60
		b.Close()
		b.Engine = b.start("two", desk.Terms{GameEvents: most})
		defer b.Close()
		c := game.Table{Game: game.Setting{Players: []game.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "ann", Name: "Ann"}}}}
		for _, seat := range []string{"red", "blue"} {
			c.Bots = append(c.Bots, game.TableBot{Bot: game.Bot{Seat: seat}, Strategy: "answering", Pace: game.PacePaper, Biography: gametest.Biography(), Timing: game.TimingInstant})
		}
		row, _, err := b.Desk.CreateTable(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		vote := whoIsBot("v")
		vote.Within = game.MaxWithin
		if _, err := b.Desk.AskTable(t.Context(), row.ID, desk.TableVoteRequest{VoteRequest: vote, Seats: []string{"ann", "red"}}); err != nil {
			t.Fatal(err)
		}
		post := func(id string) error {
			_, err := b.Desk.PostTable(t.Context(), row.ID, []game.Post{{ID: id, Sender: "ann", Text: "hello"}}, func(int) string { return "" })
			return err
		}
		for i := 0; i < most && post(fmt.Sprint("line ", i)) == nil; i++ {
			time.Sleep(time.Minute) // the bots answer
		}
		synctest.Wait()
		state, err := b.Desk.TableState(t.Context(), row.ID)
		if err != nil || state.Seq < most || state.Seq > most+10 || state.Said["ann"] >= most || state.Said["red"] == 0 || state.Hush() != nil {
			t.Errorf("%d events, of them lines: %v, the bots %+v, %v", state.Seq, state.Said, state.Roster.Bots, err)
		}
		_, observed := b.Desk.ObserveTable(t.Context(), row.ID, desk.TableObservation{Observation: game.Observation{Kind: game.PlayerTyping, Player: &game.Player{ID: "ann"}}})
		_, asked := b.Desk.AskTable(t.Context(), row.ID, desk.TableVoteRequest{VoteRequest: whoIsBot("w")})
		for what, err := range map[string]error{
			"a line": post("second"), "an observation": observed, "a vote": asked, "metadata": b.Desk.UpdateTable(t.Context(), row.ID, game.TableUpdated{Metadata: map[string]string{"a": "b"}}),
		} {
			if code(err) != game.CodeLogFull || !strings.Contains(err.Error(), "end it") {
				t.Errorf("%s: %v, want %s", what, err, game.CodeLogFull)
			}
		}
		if err := post("line 0"); err != nil {
			t.Errorf("a line that is stored: %v", err)
		}
		if _, err := b.Desk.CastTable(t.Context(), row.ID, "v", desk.TableCast{Seat: "ann", Answer: game.Answer{Option: "red"}}); err != nil {
			t.Errorf("an answer to the open vote: %v", err)
		}
		if v, err := b.Desk.TableVote(t.Context(), row.ID, "v"); err != nil || v.Status != game.VoteAnswered {
			t.Errorf("the vote is %s, %v", v.Status, err)
		}
		if _, err := b.Desk.EndTable(t.Context(), row.ID, desk.Ending{}); err != nil {
			t.Errorf("the end: %v", err)
		}
	})
}

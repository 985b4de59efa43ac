package replay_test

import (
	"testing"

	"ringer/engine/session"
)

const quests = "../../../engine/recording/testdata/quests.jsonl"

// TestReplayGuesses asks the assassin of a recorded quest game who is who, through a real server
// and in the simulator. No line of the next quest is in the log before its answer.
func TestReplayGuesses(t *testing.T) {
	printed := []string{"The guesses of roles", "evil  all quests", "names Merlin as the assassin in "}
	bothWays(t, "100", []string{quests, "--as", "Ben", "--strategy", "recon"}, printed, func(t *testing.T, figures, events string) {
		g := readResults(t, figures)[0].Guesses
		if g == nil || len(g.Rounds) != 4 || g.Merlin == "" || g.MerlinRight == nil || *g.MerlinRight != (g.Merlin == "Ann") {
			t.Fatalf("the guesses are %+v", g)
		}
		for i, r := range g.Rounds {
			if len(r.Roles) != 5 || r.Roles["Eve"] != "morgana" || r.AnsweredBy == "" {
				t.Errorf("quest %d: %+v", i+1, r)
			}
		}
		checkGuessOrder(t, events)
	})
}

func checkGuessOrder(t *testing.T, events string) {
	t.Helper()
	open := ""
	asked := 0
	for _, h := range readEvents(t, events) {
		switch p := h.Event.Data.(type) {
		case *session.VoteRequested:
			open = p.ID
			asked++
		case *session.VoteCast:
			open = ""
		case *session.MessageReceived:
			if open != "" {
				t.Errorf("%q is in the log before the answer to %s", p.Text, open)
			}
		}
	}
	if asked != 5 {
		t.Errorf("the bot was asked %d times", asked)
	}
}

package replay_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const quests = "../../../engine/recording/testdata/quests.jsonl"

// TestReplayGuesses asks the assassin of a recorded quest game who is who, through a real server
// and in the simulator. No line of the next quest is in the log before its answer.
func TestReplayGuesses(t *testing.T) {
	t.Parallel()
	for name, way := range map[string][]string{"Live": {"--speed", "100"}, "Virtual": {"--virtual"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			figures, events := filepath.Join(t.TempDir(), "figures.json"), filepath.Join(t.TempDir(), "events.ndjson")
			out, progress, err := command(t, append([]string{"replay", quests, "--as", "Ben", "--strategy", "recon", "--json", figures, "--events", events}, way...)...)
			if err != nil {
				t.Fatalf("%v\n%s", err, progress)
			}
			sessiontest.Contains(t, out, "The guesses of roles", "evil  all quests", "names Merlin as the assassin in ")
			results := readResults(t, figures)
			g := results[0].Guesses
			if g == nil || len(g.Rounds) != 4 || g.Merlin == "" || g.MerlinRight == nil || *g.MerlinRight != (g.Merlin == "Ann") {
				t.Fatalf("%+v", g)
			}
			for i, r := range g.Rounds {
				if len(r.Roles) != 5 || r.Roles["Eve"] != "morgana" || r.AnsweredBy == "" {
					t.Errorf("quest %d: %+v", i+1, r)
				}
			}
			checkGuessOrder(t, events)
		})
	}
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

func TestReplayGuessesOfAllGames(t *testing.T) {
	t.Parallel()
	out, progress, err := command(t, "replay", quests, "--all", "--virtual", "--compare", "recon", "--compare", "scheduler")
	if err != nil {
		t.Fatalf("%v\n%s", err, progress)
	}
	sessiontest.Contains(t, out, "2 games in 11 plays", "role right  side right  of the same: role", "  scheduler  ")
	out, _, err = command(t, "replay", quests, "--all", "--virtual", "--strategy", "recon")
	if err != nil || !strings.Contains(out, "A game is played once in each seat") || !strings.Contains(out, "what players wrote down") {
		t.Errorf("%v\n%s", err, out)
	}
}

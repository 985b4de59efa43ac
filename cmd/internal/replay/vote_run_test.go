package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/cmd/internal/replay"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const accusations = "../../../engine/recording/testdata/accusations.jsonl"

// TestReplayVote asks for the vote of a recorded game through a real server, and in the simulator.
func TestReplayVote(t *testing.T) {
	printed := []string{"The vote, asked for at 1:41, before the closing line: Who is the other machine?", "Purple  recorded", "the deadline; model calls"}
	bothWays(t, "50", []string{accusations, "--as", "Purple"}, printed, func(t *testing.T, figures, events string) {
		checkVote(t, figures)
		checkOrder(t, events)
	})
}

func checkVote(t *testing.T, figures string) {
	t.Helper()
	results := readResults(t, figures)
	if len(results) != 1 || results[0].Vote == nil || results[0].Vote.Cast == nil {
		t.Fatalf("figures %+v", results)
	}
	v := results[0].Vote
	var rows []string
	for i, x := range v.Ballots {
		if i == 0 {
			if x.Accused != v.Cast.Answer.Option || x.Kind != "ringer" || x.Right == nil || *x.Right != (x.Accused == "Orange") {
				t.Errorf("the bot's row is %+v, and it cast %+v", x, v.Cast)
			}
			continue
		}
		rows = append(rows, fmt.Sprint(x.Player, " ", x.Kind, " ", x.Accused, " ", replay.RightCell(&v.Ballots[i])))
	}
	if got := strings.Join(rows, ", "); got != "Purple recorded Orange yes, Yellow human Orange –, Orange bot Yellow no" {
		t.Errorf("the players' rows are %s", got)
	}
}

// checkOrder checks that only the closing lines are in the log after the vote. The game must then
// leave time to answer them.
func checkOrder(t *testing.T, events string) {
	t.Helper()
	var clock session.Clock
	var answered session.Millis
	cast, after := false, 0
	for _, h := range readEvents(t, events) {
		switch p := h.Event.Data.(type) {
		case *session.SessionCreated:
			clock = session.NewClock(h.Event.At, p.Config.Speed)
		case *session.VoteCast:
			cast, answered = true, clock.Game(h.Event.At)
		case *session.SessionEnded:
			if left := clock.Game(h.Event.At) - answered; left < replay.Afterplay {
				t.Errorf("the game ends %d ms after the vote", left)
			}
		case *session.MessageReceived:
			if closing := strings.Contains(p.Text, "accused") || strings.Contains(p.Text, "closed"); closing != cast {
				t.Errorf("%q is in the log; the bot has voted: %t", p.Text, cast)
			} else if closing {
				after++
			}
		}
	}
	if after != 2 {
		t.Errorf("%d closing lines are in the log", after)
	}
}

// TestReplayVotesOfAllGames plays a reverse Turing game once in the seat of each bot. The votes of
// the recorded players count once.
func TestReplayVotesOfAllGames(t *testing.T) {
	t.Parallel()
	out, _, err := command(t, "replay", accusations, "--all", "--virtual")
	sessiontest.NoError(t, err)
	sessiontest.Contains(t, out,
		"3 games in 5 plays", "votes asked for 3; 1 of 3 games hold no vote", "in time 3, late 0, missed 0",
		"no vote", // in the line of the game that was broken off
		"A game is played once in the seat of each of its bots",
	)
	for who, want := range map[string]string{
		"recorded bots": "2 2 1 50 % 9 to 91 % 50 %",
		// the human of the reverse Turing game had only bots to choose from
		"humans": "3 2 1 50 % 9 to 91 % 50 %",
	} {
		_, row, _ := strings.Cut(out, " "+who)
		row, _, _ = strings.Cut(row, "\n")
		if got := strings.Join(strings.Fields(row), " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", who, got, want)
		}
	}
}

// TestReplayOddVotes plays recordings in which players accuse somebody who is not in the game,
// nothing was said, or a player was alone.
func TestReplayOddVotes(t *testing.T) {
	t.Parallel()
	const file = "../../../engine/recording/testdata/accusations_odd.jsonl"
	out, progress, err := command(t, "replay", file, "--game", "odd-nothing", "--speed", "50")
	if err != nil || !strings.Contains(out, "The vote, asked for at 0:00, after the last line: Who is the machine?") || !strings.Contains(out, "–     fallback") {
		t.Errorf("%v\n%s", err, out)
	}
	if n := strings.Count(progress, "\n"); n > 11 {
		t.Errorf("the progress has %d lines, more than the tenths of the game:\n%s", n, progress)
	}
}

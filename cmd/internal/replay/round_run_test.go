package replay_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/cmd/internal/replay"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const mafia = "../../../engine/recording/testdata/mafia.jsonl"

// TestReplayRounds asks for the votes of the phases of a recorded game through a real server, and
// in the simulator.
func TestReplayRounds(t *testing.T) {
	printed := []string{"The votes of the phases", "day 3      4:10", "Ben (night): the tangerine plan works", "Cleo: dan you are quick to say so"}
	bothWays(t, "100", []string{mafia, "--as", "Cleo"}, printed, func(t *testing.T, figures, events string) {
		checkRounds(t, figures)
		checkRoundOrder(t, events)
	})
}

func checkRounds(t *testing.T, figures string) {
	t.Helper()
	results := readResults(t, figures)
	if len(results) != 1 {
		t.Fatalf("figures %+v", results)
	}
	var recorded []string
	for i := range results[0].Rounds {
		v := &results[0].Rounds[i]
		if v.Cast == nil || v.Ballots[0].Accused != v.Cast.Answer.Option {
			t.Errorf("%s: the bot cast %+v, and its row is %+v", v.Round, v.Cast, v.Ballots[0])
		}
		row := &v.Ballots[1]
		recorded = append(recorded, fmt.Sprint(v.Round, " ", row.Player, " ", row.Accused, " ", row.AccusedWas, " ", replay.RightCell(row), ", out ", v.Out, " ", v.OutWas))
	}
	if want := []string{"day 1 Cleo Gus bystander no, out Gus bystander", "day 2 Cleo Dan mafia yes, out Dan mafia", "day 3 Cleo Ben mafia yes, out Ben mafia"}; !slices.Equal(recorded, want) {
		t.Errorf("the recorded votes are %q", recorded)
	}
}

// checkRoundOrder checks the log: the phases and the players who go, and that no result is known
// before the bot has voted. The bot says nothing at night, or while the players vote.
func checkRoundOrder(t *testing.T, events string) {
	t.Helper()
	var course []string
	open, quiet := false, false
	for _, h := range readEvents(t, events) {
		switch p := h.Event.Data.(type) {
		case *session.VoteRequested:
			open = true
		case *session.VoteCast:
			open = false
		case *session.MessageSent:
			if quiet {
				t.Errorf("the bot says %q at night, or during a vote", p.Text)
			}
		case *session.MessageReceived:
			if strings.Contains(p.Text, "was voted out") && open {
				t.Errorf("%q is in the log before the bot has voted", p.Text)
			}
			if strings.HasPrefix(p.Text, "Cleo voted") {
				t.Errorf("the recorded vote is in the log: %q", p.Text)
			}
		case *session.ObservationReceived:
			switch p.Kind {
			case session.PhaseChanged:
				quiet = p.Phase == recording.Night
				course = append(course, p.Phase)
			case session.PlayerOut:
				course = append(course, p.Player.ID)
			case session.BotMuted:
				quiet = true
			}
		}
	}
	if got := strings.Join(course, " "); got != "day Gus night Eve day Dan night Finn day Ben" {
		t.Errorf("the course in the log is %s", got)
	}
}

// TestReplayRoundsOfAllGames adds up the votes of a whole game and of one that broke off, and
// writes the games as they were played.
func TestReplayRoundsOfAllGames(t *testing.T) {
	t.Parallel()
	played := filepath.Join(t.TempDir(), "played.jsonl")
	out, _, err := command(t, "replay", mafia, "--all", "--virtual", "--played", played)
	sessiontest.NoError(t, err)
	sessiontest.Contains(t, out, "votes asked for 6; 0 of 2 games hold no vote", "in time 6, late 0, missed 0", "A bystander's vote for the mafia is right", "chose as the recorded player in ")
	again, err := recording.Load(played)
	if err != nil || len(again) != 2 || again[0].PlayedBy != "scheduler" || again[0].Players[0].Kind != recording.RingerKind {
		t.Fatalf("%+v, %v", again, err)
	}
	whole, err := recording.Load(mafia)
	if err != nil || len(whole[0].Rounds()) != len(again[0].Rounds()) {
		t.Errorf("the played game has other rounds than the recorded one: %v", err)
	}
	own := func(m recording.Message) bool { return m.Sender == "Ann" }
	if said := slices.DeleteFunc(slices.Clone(again[0].Messages), func(m recording.Message) bool { return !own(m) }); len(said) == 0 || strings.HasPrefix(said[0].Text, "Good morning, I hope") {
		t.Errorf("the bot's lines are %+v", said)
	}
}

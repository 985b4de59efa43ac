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
			if p.Origin == session.FromRequest { // it may also accuse by itself
				cast, answered = true, clock.Game(h.Event.At)
			}
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

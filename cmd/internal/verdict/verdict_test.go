package verdict

import (
	"slices"
	"strings"
	"testing"

	"ringer/engine/goldentest"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const mafiaGames = "../../../engine/recording/testdata/mafia.jsonl"

// changed returns the whole Mafia game of the tests with some texts of its game master replaced. An
// empty text removes the line.
func changed(t *testing.T, texts map[string]string) *recording.Game {
	t.Helper()
	games := sessiontest.Must(recording.Load(mafiaGames))(t)
	g := &games[0]
	for i := range g.Messages {
		if text, ok := texts[g.Messages[i].Text]; ok {
			g.Messages[i].Text = text
		}
	}
	g.Messages = slices.DeleteFunc(g.Messages, func(m recording.Message) bool { return m.Text == "" })
	return g
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		texts map[string]string
		agree bool
		// notes are parts of the notes, in order.
		notes []string
	}{
		"AsRecorded": {nil, true, nil},
		"TieIsDrawnAsRecorded": {
			map[string]string{"Cleo voted for Gus": "Cleo voted for Finn", "Ben voted for Gus": "Ben voted for Finn"}, true,
			[]string{"day 1: Finn and Gus have 3 each. Drawn by lot; the recording has Gus, and the seed draws the same."},
		},
		"TieWithoutTheRecordedPlayer": {
			map[string]string{"Cleo voted for Dan": "Cleo voted for Ann", "Ann voted for Dan": "Ann voted for Ben", "Finn voted for Dan": "Finn voted for Ben", "Dan voted for Cleo": "Dan voted for Ann"}, false,
			[]string{"day 2: Ann and Ben have 2 each. Drawn by lot; but the recording has Dan."},
		},
		"AnotherPlayerGoes": {
			map[string]string{"Gus was voted out. Their role was bystander": "Finn was voted out. Their role was bystander"}, false,
			[]string{"day 1: Gus has most votes, but the recording has Finn.", "the end: the referee sees no winner yet"},
		},
		"MissingVote": {
			map[string]string{"Finn voted for Dan": ""}, true,
			[]string{"day 2: Cleo and Dan have 2 each. No vote is recorded of Finn. Drawn by lot; the recording has Dan"},
		},
		"NobodyVotes": {
			map[string]string{"Ben voted for Finn": ""}, true,
			[]string{"night 2: no vote counts. No vote is recorded of Ben. Drawn by lot; the recording has Finn"},
		},
		"NoVoteIsAsked": {
			map[string]string{"Daytime has ended, now it's time to vote! Waiting for all players to vote...": ""}, false,
			[]string{"the end: Gus goes without a vote in the recording.", "the end: the referee sees no winner yet"},
		},
		"RecordingEndsEarly": {map[string]string{"Ben was voted out. Their role was mafia": ""}, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := sessiontest.Must(judge(changed(t, x.texts)))(t)
			notes := strings.Join(v.notes(), "\n")
			if v.agrees() != x.agree || (notes == "") != (len(x.notes) == 0) {
				t.Errorf("agree %t, notes:\n%s", v.agrees(), notes)
			}
			rest := notes
			for _, want := range x.notes {
				_, after, found := strings.Cut(rest, want)
				if rest = after; !found {
					t.Errorf("the notes lack %q:\n%s", want, notes)
				}
			}
		})
	}
}

// TestJudgeSeesOtherWinners: the winner of a recording is compared, too. So is a recording that
// goes on after the rules have ended the game.
func TestJudgeSeesOtherWinners(t *testing.T) {
	t.Parallel()
	g := changed(t, nil)
	g.Outcome = []byte(`"Mafia wins!"`)
	if v, err := judge(g); err != nil || v.agrees() || v.winner() != recording.Bystander {
		t.Errorf("%v: agrees with another winner; the referee's is %s", err, v.winner())
	}
	g = changed(t, nil)
	end := g.Messages[len(g.Messages)-1]
	end.Text = "Cleo was voted out. Their role was bystander"
	g.Messages = append(g.Messages, end)
	if v, err := judge(g); err != nil || v.agrees() || !strings.Contains(strings.Join(v.notes(), " "), "the recording goes on; results that follow: 1.") {
		t.Errorf("%v: %q", err, v.notes())
	}
}

// TestJudgeRefuses: the referee does not take a game that its rules do not fit.
func TestJudgeRefuses(t *testing.T) {
	t.Parallel()
	g := changed(t, nil)
	g.Players = g.Players[1:]
	g.Messages = slices.DeleteFunc(g.Messages, func(m recording.Message) bool { return m.Kind == session.FromPlayer })
	v, err := judge(g)
	if err != nil || v.agrees() || !strings.Contains(v.notes()[0], "these rules need from 7 to 12 players") {
		t.Errorf("%v: %q", err, v.notes())
	}
	var out strings.Builder
	sessiontest.Fails(t, Judge(&out, "../../../engine/recording/testdata/games.jsonl"), "holds no Mafia game")
}

// TestJudgeTable prints the table of a whole game, and of one whose first day began twice.
func TestJudgeTable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	sessiontest.NoError(t, Judge(&out, mafiaGames))
	goldentest.File(t, "testdata/referee.txt", out.String())
}

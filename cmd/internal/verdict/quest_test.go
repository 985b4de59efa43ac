package verdict

import (
	"strings"
	"testing"

	"ringer/engine/goldentest"
	"ringer/engine/recording"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// questGames are quest games that were made up for the tests: Avalon, and The Resistance.
const questGames = "../../../engine/recording/testdata/quests.jsonl"

// changedQuests returns the game of Avalon with some texts of its game master replaced, each where
// it stands first.
func changedQuests(t *testing.T, texts map[string]string) *recording.Game {
	t.Helper()
	games := sessiontest.Must(recording.Load(questGames))(t)
	g := &games[0]
	for from, to := range texts {
		for i := range g.Messages {
			if m := &g.Messages[i]; m.Text == from {
				m.Text = to
				break
			}
		}
	}
	return g
}

func TestJudgeQuests(t *testing.T) {
	t.Parallel()
	const thirdTeam = "Eve proposed a party: Eve, Cleo, Finn"
	for name, x := range map[string]struct {
		texts map[string]string
		agree bool
		note  string
	}{
		"AsRecorded":             {nil, true, ""},
		"AnotherLeads":           {map[string]string{thirdTeam: "Finn proposed a party: Eve, Cleo, Finn"}, false, "Finn leads in the recording, and by the rules Eve"},
		"AMinorityPasses":        {map[string]string{"vote failed!": "vote succeeded! initiating quest vote!"}, false, "an approved team of Dan and Cleo and Finn, and the referee a refused team"},
		"AGoodTeamFails":         {map[string]string{thirdTeam: "Eve proposed a party: Dan, Cleo, Finn"}, false, "too few of the team are evil"},
		"TheAssassinErrs":        {map[string]string{"the assassin identified merlin, thus evil wins!": "the assassin didn't find merlin, thus the forces of good win!"}, true, ""},
		"ATeamOfTheWrongSize":    {map[string]string{thirdTeam: "Eve proposed a party: Eve, Cleo"}, false, "the recording has a team of Eve and Cleo, and the referee a team of"},
		"AQuestIsNotRecorded":    {map[string]string{"quest failed!": "hm"}, false, "the recording has a team here, and the referee does not"},
		"AnAnswerIsNotRecorded":  {map[string]string{"party vote outcome: Ann: no, Ben: yes, Cleo: yes, Dan: yes, Eve: yes, Finn: yes": "party vote outcome: Cleo: yes, Dan: yes, Eve: yes, Finn: yes"}, true, ""},
		"TheWinnerIsNotRecorded": {map[string]string{"the assassin identified merlin, thus evil wins!": "the assassin identified merlin"}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := sessiontest.Must(judgeQuests(changedQuests(t, x.texts)))(t)
			if notes := strings.Join(v.notes, "\n"); v.agrees() != x.agree || !strings.Contains(notes, x.note) || (notes == "") != (x.note == "") {
				t.Errorf("agree %t, notes:\n%s", v.agrees(), notes)
			}
		})
	}
}

// TestJudgeQuestsAfterTheEnd: a recording that goes on after the rules have ended the game does not
// agree, and neither does a game of too many evil players.
func TestJudgeQuestsAfterTheEnd(t *testing.T) {
	t.Parallel()
	g := changedQuests(t, nil)
	g.Messages = append(g.Messages, g.Messages[2])
	last := &g.Messages[len(g.Messages)-1]
	last.At, last.Text, last.Kind = g.Messages[len(g.Messages)-2].At+1, "the assassin didn't find merlin", session.FromGamemaster
	if v, err := judgeQuests(g); err != nil || v.agrees() || !strings.Contains(strings.Join(v.notes, " "), "the recording goes on; rulings that follow: 1") {
		t.Errorf("%v: %q", err, v.notes)
	}
	g.Players[2].Role = "minion"
	if v, err := judgeQuests(g); err != nil || v.agrees() || v.refused == nil || v.winner() != "" {
		t.Errorf("%v: %+v", err, v)
	}
}

func TestJudgeQuestTable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	sessiontest.NoError(t, Judge(&out, questGames))
	goldentest.File(t, "testdata/quests.txt", out.String())
}

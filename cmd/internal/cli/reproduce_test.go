package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
	"ringer/engine/slowtest"
)

const mafiaGames = "../../../engine/recording/testdata/mafia.jsonl"

// TestReproduce plays the set-up of each paper without a model, and prints each figure of the paper
// beside one of the games.
func TestReproduce(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	for paper, c := range map[string]struct {
		args []string
		want []string
	}{
		"tom":          {[]string{"--games", "2"}, []string{"31 of 104 (29.8 %)", "accused: tom:tom=off  73 of 104 (70.2 %)"}},
		"fourmind":     {[]string{"--games", "1"}, []string{"games that the machine won", "votes of people that name the machine"}},
		"recon":        {[]string{"--games", "1"}, []string{"games won: recon  83.3 %"}},
		"gameshow":     {[]string{"--games", "1", "--latency", "1s"}, []string{"5, -1, 2, 5  5, -1, 2, 5", "labels right, wrong, unsure: tom"}},
		"time-to-talk": {[]string{"--recorded", mafiaGames}, []string{"4.19 ± 1.89", "messages a day: ringer scheduler:fidelity=paper    4.28 ± 2.50", "mafia / bystander"}},
	} {
		t.Run(paper, func(t *testing.T) {
			t.Parallel()
			out, err := commandIn(t, nil, append([]string{"reproduce", paper}, c.args...)...)
			sessiontest.NoError(t, err)
			sessiontest.Contains(t, out, append(c.want, "Played by offline", "paper")...)
		})
	}
}

// TestReproduceSetsThePaperUp: the games of a paper have its rules, and its fidelity.
func TestReproduceSetsThePaperUp(t *testing.T) {
	t.Parallel()
	for paper, want := range map[string]string{
		"tom": `"every":{"accuse":"on_request","fidelity":"paper"}`, "recon": `"options":{"discussion":"in_turn","leader_votes":false,"refusals":0},"every":{"fidelity":"paper"}`,
	} {
		dir := filepath.Join(t.TempDir(), "out")
		sessiontest.Must(commandIn(t, nil, "reproduce", paper, "--games", "1", "--out", dir))(t)
		header, _, _ := strings.Cut(string(sessiontest.Must(os.ReadFile(filepath.Join(dir, "games.jsonl")))(t)), "\n")
		sessiontest.Contains(t, header, want)
	}
}

// TestReproduceBigToM prints both tables of BigToM. The offline player guesses.
func TestReproduceBigToM(t *testing.T) {
	t.Parallel()
	out, err := commandIn(t, nil, "reproduce", "recon", "--bigtom", "../bigtom/testdata/sample.csv", "--stories", "1")
	sessiontest.NoError(t, err)
	sessiontest.Contains(t, out, "12 questions a method", "paper, LLaMA-Chat 13b", "formulation", "tot")
}

func TestReproduceErrors(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"--recorded": {"time-to-talk"}, "for time-to-talk alone": {"tom", "--recorded", mafiaGames}, "for recon alone": {"tom", "--bigtom", "../bigtom/testdata/sample.csv"}, "must be one of": {"eliza"},
	} {
		_, err := commandIn(t, nil, append([]string{"reproduce"}, args...)...)
		sessiontest.Fails(t, err, want)
	}
}

// TestJudge compares what variants say in the same seats of recorded games. The answers of the
// judge are kept.
func TestJudge(t *testing.T) {
	slowtest.Skip(t)
	t.Parallel()
	played, kept := filepath.Join(t.TempDir(), "played.jsonl"), filepath.Join(t.TempDir(), "kept.json")
	sessiontest.Must(commandIn(t, nil, "replay", "../../../engine/recording/testdata/quests.jsonl", "--all", "--virtual", "--compare", "recon", "--compare", "recon:contemplation=cot", "--played", played))(t)
	for _, calls := range []string{"; 8 calls", "; 0 calls"} {
		out, err := commandIn(t, nil, "judge", played, "--side", "good", "--judge", "offline", "--judge-pairs", "4", "--out", kept)
		sessiontest.NoError(t, err)
		sessiontest.Contains(t, out, "compared 4 pairs", calls, "persuasiveness  recon  recon:contemplation=cot")
	}
}

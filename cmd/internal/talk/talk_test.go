package talk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ringer/engine/goldentest"
	"ringer/engine/recording"
	"ringer/engine/sessiontest"
)

const mafiaGames = "../../../engine/recording/testdata/mafia.jsonl"

func load(t *testing.T, text string) *recording.Game {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.jsonl")
	sessiontest.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(text, "\n", " ")), 0o600))
	games := sessiontest.Must(recording.Load(file))(t)
	return &games[0]
}

// evening is a game with one day and one night. Bo's last line stands in it twice.
const evening = `{"game_id":"evening","rules":"mafia","outcome":"Mafia wins!",
"players":[{"name":"Al","kind":"human","role":"bystander"},{"name":"Bo","kind":"bot","role":"mafia"},{"name":"Cy","kind":"human","role":"bystander"},{"name":"Di","kind":"human","role":"bystander"}],
"messages":[
{"at":0,"sender":"Cy","kind":"player","channel":"day","text":"too early"},
{"at":0,"sender":"GM","kind":"gamemaster","channel":"manager","text":"Now it's Daytime for 1 minutes, everyone"},
{"at":2,"sender":"Al","kind":"player","channel":"day","text":"Hi there"},
{"at":5,"sender":"Bo","kind":"player","channel":"day","text":"hello to all of you"},
{"at":9,"sender":"Al","kind":"player","channel":"day","text":"hi THERE you"},
{"at":20,"sender":"Al","kind":"player","channel":"day","text":"Hi there"},
{"at":60,"sender":"GM","kind":"gamemaster","channel":"day","text":"Daytime has ended"},
{"at":65,"sender":"Bo","kind":"player","channel":"day","text":"late"},
{"at":70,"sender":"GM","kind":"gamemaster","channel":"manager","text":"Al was voted out. Their role was bystander"},
{"at":70,"sender":"GM","kind":"gamemaster","channel":"manager","text":"Now it's Nighttime for 1 minutes, only mafia"},
{"at":80,"sender":"Bo","kind":"player","channel":"day","text":"and now"},
{"at":80,"sender":"Bo","kind":"player","channel":"night","text":"and now"}]}`

func TestMeasures(t *testing.T) {
	t.Parallel()
	g := load(t, evening)
	all := newGroups([]*judged{read(g)})
	if len(all) != 2 {
		t.Fatalf("%d groups", len(all))
	}
	for i, want := range []string{
		// Al writes 2, 3 and 2 words, and Cy 2 before the first day. Di writes nothing, but lives.
		"people 2 players, 4 messages, words [2.33 2.00], repeats [1.00 0.00], unique [3.00 2.00], days [3.00 0.00 0.00], gaps [4.00 11.00], own [7.00 11.00]",
		// The line of 65 s belongs to the day, and the line of 80 s counts once.
		"recorded bots 1 players, 3 messages, words [2.67], repeats [0.00], unique [8.00], days [2.00], gaps [3.00 45.00], own [60.00]",
	} {
		x := all[i]
		got := fmt.Sprintf("%s %d players, %d messages, words %.2f, repeats %.2f, unique %.2f, days %.2f, gaps %.2f, own %.2f",
			x.name, x.players, x.messages, x.words, x.repeats, x.unique, x.days, x.gaps, x.ownGaps)
		if got != want {
			t.Errorf("%s", got)
		}
	}
	if all[0].wins[recording.Bystander] != 0 || all[0].games[recording.Bystander] != 3 || all[1].wins[recording.Mafia] != 1 {
		t.Errorf("wins %v %v", all[0].wins, all[1].wins)
	}
}

// TestRank: the most talkative player of the day has rank 1. Players who said as much count half.
func TestRank(t *testing.T) {
	t.Parallel()
	living := []string{"Al", "Bo", "Cy", "Di"}
	for _, x := range []struct {
		spoken map[string]int
		want   voted
	}{
		{map[string]int{"Al": 3, "Bo": 1}, voted{rank: 1, most: true, chance: 0.25}},
		{map[string]int{"Al": 1, "Bo": 3, "Cy": 1}, voted{rank: 0.5, chance: 0.25}},
		{map[string]int{"Bo": 3, "Cy": 3, "Di": 2}, voted{rank: 0, chance: 0.5}},
		{nil, voted{rank: 0.5, most: true, chance: 1}},
	} {
		if got := rankOf(x.spoken, phase{living: living, out: "Al"}); got != x.want {
			t.Errorf("%v: %+v, want %+v", x.spoken, got, x.want)
		}
	}
	if out := votedOut([]*judged{read(load(t, evening))}); len(out) != 1 || out[0].group != people || out[0].rank != 1 {
		t.Errorf("voted out are %+v", out)
	}
}

func TestBars(t *testing.T) {
	t.Parallel()
	got := bars([]float64{0, 1.9, 2, 50}, []float64{2, 10})
	if want := []string{"██████████ 50 %", "█████ 25 %", "█████ 25 %"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestStats prints the tables of recorded games and of a replay of one. The people of the replay
// are those of the recording, and count once.
func TestStats(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	sessiontest.NoError(t, Stats(&out, []string{"testdata/played.jsonl", mafiaGames}))
	goldentest.File(t, "testdata/stats.txt", out.String())
}

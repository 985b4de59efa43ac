package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ringer/engine/game"
)

const accusations = "testdata/accusations.jsonl"

// TestReplayVote asks for the vote of a recorded game through a real server, and in the simulator.
func TestReplayVote(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"Live": {"--speed", "50"}, "Virtual": {"--virtual"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			figures, events := filepath.Join(t.TempDir(), "figures.json"), filepath.Join(t.TempDir(), "events.ndjson")
			out, progress, err := cli(t, append([]string{"replay", accusations, "--as", "Purple", "--json", figures, "--events", events}, args...)...)
			if err != nil {
				t.Fatalf("%v\n%s", err, progress)
			}
			for _, want := range []string{"The vote, asked for at 1:41, before the closing line: Who is the other machine?", "Purple  recorded", "the deadline; model calls"} {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
			checkVote(t, figures)
			checkOrder(t, events)
		})
	}
}

// checkVote wants the bot's vote beside those of the players.
func checkVote(t *testing.T, figures string) {
	t.Helper()
	b, err := os.ReadFile(figures)
	if err != nil {
		t.Fatal(err)
	}
	var results []result
	if err := json.Unmarshal(b, &results); err != nil || len(results) != 1 || results[0].Vote == nil || results[0].Vote.Cast == nil {
		t.Fatalf("figures %s, %v", b, err)
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
		rows = append(rows, fmt.Sprint(x.Player, " ", x.Kind, " ", x.Accused, " ", x.word()))
	}
	if got := strings.Join(rows, ", "); got != "Purple recorded Orange yes, Yellow human Orange –, Orange bot Yellow no" {
		t.Errorf("the players' rows are %s", got)
	}
}

// checkOrder wants the closing lines in the log after the vote, and nothing else; then there is time to answer them.
func checkOrder(t *testing.T, events string) {
	t.Helper()
	b, err := os.ReadFile(events)
	if err != nil {
		t.Fatal(err)
	}
	var clock game.Clock
	var answered game.Millis
	cast, after := false, 0
	for line := range strings.Lines(string(b)) {
		h, err := parseEvent([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		switch p := h.Event.Data.(type) {
		case *game.SessionCreated:
			clock = game.NewClock(h.Event.At, p.Config.Speed)
		case *game.VoteCast:
			cast, answered = true, clock.Game(h.Event.At)
		case *game.SessionEnded:
			if left := clock.Game(h.Event.At) - answered; left < afterplay {
				t.Errorf("the game ends %d ms after the vote", left)
			}
		case *game.MessageReceived:
			if closing := strings.Contains(p.Text, "accused") || strings.Contains(p.Text, "closed"); closing != cast {
				t.Errorf("%q is in the log, and whether the bot has voted is %t", p.Text, cast)
			} else if closing {
				after++
			}
		}
	}
	if after != 2 {
		t.Errorf("%d closing lines are in the log", after)
	}
}

// TestReplayVotesOfAllGames plays a reverse Turing game once in the seat of each bot, and counts what the recorded players did once.
func TestReplayVotesOfAllGames(t *testing.T) {
	t.Parallel()
	out, _, err := cli(t, "replay", accusations, "--all", "--virtual")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"3 games in 5 plays", "votes asked for 3; 1 of 3 games hold no vote", "in time 3, late 0, missed 0",
		"no vote", // in the line of the game that was broken off
		"A game is played once in the seat of each of its bots",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	for who, want := range map[string]string{
		"recorded bots": "2 2 1 50 % 9 to 91 % 50 %",
		"humans":        "3 2 1 50 % 9 to 91 % 50 %", // the one of the reverse Turing game had only bots to choose from
	} {
		_, row, _ := strings.Cut(out, " "+who)
		row, _, _ = strings.Cut(row, "\n")
		if got := strings.Join(strings.Fields(row), " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", who, got, want)
		}
	}
	t.Run("InTheSeatNamed", func(t *testing.T) {
		t.Parallel()
		out, _, err := cli(t, "replay", accusations, "--all", "--virtual", "--as", "Red")
		if err != nil || strings.Count(out, "own-") != 2 || !strings.Contains(out, "votes asked for 1; 1 of 2 games") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// TestReplayOddVotes plays recordings in which players accuse nobody of the game, nothing was said, or somebody was alone.
func TestReplayOddVotes(t *testing.T) {
	t.Parallel()
	const file = "testdata/accusations_odd.jsonl"
	out, _, err := cli(t, "replay", file, "--all", "--virtual")
	if err != nil || !strings.Contains(out, "votes asked for 3; 1 of 3 games hold no vote") || !strings.Contains(out, " humans      2      0      –") {
		t.Errorf("%v\n%s", err, out)
	}
	out, progress, err := cli(t, "replay", file, "--game", "odd-nothing", "--speed", "50")
	if err != nil || !strings.Contains(out, "The vote, asked for at 0:00, after the last line: Who is the machine?") || !strings.Contains(out, "–     fallback") {
		t.Errorf("%v\n%s", err, out)
	}
	if n := strings.Count(progress, "\n"); n > 11 {
		t.Errorf("the progress has %d lines, more than the tenths of the game:\n%s", n, progress)
	}
}

// TestVoteIsAskedForBeforeTheClosingLines says when, and what is held back.
func TestVoteIsAskedForBeforeTheClosingLines(t *testing.T) {
	t.Parallel()
	said := func(at float64, kind game.MessageKind) recordedMessage {
		return recordedMessage{At: at, Sender: "Blue", Kind: kind, Text: "well"}
	}
	const master, player = game.FromGamemaster, game.FromPlayer
	accused := map[string]string{"Blue": "Red"}
	for name, x := range map[string]struct {
		recording
		before, closing int
		at              game.Millis
	}{
		"TwoClosingLines": {recording{Accusations: accused, Messages: []recordedMessage{said(1, master), said(2, player), said(5, master), said(6, master)}}, 2, 2, 5000},
		"AtOnce":          {recording{Accusations: accused, Messages: []recordedMessage{said(1, master), said(2, player), said(2, master)}}, 2, 1, 2000},
		"NoClosingLine":   {recording{Accusations: accused, Messages: []recordedMessage{said(1, master), said(2, player)}}, 2, 0, 2000},
		"NoVote":          {recording{Messages: []recordedMessage{said(1, master), said(2, player), said(5, master)}}, 3, 0, 5000},
		"NobodySpoke":     {recording{Accusations: accused, Messages: []recordedMessage{said(1, master)}}, 0, 1, 1000},
		"Empty":           {recording{Accusations: accused}, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			posted, _ := x.script(recordedPlayer{Name: "Red"})
			before, closing := x.recording.closing(posted)
			if len(before) != x.before || len(closing) != x.closing || x.voteAt() != x.at {
				t.Errorf("%d lines, %d closing, asked for at %d", len(before), len(closing), x.voteAt())
			}
		})
	}
}

// TestRate says whose accusation is right: it names a bot, where the player had both to choose from.
func TestRate(t *testing.T) {
	t.Parallel()
	r := recording{Rules: "turing", Players: []recordedPlayer{{Name: "Ann", Kind: "human"}, {Name: "Eve", Kind: "human"}, {Name: "Bo", Kind: botKind}}}
	for _, x := range []struct{ seat, accused, was, right string }{
		{"Ann", "Bo", botKind, "yes"}, {"Ann", "Eve", "human", "no"}, {"Ann", "Ann", "", none}, {"Ann", "Nobody", "", none}, {"Ann", "", "", none},
		{"Bo", "Ann", "human", none}, // it had only people to choose from
	} {
		b := r.ballot(recordedPlayer{Name: x.seat}, "human", x.accused)
		if b.AccusedWas != x.was || b.word() != x.right || b.Right != nil && b.Chance != 0.5 {
			t.Errorf("%+v: %+v", x, b)
		}
	}
	if q := r.voteRequest(1).Question; q != "Who is the machine?" {
		t.Errorf("a person is asked %q", q)
	}
}

// TestSeats says in whose seats many games are played: only where bots look for each other, in that of each.
func TestSeats(t *testing.T) {
	t.Parallel()
	players := []recordedPlayer{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: botKind}, {Name: "Cy", Kind: botKind}}
	for _, x := range []struct {
		rules, as string
		all       bool
		want      string
	}{{reverseTuring, "", true, "Bo Cy"}, {reverseTuring, "", false, "Bo"}, {reverseTuring, "Ann", true, "Ann"}, {"turing", "", true, "Bo"}, {"turing", "Eve", true, ""}} {
		r := recording{Rules: x.rules, Players: players}
		var names []string
		for _, seat := range r.seats(&replayCommand{All: x.all, As: x.as}) {
			names = append(names, seat.Name)
		}
		if got := strings.Join(names, " "); got != x.want {
			t.Errorf("%+v: in the seats of %q", x, got)
		}
	}
}

// TestProgress: a game goes on after its last line, and then shows no more tenths.
func TestProgress(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	progress := (&replayCommand{}).progress(&b, &play{recording: &recording{Messages: []recordedMessage{{At: 10}}}}, 0, 1)
	for at := game.Millis(0); at < 30_000; at += 100 {
		progress(at, 0)
	}
	if n := strings.Count(b.String(), "\n"); n != 11 {
		t.Errorf("the progress has %d lines, not one at the beginning and each tenth:\n%s", n, &b)
	}
}

func TestBar(t *testing.T) {
	t.Parallel()
	got := []rune(bar(0.2, 0.5, 0.7, 0.25))
	at := func(share float64) string { return string(got[int(math.Round(share*float64(len(scale)-1)))]) }
	if all := at(0.15) + at(0.2) + at(0.25) + at(0.3) + at(0.5) + at(0.7) + at(0.75); all != "·─│─●─·" || len(got) != len(scale) {
		t.Errorf("%s in %s", all, string(got))
	}
}

func TestVoteWindowShrinksWithTheSpeed(t *testing.T) {
	t.Parallel()
	r := recording{Rules: "turing"}
	for speed, want := range map[float64]int64{1: 30_000, 20: 1500, 7: 4286, game.MaxSpeed: game.MinWithin, 0.01: 3_000_000} {
		if got := r.voteRequest(speed).Within; got != want {
			t.Errorf("speed %g: %d ms, want %d", speed, got, want)
		}
	}
}

// TestScoresCountWhatWasMissed counts a vote that is late, and one that never came.
func TestScoresCountWhatWasMissed(t *testing.T) {
	t.Parallel()
	r := recording{Rules: reverseTuring, Players: []recordedPlayer{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: botKind}, {Name: "Cy", Kind: botKind}}, Accusations: map[string]string{"Bo": "Ann"}}
	deadline := time.Date(2026, 1, 1, 0, 0, 30, 0, time.UTC)
	cast := func(option string, received time.Duration) []heard {
		return []heard{{Received: deadline.Add(received), Event: game.Event{Data: &game.VoteCast{
			VoteID: voteID, Answer: game.Answer{Option: option}, AnsweredBy: game.ByMind, DeadlineAt: deadline,
		}}}}
	}
	command := &replayCommand{Speed: 1}
	var results []result
	for _, events := range [][]heard{cast("Cy", -time.Second), cast("Ann", time.Second), nil} {
		others := []heard{
			{Event: game.Event{Data: &game.VoteCast{VoteID: "an accusation", Answer: game.Answer{Option: "Cy"}}}},
			{Event: game.Event{Data: &game.ThoughtFailed{Kind: game.VoteThought + voteID, Calls: []game.Call{{}, {}}}}},
			{Event: game.Event{Data: &game.ThoughtCompleted{Kind: game.VoteThought + voteID, Calls: []game.Call{{}}}}},
			{Event: game.Event{Data: &game.ThoughtFailed{Kind: "reply", Calls: []game.Call{{}}}}},
		}
		res := newResult(&r, r.Players[1], command, append(events, others...))
		if w := res.Work; w.Calls != 1 || w.Failed != 1 { // those for votes are the votes'
			t.Errorf("work %+v", w)
		}
		results = append(results, res)
	}
	s := newScores(results)
	if s.games != 1 || s.asked != 3 || s.bot != (score{2, 2, 1, 1}) || *s.by[game.ByMind] != s.bot || s.late != 1 || s.missed != 1 ||
		s.bots != (score{1, 1, 0, 0.5}) || s.pairs[[2]bool{true, false}] != 1 || s.pairs[[2]bool{}] != 1 || s.calls != 9 || s.failed != 3 {
		t.Errorf("scores %+v", s)
	}
}

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		right, n int
		want     string
	}{{50, 100, "0.4038 0.5962"}, {0, 10, "0.0000 0.2775"}, {10, 10, "0.7225 1.0000"}, {0, 0, "0.0000 1.0000"}} {
		low, high := wilson(x.right, x.n)
		if got := fmt.Sprintf("%.4f %.4f", low, high); got != x.want {
			t.Errorf("%d of %d: %s, want %s", x.right, x.n, got, x.want)
		}
	}
}

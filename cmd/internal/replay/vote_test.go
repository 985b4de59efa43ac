package replay

import (
	"math"
	"testing"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/session"
)

// TestVoteIsAskedForBeforeTheClosingLines checks the time of the vote, and which lines are held
// back.
func TestVoteIsAskedForBeforeTheClosingLines(t *testing.T) {
	t.Parallel()
	said := func(at float64, kind session.MessageKind) Message {
		return Message{At: at, Sender: "Blue", Kind: kind, Text: "well"}
	}
	const master, player = session.FromGamemaster, session.FromPlayer
	accused := map[string]string{"Blue": "Red"}
	for name, x := range map[string]struct {
		Game
		before, closing int
		at              session.Millis
	}{
		"TwoClosingLines": {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player), said(5, master), said(6, master)}}, 2, 2, 5000},
		"AtOnce":          {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player), said(2, master)}}, 2, 1, 2000},
		"NoClosingLine":   {Game{Accusations: accused, Messages: []Message{said(1, master), said(2, player)}}, 2, 0, 2000},
		"NoVote":          {Game{Messages: []Message{said(1, master), said(2, player), said(5, master)}}, 3, 0, 5000},
		"NobodySpoke":     {Game{Accusations: accused, Messages: []Message{said(1, master)}}, 0, 1, 1000},
		"Empty":           {Game{Accusations: accused}, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			posted, _ := x.script(Player{Name: "Red"})
			before, closing := x.Game.closing(posted)
			if len(before) != x.before || len(closing) != x.closing || x.voteAt() != x.at {
				t.Errorf("%d lines, %d closing, asked for at %d", len(before), len(closing), x.voteAt())
			}
		})
	}
}

// TestRate: an accusation is right if it names a bot. It is rated only if the player had both bots
// and humans to choose from.
func TestRate(t *testing.T) {
	t.Parallel()
	r := Game{Rules: "turing", Players: []Player{{Name: "Ann", Kind: "human"}, {Name: "Eve", Kind: "human"}, {Name: "Bo", Kind: BotKind}}}
	for _, x := range []struct{ seat, accused, was, right string }{
		{"Ann", "Bo", BotKind, "yes"}, {"Ann", "Eve", "human", "no"}, {"Ann", "Ann", "", none}, {"Ann", "Nobody", "", none}, {"Ann", "", "", none},
		{"Bo", "Ann", "human", none}, // it had only people to choose from
	} {
		b := r.ballot(Player{Name: x.seat}, "human", x.accused)
		if b.AccusedWas != x.was || b.rightCell() != x.right || b.Right != nil && b.Chance != 0.5 {
			t.Errorf("%+v: %+v", x, b)
		}
	}
	r.Players = []Player{{Name: "Ann", Kind: unknownKind}, {Name: "Eve", Kind: unknownKind}, {Name: "Bo", Kind: BotKind}}
	if b := r.ballot(Player{Name: "Ann"}, unknownKind, "Eve"); b.AccusedWas != unknownKind || b.Right != nil {
		t.Errorf("nobody knows what Eve is, but %+v", b)
	}
	if q := r.voteRequest(1).Question; q != "Who is the machine?" {
		t.Errorf("a person is asked %q", q)
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
	r := Game{Rules: "turing"}
	for speed, want := range map[float64]int64{1: 30_000, 20: 1500, 7: 4286, session.MaxSpeed: session.MinWithin, 0.01: 3_000_000} {
		if got := r.voteRequest(speed).Within; got != want {
			t.Errorf("speed %g: %d ms, want %d", speed, got, want)
		}
	}
}

// TestScoresCountWhatWasMissed counts a vote that is late, and a vote that never came.
func TestScoresCountWhatWasMissed(t *testing.T) {
	t.Parallel()
	r := Game{Rules: reverseTuring, Players: []Player{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: BotKind}, {Name: "Cy", Kind: BotKind}}, Accusations: map[string]string{"Bo": "Ann"}}
	deadline := time.Date(2026, 1, 1, 0, 0, 30, 0, time.UTC)
	cast := func(option string, received time.Duration) []client.Event {
		return []client.Event{{Received: deadline.Add(received), Event: session.Event{Data: &session.VoteCast{
			VoteID: voteID, Answer: session.Answer{Option: option}, AnsweredBy: session.ByMind, DeadlineAt: deadline,
		}}}}
	}
	settings := &Settings{Speed: 1}
	var results []Result
	for _, events := range [][]client.Event{cast("Cy", -time.Second), cast("Ann", time.Second), nil} {
		others := []client.Event{
			{Event: session.Event{Data: &session.VoteCast{VoteID: "an accusation", Answer: session.Answer{Option: "Cy"}}}},
			{Event: session.Event{Data: &session.ThoughtFailed{Kind: session.KindVotePrefix + voteID, Calls: []session.Call{{}, {}}}}},
			{Event: session.Event{Data: &session.ThoughtCompleted{Kind: session.KindVotePrefix + voteID, Calls: []session.Call{{}}}}},
			{Event: session.Event{Data: &session.ThoughtFailed{Kind: "reply", Calls: []session.Call{{}}}}},
		}
		res := newResult(&r, r.Players[1], settings, append(events, others...))
		// the calls for votes count with the votes
		if w := res.Work; w.Calls != 1 || w.Failed != 1 {
			t.Errorf("work %+v", w)
		}
		results = append(results, res)
	}
	s := newScores(results)
	if s.games != 1 || s.asked != 3 || s.bot != (score{2, 2, 1, 1}) || *s.by[session.ByMind] != s.bot || s.late != 1 || s.missed != 1 ||
		s.bots != (score{1, 1, 0, 0.5}) || s.pairs[[2]bool{true, false}] != 1 || s.pairs[[2]bool{}] != 1 || s.calls != 9 || s.failed != 3 {
		t.Errorf("scores %+v", s)
	}
}

// TestStoppedThoughtsOfAVoteHaveNotFailed: a thought that was no longer wanted has not failed, but
// its calls were made.
func TestStoppedThoughtsOfAVoteHaveNotFailed(t *testing.T) {
	t.Parallel()
	g := &Game{Players: []Player{{Name: "Red", Kind: BotKind}, {Name: "Blue"}}, Accusations: map[string]string{"Blue": "Red"}}
	var events []client.Event
	for _, code := range []string{session.ThoughtStopped, "model_timeout"} {
		p := &session.ThoughtFailed{Kind: session.KindVotePrefix + voteID, Code: code, Calls: make([]session.Call, 1)}
		events = append(events, client.Event{Event: session.Event{Data: p}})
	}
	if v := newPoll(g, g.Players[0], &Settings{Speed: 1}, events); v.Failed != 1 || v.Calls != 2 {
		t.Errorf("%d failed, %d calls", v.Failed, v.Calls)
	}
}

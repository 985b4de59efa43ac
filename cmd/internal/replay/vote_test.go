package replay

import (
	"math"
	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
	"testing"
	"time"
)

// TestRate: an accusation is right if it names a bot. It is rated only if the player had both bots
// and humans to choose from.
func TestRate(t *testing.T) {
	t.Parallel()
	r := recording.Game{Rules: "turing", Players: []recording.Player{{Name: "Ann", Kind: "human"}, {Name: "Eve", Kind: "human"}, {Name: "Bo", Kind: recording.BotKind}}}
	for _, x := range []struct{ seat, accused, was, right string }{
		{"Ann", "Bo", recording.BotKind, "yes"}, {"Ann", "Eve", "human", "no"}, {"Ann", "Ann", "", show.None}, {"Ann", "Nobody", "", show.None}, {"Ann", "", "", show.None},
		{"Bo", "Ann", "human", show.None}, // it had only people to choose from
	} {
		b := newBallot(r.Accusation(), recording.Player{Name: x.seat}, "human", x.accused)
		if b.AccusedWas != x.was || b.rightCell() != x.right || b.Right != nil && b.Chance != 0.5 {
			t.Errorf("%+v: %+v", x, b)
		}
	}
	r.Players = []recording.Player{{Name: "Ann", Kind: recording.UnknownKind}, {Name: "Eve", Kind: recording.UnknownKind}, {Name: "Bo", Kind: recording.BotKind}}
	if b := newBallot(r.Accusation(), recording.Player{Name: "Ann"}, recording.UnknownKind, "Eve"); b.AccusedWas != recording.UnknownKind || b.Right != nil {
		t.Errorf("nobody knows what Eve is, but %+v", b)
	}
	if q := r.VoteRequest(1).Question; q != "Who is the machine?" {
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

// TestScoresCountWhatWasMissed counts a vote that is late, and a vote that never came.
func TestScoresCountWhatWasMissed(t *testing.T) {
	t.Parallel()
	r := recording.Game{Rules: recording.ReverseTuring, Players: []recording.Player{{Name: "Ann", Kind: "human"}, {Name: "Bo", Kind: recording.BotKind}, {Name: "Cy", Kind: recording.BotKind}}, Accusations: map[string]string{"Bo": "Ann"}}
	deadline := time.Date(2026, 1, 1, 0, 0, 30, 0, time.UTC)
	cast := func(option string, received time.Duration) []recording.Event {
		return []recording.Event{{Received: deadline.Add(received), Event: session.Event{Data: &session.VoteCast{
			VoteID: recording.VoteID, Answer: session.Answer{Option: option}, AnsweredBy: session.ByMind, DeadlineAt: deadline,
		}}}}
	}
	settings := &Settings{Speed: 1}
	var results []Result
	for _, events := range [][]recording.Event{cast("Cy", -time.Second), cast("Ann", time.Second), nil} {
		others := []recording.Event{
			{Event: session.Event{Data: &session.VoteCast{VoteID: "an accusation", Answer: session.Answer{Option: "Cy"}}}},
			{Event: session.Event{Data: &session.ThoughtFailed{Kind: session.KindVotePrefix + recording.VoteID, Calls: []session.Call{{}, {}}}}},
			{Event: session.Event{Data: &session.ThoughtCompleted{Kind: session.KindVotePrefix + recording.VoteID, Calls: []session.Call{{}}}}},
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
	g := &recording.Game{Players: []recording.Player{{Name: "Red", Kind: recording.BotKind}, {Name: "Blue"}}, Accusations: map[string]string{"Blue": "Red"}}
	var events []recording.Event
	for _, code := range []string{session.ThoughtStopped, "model_timeout"} {
		p := &session.ThoughtFailed{Kind: session.KindVotePrefix + recording.VoteID, Code: code, Calls: make([]session.Call, 1)}
		events = append(events, recording.Event{Event: session.Event{Data: p}})
	}
	if v := newPoll(g, g.Players[0], &Settings{Speed: 1}, events); v.Failed != 1 || v.Calls != 2 {
		t.Errorf("%d failed, %d calls", v.Failed, v.Calls)
	}
}

package contest

import (
	"fmt"
	"testing"

	"ringer/engine/session"
)

// TestFlow measures a short talk: lines that cross, bots that type together, a silence, the shares.
func TestFlow(t *testing.T) {
	t.Parallel()
	f := newFlow(true)
	at := func(seconds float64) session.Millis { return session.Millis(seconds * 1000) }
	says := func(seconds float64, seat, channel string) {
		f.read(session.Event{Data: &session.MessageSent{Sender: seat, Channel: channel}}, Line{At: at(seconds), Sender: seat, Channel: channel}, true, true)
	}
	types := func(seat, channel string) {
		f.read(session.Event{Data: &session.TypingStarted{Seat: seat, Channel: channel}}, Line{}, false, true)
	}
	types("A", "")
	types("B", "") // while A types
	types("C", "den")
	f.read(session.Event{Data: &session.TypingStopped{Seat: "B"}}, Line{}, false, true)
	says(5, "A", "")
	says(6, "B", "")   // crosses the line of A
	says(6.5, "B", "") // its own second line
	says(7, "C", "den")
	types("A", "")
	says(28, "A", "") // after a silence
	f.read(session.Event{Data: &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged}}}, Line{At: at(90)}, false, true)
	says(91, "A", "") // another phase, after the silence of the one before
	f.read(session.Event{Data: &session.MessageReceived{}}, Line{At: at(92)}, true, true)
	f.read(session.Event{Data: &session.VoteCast{}}, Line{At: at(92), Sender: "A", Accuses: "B"}, true, true)
	got := f.share([]string{"A", "C"}) // B has gone
	if want := (Flow{Lines: 6, Crossed: 1, Typed: 4, Together: 1, Silences: 2, Least: 0.5, Most: 1.5}); *got != want {
		t.Errorf("got %+v, want %+v", *got, want)
	}
	rows := flows([]*Game{{Flow: got}, {Flow: &Flow{Lines: 2, Least: 1, Most: 1}}, {}})
	want := []Mechanism{
		{"talk: lines within 2 s of another player's", "1 of 8 (12.5 %)"}, {"talk: typing begun while another bot typed", "1 of 4 (25.0 %)"},
		{"talk: silences of more than 20 s, a game", "1.0"}, {"talk: lines, a game", "4.0"}, {"talk: least and largest share, 1 is even", "0.75 and 1.25"},
	}
	if fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", rows, want)
	}
}

// TestSilences: a silence ends with a line, a vote, the phase or the game. Neither a vote nor a
// phase of a few is one.
func TestSilences(t *testing.T) {
	t.Parallel()
	phase := &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged}}
	f := newFlow(true)
	for _, c := range []struct {
		at     session.Millis
		what   session.Payload
		sender string
		few    bool // only a few may talk after it
		want   int
	}{
		{19, &session.MessageSent{}, "A", false, 0},
		{40, &session.MessageSent{}, "B", false, 1},
		{61, &session.VoteRequested{}, "", false, 2},
		{90, &session.MessageSent{}, "A", false, 2},     // during the vote
		{120, &session.MessageReceived{}, "", false, 2}, // the game master has counted it
		{141, phase, "", true, 3},                       // night
		{180, &session.MessageSent{}, "A", true, 3},
		{210, &session.VoteRequested{}, "", true, 3},
		{240, &session.MessageReceived{}, "", true, 3},
		{270, phase, "", false, 3}, // day
		{291, &session.GameEnded{}, "", false, 4},
	} {
		_, sent := c.what.(*session.MessageSent)
		_, told := c.what.(*session.MessageReceived)
		f.read(session.Event{Data: c.what}, Line{At: 1000 * c.at, Sender: c.sender}, sent || told, !c.few)
		if f.Silences != c.want {
			t.Errorf("at %d s there were %d silences, want %d", c.at, f.Silences, c.want)
		}
	}
}

// TestBidFloors counts turns by what was bid against them.
func TestBidFloors(t *testing.T) {
	t.Parallel()
	g := &Game{Floors: &Floors{}}
	for _, bids := range []map[string]int{{"A": 2}, {"A": 2, "B": 1}, {"A": 2, "B": 2, "C": 1}, {"A": 1, "C": 1}} {
		g.Floors.add(&session.FloorGiven{Seat: "A", By: session.GivenByBid, Bids: bids})
	}
	g.Floors.add(&session.FloorGiven{By: session.GivenByBid})
	want := []Mechanism{{"floor: taken by a higher bid than others", "1 of 4 (25 %)"}, {"floor: taken by one of several equal bids", "2 of 4 (50 %)"}}
	if got := mechanisms([]*Game{g}); fmt.Sprint(got) != fmt.Sprint(want) || g.Floors.Unbid != 1 {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

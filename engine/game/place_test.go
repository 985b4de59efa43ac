package game_test

import (
	"math/rand/v2"
	"testing"

	"ringer/engine/game"
	"ringer/engine/session"
)

// TestCursorsAreSealed: each place has a cursor, from which only its own view makes the place
// again. A later place has a greater cursor. Numbers that the view has not made are refused.
func TestCursorsAreSealed(t *testing.T) {
	t.Parallel()
	ann, bob, other := game.NewSeals("key", "Ann"), game.NewSeals("key", "Bob"), game.NewSeals("another", "Ann")
	rng := rand.New(rand.NewPCG(45, 1))
	last, foreign, near := int64(0), 0, map[int64]bool{}
	const n = 2000
	for i := range int64(n) {
		p := game.Place{Seq: i*500 + 1 + rng.Int64N(500), Number: i + 1}
		c := ann.Cursor(p)
		if got, ok := ann.Place(c); got != p || !ok || !game.IsCursor(c) || c <= last || c >= 1<<53 || float64(c) != float64(int64(float64(c))) {
			t.Fatalf("%+v has the cursor %d, which is %+v, %v", p, c, got, ok)
		}
		for _, wrong := range []func() (game.Place, bool){func() (game.Place, bool) { return bob.Place(c) }, func() (game.Place, bool) { return other.Place(c) }, func() (game.Place, bool) { return ann.Place(c ^ 1<<rng.IntN(32)) }} {
			if _, ok := wrong(); ok {
				foreign++
			}
		}
		last = c
		near[c&(1<<32-1)>>24] = true
	}
	if foreign > 10 || len(near) != 256 { // of 6000, one in 4096 has the right check bits
		t.Errorf("%d wrong cursors of %d are taken; the sealed part begins in %d ways", foreign, 3*n, len(near))
	}
	for _, p := range []game.Place{{}, {Seq: game.MaxSealed, Number: game.MaxSealed}, {Seq: 1, Number: 1}} {
		if got, ok := ann.Place(ann.Cursor(p)); p.Seq > 0 && (got != p || !ok) || p.Seq == 0 && ann.Cursor(p) != 0 {
			t.Errorf("%+v becomes %+v", p, got)
		}
	}
}

// TestMessageIDsAreSealed: all views show a message under one id, which does not tell its seq.
func TestMessageIDsAreSealed(t *testing.T) {
	t.Parallel()
	ann, bob, other := game.NewSeals("key", "Ann"), game.NewSeals("key", "Bob"), game.NewSeals("another", "Ann")
	var none *game.Seals
	seen, foreign := map[string]bool{}, 0
	for seq := int64(1); seq <= 2000; seq++ {
		id := ann.MessageID("gam_x", seq)
		if got, ok := bob.MessageSeq("gam_x", id); got != seq || !ok || seen[id] {
			t.Fatalf("message %d is %s, which is %d, %v", seq, id, got, ok)
		}
		if _, ok := other.MessageSeq("gam_x", id); ok {
			foreign++
		}
		seen[id] = true
		if got, ok := none.MessageSeq("gam_x", none.MessageID("gam_x", seq)); got != seq || !ok {
			t.Fatalf("an older game calls message %d %s", seq, none.MessageID("gam_x", seq))
		}
	}
	if foreign > 5 {
		t.Errorf("another game takes %d of 2000 ids", foreign)
	}
	for _, id := range []string{"", "m-1", "msg_x_", "msg_x_1x", "msg_x_01", "msg_x_0", "msg_x_-1", "msg_x_+1", "msg_y_1", "msg_x_99999999999999999999"} {
		if _, ok := none.MessageSeq("gam_x", id); ok {
			t.Errorf("%q is taken for the id of a message", id)
		}
	}
}

// TestLaterKindsDoNotRenumber: an event of a kind that views show one day has the number of the one
// before it.
func TestLaterKindsDoNotRenumber(t *testing.T) {
	t.Parallel()
	p := game.Place{Seq: 7, Number: 3}
	if got := p.Then(session.Event{Seq: 9, Data: &session.MessageReceived{}}); got != (game.Place{Seq: 9, Number: 4}) {
		t.Errorf("a line: %+v", got)
	}
	for _, later := range []session.Payload{&session.Unknown{Name: "later"}, &session.ObservationReceived{Observation: session.Observation{Kind: "later"}}, &session.ObservationReceived{Observation: session.Observation{Kind: session.PlayerTyping}}} {
		if got := p.Then(session.Event{Seq: 9, Data: later}); got != (game.Place{Seq: 9, Number: 3}) {
			t.Errorf("%s: %+v", later.Type(), got)
		}
	}
}

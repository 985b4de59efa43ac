package session_test

import (
	"testing"

	"ringer/engine/session"
)

// TestHashesStay holds the hashes on which a retry over an upgrade depends.
func TestHashesStay(t *testing.T) {
	t.Parallel()
	given := int64(4)
	for want, p := range map[int64]*session.Proof{895947222936075759: session.NewProof(&given, "n"), 6740698160764930952: session.NewProof(nil, "n")} {
		if p.Seed != want {
			t.Errorf("the seed is %d, want %d", p.Seed, want)
		}
	}
	for _, c := range [][2]string{{"m-1", "seat_5fea71718ffe90bad9e824225eb6d175"}, {"", ""}, {" m-1", " m-1"}, {"m\n1", "m\n1"}} {
		if got := session.SeatID("Ann", c[0]); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}

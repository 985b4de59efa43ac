package cli

import (
	"testing"
	"time"

	"ringer/engine/sessiontest"
)

func TestPruneNeedsTwoClocks(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, d := range []time.Duration{0, -30 * time.Second, 30 * time.Second} {
		if err := agree(now, now.Add(d)); err != nil {
			t.Errorf("%s: %v", d, err)
		}
	}
	if err := agree(now, time.Time{}); err != nil {
		t.Errorf("no clock in the database: %v", err)
	}
	for _, d := range []time.Duration{-time.Hour, time.Hour, -40 * 24 * time.Hour} {
		sessiontest.Fails(t, agree(now, now.Add(d)), "prune again")
	}
}

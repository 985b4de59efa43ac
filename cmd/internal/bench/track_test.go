package bench

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ringer/engine/sessiontest"
)

func TestTrack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seqs                            []int64
		head, lost, doubled, disordered int64
	}{
		"OK":                     {[]int64{1, 2, 3}, 3, 0, 0, 0},
		"Nothing":                {nil, 4, 4, 0, 0},
		"TheEnd":                 {[]int64{1, 2}, 4, 2, 0, 0},
		"TheBeginning":           {[]int64{3, 4}, 4, 2, 0, 0},
		"AHole":                  {[]int64{1, 2, 6}, 6, 3, 0, 0},
		"Twice":                  {[]int64{1, 1, 2, 2, 1}, 2, 0, 3, 0},
		"Swapped":                {[]int64{1, 3, 2, 4}, 4, 0, 0, 1},
		"TheMiddleOfAHole":       {[]int64{1, 7, 4}, 7, 4, 0, 1},
		"AHoleFromBothEnds":      {[]int64{1, 6, 2, 5, 3, 4}, 6, 0, 0, 4},
		"OutOfAHoleAndThenTwice": {[]int64{2, 1, 1}, 2, 0, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var x track
			for _, seq := range c.seqs {
				x.see(seq)
			}
			if lost := x.lost(c.head, 0); lost != c.lost || x.doubled != c.doubled || x.disordered != c.disordered {
				t.Errorf("lost %d, doubled %d, out of order %d; want %d, %d, %d", lost, x.doubled, x.disordered, c.lost, c.doubled, c.disordered)
			}
		})
	}
}

// TestTrackCountsMessages reports a message whose seq another event has.
func TestTrackCountsMessages(t *testing.T) {
	t.Parallel()
	x := track{next: 4, marked: 2}
	if x.lost(3, 3) != 1 || x.lost(3, 2) != 0 {
		t.Errorf("lost %d and %d", x.lost(3, 3), x.lost(3, 2))
	}
}

func TestTrackAgreesWithASet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var x track
		seen, most, doubled := map[int64]bool{}, int64(0), int64(0)
		for _, seq := range rapid.SliceOf(rapid.Int64Range(1, 30)).Draw(t, "seqs") {
			if x.see(seq); seen[seq] {
				doubled++
			}
			seen[seq], most = true, max(most, seq)
		}
		if x.last() != most || x.missing(35) != 35-int64(len(seen)) || x.doubled != doubled || x.events != int64(len(seen))+doubled {
			t.Fatalf("last %d, missing %d, doubled %d of %d; want %d, %d, %d", x.last(), x.missing(35), x.doubled, x.events, most, 35-len(seen), doubled)
		}
	})
}

// TestTrackCountsRepeatedMessages reports a post that the log holds twice, unless a post whose
// outcome is not known may be the second one.
func TestTrackCountsRepeatedMessages(t *testing.T) {
	t.Parallel()
	x := track{next: 7, marked: 5}
	if x.repeated(4, 0) != 1 || x.repeated(4, 1) != 0 || x.repeated(5, 0) != 0 || x.repeated(6, 0) != 0 {
		t.Errorf("repeated %d, %d, %d, %d", x.repeated(4, 0), x.repeated(4, 1), x.repeated(5, 0), x.repeated(6, 0))
	}
}

func TestMark(t *testing.T) {
	t.Parallel()
	b := sessiontest.Must(json.Marshal(map[string]string{"text": mark("same here", 12345678*time.Microsecond)}))(t)
	if at, ok := markIn(b); !ok || at != 12345678*time.Microsecond {
		t.Errorf("%s: %s, %v", b, at, ok)
	}
	for _, text := range []string{"", "same here", "a [b:", "a [b:]", "a [b:ä]"} {
		if at, ok := markIn([]byte(text)); ok {
			t.Errorf("%q: %s", text, at)
		}
	}
}

// TestDrafts draws the same posts for a seed, others for another seed, and reaches all sessions.
func TestDrafts(t *testing.T) {
	t.Parallel()
	sessions, same := map[int]bool{}, 0
	seven, eight := &Settings{Seed: 7}, &Settings{Seed: 8}
	for i := range 200 {
		d := seven.draft(i, 10)
		if d != seven.draft(i, 10) {
			t.Fatalf("post %d differs", i)
		}
		if d == eight.draft(i, 10) {
			same++
		}
		sessions[d.session] = true
	}
	if len(sessions) != 10 || same > 100 {
		t.Errorf("%d sessions; %d posts are the same with another seed", len(sessions), same)
	}
}

// TestQuestionsGoInTurn asks each session once before any is asked again, then by another player.
func TestQuestionsGoInTurn(t *testing.T) {
	t.Parallel()
	s := &Settings{Ask: true}
	for i := range 6 {
		if d := s.draft(i, 3); d.session != i%3 || d.sender != senders[i/3] || !strings.HasSuffix(d.text, "?") {
			t.Errorf("post %d: %+v", i, d)
		}
	}
}

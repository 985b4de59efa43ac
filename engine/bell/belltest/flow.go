package belltest

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ringer/engine/bell"
)

// Flow rings 1, 2, 3 and so on until the test is over. It returns a function for the latest number.
func Flow(t *testing.T, b bell.Bell) (latest func() int64) {
	t.Helper()
	var n atomic.Int64
	var done sync.WaitGroup
	done.Go(func() {
		for t.Context().Err() == nil {
			_ = b.Ring(t.Context(), texts(strconv.FormatInt(n.Add(1), 10)))
			time.Sleep(time.Millisecond) // so that hearers keep up
		}
	})
	t.Cleanup(done.Wait)
	return n.Load
}

// After returns when the ear has heard a number of a flow above n. It returns what it has heard.
func (e Ear) After(t *testing.T, n int64) (heard []int64) {
	t.Helper()
	for latest := int64(0); latest <= n; heard = append(heard, latest) {
		select {
		case text := <-e:
			var err error
			if latest, err = strconv.ParseInt(text, 10, 64); err != nil {
				t.Fatal(err)
			}
		case <-t.Context().Done():
			t.Fatalf("heard nothing above %d", n)
		}
	}
	return heard
}

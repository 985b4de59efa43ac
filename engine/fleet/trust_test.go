package fleet

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestTrust loses the trust when no beat comes, and regains it with the next one. Work that was
// begun under the old trust has ended by then.
func TestTrust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		regained, lost := 0, 0
		trust := NewTrust(t.Context(), func(trusted bool) {
			if trusted {
				regained++
			} else {
				lost++
			}
		})
		if trust.Context().Err() == nil {
			t.Error("it is trusted before the first beat")
		}
		trust.Renew(time.Now())
		first := trust.Context()
		for range 10 {
			time.Sleep(BeatEvery)
			trust.Renew(time.Now())
		}
		if first.Err() != nil {
			t.Error("it was not trusted between the beats")
		}
		time.Sleep(TrustFor - time.Millisecond)
		if first.Err() != nil {
			t.Error("the trust ends early")
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if first.Err() == nil || trust.Context().Err() == nil {
			t.Error("the trust does not end")
		}
		trust.Renew(time.Now().Add(-TrustFor)) // a beat whose answer came too late
		if trust.Context().Err() == nil {
			t.Error("a late answer renews it")
		}
		trust.Renew(time.Now())
		synctest.Wait()
		if trust.Context().Err() != nil || first.Err() == nil || regained != 2 || lost != 1 {
			t.Errorf("after the next beat: %v, lost %d times, regained %d times", trust.Context().Err(), lost, regained)
		}
	})
}

package api

import (
	"testing"
	"testing/synctest"
)

// TestAWokenWorkerThatLeavesPassesItsStreamOn: two workers come back from blocking sections while
// two others have parked. So there are too many, and the next woken one leaves. Its stream must not
// wait for the two that came back.
func TestAWokenWorkerThatLeavesPassesItsStreamOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		served := 0
		c := newCrew(func(*stream) bool { served++; return false })
		c.size = 2
		first, second, release := make(chan struct{}), make(chan struct{}), make(chan struct{})
		c.working = 2 // both are goroutines of this test
		for _, again := range []chan struct{}{first, second} {
			go func() {
				c.block(func() { <-again })
				<-again
				c.block(func() { <-release })
			}()
		}
		synctest.Wait()
		one, two := &stream{}, &stream{}
		c.join(one)
		c.join(two)
		synctest.Wait() // two new workers have served the streams, and have parked
		first <- struct{}{}
		second <- struct{}{}
		synctest.Wait()
		c.wake(one)
		synctest.Wait()
		first <- struct{}{}
		second <- struct{}{}
		synctest.Wait()
		if served != 3 {
			t.Errorf("%d turns, want 3: a stream waits for workers that wait", served)
		}
		close(release)
		c.mu.Lock()
		c.open, c.parked = nil, 0
		c.work.Broadcast()
		c.mu.Unlock()
	})
}

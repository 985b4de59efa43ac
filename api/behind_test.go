package api_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/session"
	"ringer/store"
)

// longServer returns a server with a session of 20,000 events, in which the bot says nothing. A
// read of the log takes some time.
func longServer(t *testing.T, takes time.Duration) (*api.Server, *engine.Engine, *countingStore, string) {
	db := &countingStore{Store: store.NewMemory(), takes: takes}
	s, e := bubbleServer(t, db)
	id := open(t, e, session.Phase{ID: "quiet", Speakers: []string{"b"}})
	batch := make([]session.Post, 100)
	for i := range batch {
		batch[i] = session.Post{Sender: "b", Text: fmt.Sprint("line ", i)}
	}
	for range 200 {
		must(e.Desk.Post(t.Context(), id, batch, func(int) string { return "" }))(t)
	}
	synctest.Wait()
	return s, e, db, id
}

// get asks for events of a session in a marked request. It returns when the response has ended.
func get(t *testing.T, s *api.Server, id, query, accept string) string {
	request := httptest.NewRequestWithContext(context.WithValue(t.Context(), marked{}, true), "GET", "http://localhost/v1/sessions/"+id+"/events?"+query, nil)
	request.Header.Set("Accept", accept)
	response := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	serve(s, response, request)
	return response.Body.String()
}

const anyMedia, eventStream = "*/*", "text/event-stream"

// longSlots is how many long reads run at once.
var longSlots = max(1, runtime.GOMAXPROCS(0)/2)

// TestAReaderWhoIsBehindWaitsForASlot takes all slots for long reads. Then only requests that need
// the end of the log are answered.
func TestAReaderWhoIsBehindWaitsForASlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e, db, id := longServer(t, 0)
		release := make(chan struct{})
		var all sync.WaitGroup
		for range longSlots {
			all.Go(func() {
				_ = e.Desk.LongRead(t.Context(), func() error { <-release; return nil })
			})
		}
		synctest.Wait()
		var answered atomic.Int64
		for _, c := range [][2]string{
			{"types=*", anyMedia}, {"types=vote.cast", anyMedia}, {"types=vote.cast&wait=10s", anyMedia}, {"types=vote.cast", eventStream},
		} {
			all.Go(func() {
				get(t, s, id, c[0], c[1])
				answered.Add(1)
			})
		}
		time.Sleep(time.Minute)
		if n := db.reads.Load(); n > 0 || answered.Load() > 0 {
			t.Errorf("%d reads without a slot, %d requests answered", n, answered.Load())
		}
		if page := get(t, s, id, "types=*&after=19990", anyMedia); !strings.Contains(page, `"seq":20001,`) {
			t.Errorf("the end of the log: %s", page)
		}
		close(release)
		time.Sleep(time.Minute)
		equal(t, "pages that were answered, while the stream goes on", answered.Load(), 3)
		s.Drain()
		all.Wait()
	})
}

// TestASearchForARareTypeIsDoneInParts has readers of a rare type take all slots for long reads.
// The next reader gets a slot before these have read a tenth of the log.
func TestASearchForARareTypeIsDoneInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, e, db, id := longServer(t, time.Millisecond)
		var readers sync.WaitGroup
		for range longSlots {
			readers.Go(func() {
				if page := get(t, s, id, "types=vote.cast", anyMedia); !strings.Contains(page, `"next_after":2000`) {
					t.Errorf("page %s", page)
				}
			})
		}
		synctest.Wait()
		err := e.Desk.LongRead(t.Context(), func() error {
			if n := db.reads.Load(); n > int64(10*longSlots) {
				t.Errorf("%d reads of the log before the next reader's turn", n)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		readers.Wait()
		if n := db.reads.Load(); n < int64(90*longSlots) {
			t.Errorf("%d reads", n)
		}
	})
}

// TestAStreamThatSearchesSendsHeartbeats opens a stream of a rare type. It takes a hundred seconds
// to search the log, and the stream is not silent meanwhile.
func TestAStreamThatSearchesSendsHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _, db, id := longServer(t, time.Second)
		ended := make(chan string)
		go func() { ended <- get(t, s, id, "types=vote.cast", eventStream) }() // ends with Drain
		time.Sleep(80*time.Second + time.Millisecond)
		s.Drain()
		body := <-ended
		equal(t, "heartbeats in "+body, strings.Count(body, ": still here\n"), 5)
		equal(t, "reads before the stream ended", db.reads.Load(), 85)
	})
}

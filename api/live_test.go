package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// marked is the key of a context whose reads are counted.
type marked struct{}

// countingStore is a store that counts the reads of a log for a marked request.
type countingStore struct {
	journal.Store
	reads atomic.Int64
}

func (c *countingStore) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if ctx.Value(marked{}) != nil {
		c.reads.Add(1)
	}
	return c.Store.Events(ctx, session, after, limit)
}

// TestLiveEventsComeFromMemory follows a session in which people and the bot talk. After its first
// read of the log the stream reads nothing from the store. The stream equals the log, byte for
// byte.
func TestLiveEventsComeFromMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &countingStore{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		defer e.Close()
		id := open(t, e)
		response := listen(context.WithValue(t.Context(), marked{}, true), s, "/v1/sessions/"+id+"/events?types=*")
		synctest.Wait()
		for i := range 100 {
			post := session.Post{Sender: "b", Text: fmt.Sprint("what do you say to <that>, a? ", i)}
			must(e.Desk.Post(t.Context(), id, []session.Post{post}, func(int) string { return "" }))(t)
			time.Sleep(700 * time.Millisecond)
			synctest.Wait()
		}
		s.Drain()
		synctest.Wait()
		if n := db.reads.Load(); n != 1 {
			t.Errorf("%d reads of the log for one stream", n)
		}
		log := as[struct{ Events []json.RawMessage }](t, direct(s, "GET", "/v1/sessions/"+id+"/events?types=*&limit=1000", ""))
		var sent []string
		for line := range strings.Lines(response.Body.String()) {
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				sent = append(sent, strings.TrimSpace(data))
			}
		}
		if len(sent) != len(log.Events) || len(sent) < 150 {
			t.Fatalf("%d events streamed, %d in the log", len(sent), len(log.Events))
		}
		for i, data := range sent {
			if data != string(log.Events[i]) {
				t.Errorf("streamed %s, in the log %s", data, log.Events[i])
			}
		}
	})
}

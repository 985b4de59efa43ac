package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// outage is a store whose database stops answering and comes back.
type outage struct {
	journal.Store
	err atomic.Pointer[error]
	// last says that the database stops answering after the next write.
	last atomic.Bool
}

func (o *outage) away(err error) { o.err.Store(&err) }
func (o *outage) back()          { o.err.Store(nil) }

// check returns the error of an operation that only reads.
func (o *outage) check() error {
	if o.err.Load() != nil {
		return journal.ErrUnavailable
	}
	return nil
}

func (o *outage) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	if err := o.err.Load(); err != nil {
		return journal.Appended{}, *err
	}
	if o.last.CompareAndSwap(true, false) {
		defer o.away(journal.ErrUnavailable)
	}
	return o.Store.Append(ctx, a)
}

func (o *outage) Create(ctx context.Context, s journal.Session, first session.Event) error {
	if o.last.CompareAndSwap(true, false) {
		defer o.away(journal.ErrUnavailable)
	}
	return o.Store.Create(ctx, s, first)
}

func (o *outage) Events(ctx context.Context, session string, after int64, limit int) ([]session.Event, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return o.Store.Events(ctx, session, after, limit)
}

func (o *outage) Session(ctx context.Context, id string) (journal.Session, error) {
	if err := o.check(); err != nil {
		return journal.Session{}, err
	}
	return o.Store.Session(ctx, id)
}

func (o *outage) Take(ctx context.Context, owner string, homes journal.Selection) ([]journal.Taken, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return o.Store.Take(ctx, owner, homes)
}

func (o *outage) Ping(ctx context.Context) error {
	if err := o.check(); err != nil {
		return err
	}
	return o.Store.Ping(ctx)
}

// TestOutage stops the database while a plan is pending. Posts are refused with a code, the server
// reports that it is not ready, and the stream stays open. When the database is back, the planned
// message is sent and marked as late.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &outage{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		defer e.Close()
		id := open(t, e)
		stream := listen(t.Context(), s, "/v1/sessions/"+id+"/events")
		const post = `{"sender":"b","text":"what do you do all day, a?"}`
		direct(s, "POST", "/v1/sessions/"+id+"/messages", post).is(t, 202)
		time.Sleep(100 * time.Millisecond) // the bot plans its answer, which takes seconds
		for code, err := range map[string]error{"unavailable": journal.ErrUnavailable, "outcome_unknown": journal.ErrOutcomeUnknown} {
			db.away(err)
			direct(s, "POST", "/v1/sessions/"+id+"/messages", post).waits(t, code)
		}
		db.away(journal.ErrUnavailable)
		direct(s, "GET", "/readyz", "").refused(t, "503 unavailable")
		direct(s, "GET", "/healthz", "").is(t, 200)
		time.Sleep(time.Minute)
		synctest.Wait()
		if body := stream.Body.String(); strings.Contains(body, "message.sent") || strings.Count(body, "still here") != 4 {
			t.Errorf("in the outage the stream brought %s", body)
		}
		db.back()
		time.Sleep(20 * time.Second) // the others see the bot type, although its line is late
		synctest.Wait()
		direct(s, "GET", "/readyz", "").is(t, 200)
		s.Drain()
		synctest.Wait()
		_, sent, _ := strings.Cut(stream.Body.String(), "event: message.sent\ndata: ")
		var event struct {
			Data struct {
				Lateness int64 `json:"lateness_ms"`
			}
		}
		if err := json.NewDecoder(strings.NewReader(sent)).Decode(&event); err != nil || event.Data.Lateness < 50_000 || event.Data.Lateness > 80_000 {
			t.Errorf("%v; lateness %d ms, want nearly a minute, in %s", err, event.Data.Lateness, stream.Body)
		}
		direct(s, "GET", "/readyz", "").refused(t, "503 shutting_down")
	})
}

// TestOutageAfterAWrite stops the database between the write of a request and the read for its
// answer. The answer must not say that nothing was stored.
func TestOutageAfterAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &outage{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		defer e.Close()
		for _, c := range []struct{ method, path, body string }{
			{"POST", "", `{"game":{"players":["a","b"]},"bot":{"seat":"a"}}`}, {"PATCH", "/" + open(t, e), `{"persona":"shy"}`},
			{"POST", "/" + open(t, e) + "/end", ``},
		} {
			db.back()
			synctest.Wait() // nothing else writes
			db.last.Store(true)
			direct(s, c.method, "/v1/sessions"+c.path, c.body).refused(t, "503 outcome_unknown")
		}
		db.back()
	})
}

package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// outage is a store whose database stops answering and comes back.
type outage struct {
	journal.Store
	err atomic.Pointer[error]
	// cause is what pings say, whether the database answers or not.
	cause error
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

func (o *outage) Ping(context.Context) error { return cmp.Or(o.cause, o.check()) }

// TestOutage stops the database while a plan is pending. Posts are refused with a code, the server
// reports that it is not ready, and the stream stays open. When the database is back, the planned
// message is sent and marked as late.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &outage{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
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
		outage := answer{Request: "the stream in the outage", Body: stream.Body.Bytes()}
		outage.lacks(t, "message.sent")
		equal(t, "heartbeats in the outage", strings.Count(stream.Body.String(), "still here"), 4)
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

// TestReadinessSaysWhy lets the database store nothing, for each cause. /readyz names the cause.
// Posts get unavailable with the cause in the detail, and /healthz stays 200.
func TestReadinessSaysWhy(t *testing.T) {
	for _, c := range []struct {
		cause error
		code  string
		says  string // what the detail of a post says
	}{
		{journal.ErrFull, "database_full", "The operator frees space on the disk"}, {journal.ErrReadOnly, "database_read_only", "names the primary server in DATABASE_URL"},
		{journal.ErrLocked, "database_locked", "ends the transaction"}, {journal.ErrReplaced, "database_replaced", "puts the right file in place"}, {io.EOF, "unavailable", "nothing was stored; wait a moment"},
	} {
		t.Run(c.code, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				db := &outage{Store: store.NewMemory()}
				s, e := bubbleServer(t, db)
				id := open(t, e)
				time.Sleep(2 * time.Second) // the new session proves nothing any more
				db.cause = fmt.Errorf("%w: %w", journal.ErrUnavailable, c.cause)
				db.away(db.cause)
				for range 2 {
					direct(s, "GET", "/readyz", "").waits(t, c.code)
					direct(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`).is(t, 503, c.says).waits(t, "unavailable")
				}
				direct(s, "GET", "/healthz", "").is(t, 200)
			})
		})
	}
}

// waits checks that a refusal says when to try again.
func (a answer) waits(t *testing.T, code string) {
	t.Helper()
	if a.refused(t, "503 "+code); a.Header.Get("Retry-After") == "" {
		t.Errorf("%s: no Retry-After", a.Request)
	}
}

// TestNotStorable posts a value that the database refuses for what it is.
func TestNotStorable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &outage{Store: store.NewMemory()}
		s, e := bubbleServer(t, db)
		id := open(t, e)
		synctest.Wait()
		db.away(fmt.Errorf("%w: no emoji", journal.ErrValueRefused))
		direct(s, "POST", "/v1/sessions/"+id+"/messages", `{"sender":"b","text":"hi"}`).refused(t, "422 not_storable")
		db.back()
	})
}

// TestWarnings asks a server that is ready but shares its database.
func TestWarnings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, e := bubbleServer(t, store.NewMemory())
		s := api.New(e, api.Options{Log: slog.New(slog.DiscardHandler), Warnings: func(context.Context) []string { return []string{"two"} }})
		direct(s, "GET", "/readyz", "").is(t, 200, `"status":"ready"`, `"warnings":["two"]`)
	})
}

// TestServerOnlyReads asks a server that only reads for everything that its API offers. It answers
// all reads. It refuses all else with a code that says why, and nothing is stored.
func TestServerOnlyReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason        error
		status, ready int
		code, says    string
	}{
		{journal.ErrInspecting, 403, 200, "inspect_only", "another server"},
		{journal.ErrCopied, 503, 503, "database_copied", "--adopt"},
	} {
		t.Run(c.code, func(t *testing.T) {
			t.Parallel()
			db := store.NewMemory()
			_, first := bubbleServer(t, db)
			id := open(t, first)
			first.Close()
			s := inspecting(t, db, c.reason)
			for _, o := range api.Operations() {
				if o.Method == http.MethodGet {
					continue
				}
				path := strings.NewReplacer("{id}", id, "{mid}", "m", "{vid}", "v").Replace(o.Path)
				a := direct(s, o.Method, path, `{}`)
				if harmless := strings.HasSuffix(path, "token") || strings.HasSuffix(path, "tokens") || strings.HasSuffix(path, "suspicion"); !harmless {
					a.is(t, c.status, c.says).refused(t, fmt.Sprint(c.status, " ", c.code))
				} else if strings.Contains(string(a.Body), c.code) {
					t.Errorf("%s stores nothing, and is refused with %s", a.Request, a.Body)
				}
			}
			for _, path := range []string{"/v1/sessions", "/v1/sessions/" + id, "/v1/sessions/" + id + "/events", "/v1/sessions/" + id + "/messages", "/v1/sessions/" + id + "/export", "/healthz"} {
				direct(s, "GET", path, "").is(t, 200)
			}
			direct(s, "GET", "/readyz", "").is(t, c.ready, "only reads")
		})
	}
}

// inspecting returns a server that only reads a store, for a reason.
func inspecting(t *testing.T, db journal.Store, reason error) *api.Server {
	t.Helper()
	e := enginetest.Start(t, engine.Parts{Store: db, ReadsOnly: reason})
	t.Cleanup(e.Close)
	return api.New(e, api.Options{Log: slog.New(slog.DiscardHandler), Warnings: e.Warnings})
}

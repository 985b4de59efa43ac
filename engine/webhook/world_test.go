package webhook

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// platform is a receiver of deliveries. answer decides what it answers.
type platform struct {
	*httptest.Server
	answer func(w http.ResponseWriter, n int)

	mu  sync.Mutex
	ids []string // of each delivery that it has taken
	all []http.Header
	raw [][]byte
	got chan string
	// refuse is the webhook-id of a delivery that it never takes.
	refuse string
}

func newPlatform(t *testing.T, answer func(w http.ResponseWriter, n int)) *platform {
	p := &platform{answer: answer, got: make(chan string, 10_000)}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	p.mu.Lock()
	n := len(p.all)
	p.all, p.raw = append(p.all, r.Header), append(p.raw, body)
	p.mu.Unlock()
	if r.Header.Get("webhook-id") == p.refuse {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	if p.answer != nil {
		p.answer(w, n)
	}
	p.mu.Lock()
	p.ids = append(p.ids, r.Header.Get("webhook-id"))
	p.mu.Unlock()
	p.got <- r.Header.Get("webhook-id")
}

// await waits until deliveries with all ids have been taken.
func (p *platform) await(t *testing.T, ids ...string) {
	t.Helper()
	left := map[string]bool{}
	for _, id := range ids {
		left[id] = true
	}
	p.mu.Lock()
	for _, id := range p.ids {
		delete(left, id)
	}
	p.mu.Unlock()
	for len(left) > 0 {
		select {
		case id := <-p.got:
			delete(left, id)
		case <-time.After(time.Minute):
			t.Fatalf("these never came: %v", left)
		}
	}
}

// world is a database with a hub, without replicas.
type world struct {
	t   *testing.T
	db  *store.Store
	hub *feed.Hub
	// hooks and logs are what senders use of the database.
	hooks journal.Webhooks
	logs  journal.Store
}

func newWorld(t *testing.T) *world {
	db := sessiontest.Must(store.Open(t.Context(), filepath.Join(t.TempDir(), "ringer.db")))(t)
	t.Cleanup(func() { db.Close() })
	return &world{t, db, feed.NewHub(db, false), db, db}
}

func (w *world) create(id string) {
	w.t.Helper()
	first := session.Event{At: time.UnixMicro(1), Data: &session.TypingStarted{}}
	sessiontest.NoError(w.t, w.db.Create(w.t.Context(), journal.Session{ID: id, Home: id}, first))
	w.hub.Publish(id, []session.Event{{Seq: 1, Data: first.Data}})
}

func (w *world) post(id, text string) {
	w.t.Helper()
	e := session.Event{At: time.UnixMicro(2), Data: &session.MessageSent{Text: text}}
	done := sessiontest.Must(w.db.Append(w.t.Context(), journal.Append{Session: id, Events: []session.Event{e}}))(w.t)
	w.hub.Publish(id, done.Events)
}

func (w *world) hook(url string) journal.Webhook {
	w.t.Helper()
	hook := journal.Webhook{ID: "whk_a", Active: true, CreatedAt: time.Now(), WebhookData: journal.WebhookData{URL: url, Secret: NewSecret(), Types: []session.Type{"message.sent"}}}
	hook.Place = feed.Place{}.String()
	sessiontest.Must(w.db.AddWebhook(w.t.Context(), hook))(w.t)
	return hook
}

// send starts a sender of a replica. kill ends it without a word, as kill -9 does.
func (w *world) send(owner string, private bool, now func() time.Time) (s *Sender, kill func()) {
	w.t.Helper()
	sessiontest.NoError(w.t, w.db.Enter(w.t.Context(), journal.Replica{ID: owner, Name: owner}))
	acting, stop := context.WithCancel(context.Background())
	if now == nil {
		now = time.Now
	}
	s = Start(Parts{
		Webhooks: w.hooks, Store: w.logs, Listen: w.hub.ListenTenant, Acting: func() context.Context { return acting }, Owner: owner, Private: private, Log: slog.New(slog.DiscardHandler), Now: now,
		Types: func(journal.LogKind) []session.Type { return nil },
		Render: func(item feed.Item) ([]byte, error) {
			return json.Marshal(map[string]any{"log": item.Log, "seq": item.Seq, "data": item.Data})
		},
	})
	w.t.Cleanup(func() { stop(); s.Close() })
	return s, func() {
		stop()
		sessiontest.Must(w.db.Remove(w.t.Context(), journal.Replica{ID: owner}))(w.t)
	}
}

func (w *world) deliveries(state journal.DeliveryState) []journal.Delivery {
	w.t.Helper()
	return sessiontest.Must(w.db.Deliveries(w.t.Context(), "whk_a", state, 0, 1000))(w.t)
}

// until waits for something that no signal tells.
func (w *world) until(what string, done func() bool) {
	w.t.Helper()
	for began := time.Now(); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			w.t.Fatalf("%s never happened; the deliveries are %+v", what, w.deliveries(""))
		}
	}
}

package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

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
}

func newWorld(t *testing.T) *world {
	db := sessiontest.Must(store.Open(t.Context(), filepath.Join(t.TempDir(), "ringer.db")))(t)
	t.Cleanup(func() { db.Close() })
	return &world{t, db, feed.NewHub(db, false)}
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
		Webhooks: w.db, Store: w.db, Listen: w.hub.ListenTenant, Acting: func() context.Context { return acting }, Owner: owner, Private: private, Log: slog.New(slog.DiscardHandler), Now: now,
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

func TestDeliveriesAreOrderedAndSigned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, nil)
	hook := w.hook(p.URL)
	w.create("ses_a")
	w.create("ses_b")
	w.send("own_1", true, nil)
	var ids []string
	for i := range 30 {
		for _, id := range []string{"ses_a", "ses_b"} {
			w.post(id, fmt.Sprint("line ", i))
			ids = append(ids, fmt.Sprintf("evt_%s_%d", id, i+2))
		}
	}
	p.await(t, ids...)
	for _, id := range []string{"ses_a", "ses_b"} {
		var own []string
		for _, got := range p.ids {
			if strings.Contains(got, id) {
				own = append(own, got)
			}
		}
		var want []string
		for i := range 30 {
			want = append(want, fmt.Sprintf("evt_%s_%d", id, i+2))
		}
		if !slices.Equal(own, want) {
			t.Errorf("%s came as %v", id, own)
		}
	}
	wh := sessiontest.Must(standardwebhooks.NewWebhook(hook.Secret))(t)
	for i, h := range p.all {
		if err := wh.Verify(p.raw[i], h); err != nil {
			t.Fatalf("delivery %d: %v", i, err)
		}
	}
	other := sessiontest.Must(standardwebhooks.NewWebhook(NewSecret()))(t)
	if err := other.Verify(p.raw[0], p.all[0]); err == nil {
		t.Error("another secret verifies the delivery, too")
	}
	w.until("the log of the deliveries", func() bool { return len(w.deliveries(journal.Delivered)) == len(ids) })
}

// TestRotatedSecretsBothSign checks the signatures after a rotation, and after its time.
func TestRotatedSecretsBothSign(t *testing.T) {
	t.Parallel()
	now := time.Now()
	w := journal.Webhook{WebhookData: journal.WebhookData{Secret: NewSecret(), OldSecret: NewSecret(), OldUntil: now.Add(time.Minute)}}
	verify := func(at time.Time, secret string) error {
		h := http.Header{}
		sign(h, &w, "evt_1", at, []byte("{}"))
		return sessiontest.Must(standardwebhooks.NewWebhook(secret))(t).VerifyIgnoringTimestamp([]byte("{}"), h)
	}
	for _, secret := range []string{w.Secret, w.OldSecret} {
		sessiontest.NoError(t, verify(now, secret))
	}
	sessiontest.NoError(t, verify(now.Add(time.Hour), w.Secret))
	if verify(now.Add(time.Hour), w.OldSecret) == nil {
		t.Error("the old secret still signs")
	}
}

// TestFailuresAreRetried: the receiver fails in many ways, and takes each event in the end.
func TestFailuresAreRetried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, func(r http.ResponseWriter, n int) {
		switch n {
		case 0:
			r.Header().Set("Location", "/elsewhere")
			r.WriteHeader(http.StatusFound)
		case 1:
			r.WriteHeader(http.StatusInternalServerError)
		}
	})
	w.hook(p.URL)
	w.create("ses_a")
	w.send("own_1", true, nil)
	w.post("ses_a", "one")
	w.post("ses_a", "two")
	w.until("both deliveries", func() bool { return len(w.deliveries(journal.Delivered)) == 2 })
	if want := []string{"evt_ses_a_2", "evt_ses_a_2", "evt_ses_a_2", "evt_ses_a_3"}; !slices.Equal(p.ids, want) {
		t.Errorf("the attempts are %v, want %v", p.ids, want)
	}
	if d := w.deliveries("")[1]; d.Attempts != 3 || d.Status != 200 {
		t.Errorf("the first delivery is %+v", d)
	}
}

func TestGoneDisables(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, func(r http.ResponseWriter, _ int) { r.WriteHeader(http.StatusGone) })
	w.hook(p.URL)
	w.create("ses_a")
	w.send("own_1", true, nil)
	w.post("ses_a", "one")
	w.until("the end", func() bool { return !sessiontest.Must(w.db.Webhook(t.Context(), "whk_a"))(t).Active })
	if dead := w.deliveries(journal.Dead); len(dead) != 1 || dead[0].Status != http.StatusGone {
		t.Errorf("the dead deliveries are %+v", dead)
	}
}

// TestRetryAfterAndDeath tells a sender of retries without waiting for them.
func TestRetryAfterAndDeath(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, func(r http.ResponseWriter, _ int) {
		r.Header().Set("Retry-After", "7200")
		r.WriteHeader(http.StatusServiceUnavailable)
	})
	hook := w.hook(p.URL)
	w.create("ses_a")
	w.post("ses_a", "one")
	s := &Sender{Parts: Parts{Store: w.db, Now: time.Now, Render: func(feed.Item) ([]byte, error) { return []byte("{}"), nil }}, client: newClient(true, nil)}
	d := journal.Delivery{Log: "ses_a", Seq: 2, Type: "message.sent", State: journal.Pending}
	total := time.Duration(0)
	for _, pause := range pauses {
		total += pause
	}
	if total < 71*time.Hour || total > 73*time.Hour {
		t.Errorf("the attempts take %s, want three days", total)
	}
	for d.State == journal.Pending {
		a := s.try(t.Context(), &hook, d)
		if a.State == journal.Pending && a.NextAt.Sub(a.TriedAt) < 2*time.Hour {
			t.Errorf("attempt %d is due after %s", a.Attempts+1, a.NextAt.Sub(a.TriedAt))
		}
		d = a.Delivery
	}
	if d.State != journal.Dead || d.Attempts != len(pauses)+1 || d.Status != 503 {
		t.Errorf("the delivery ended as %+v", d)
	}
	sessiontest.NoError(t, w.db.Delete(t.Context(), "ses_a"))
	if a := s.try(t.Context(), &hook, journal.Delivery{Log: "ses_a", Seq: 2, Type: "message.sent", State: journal.Pending}); a.State != journal.Gone {
		t.Errorf("the delivery of a deleted session is %+v", a)
	}
}

// TestAKilledSenderLosesNothing kills senders in the middle of their work. Another replica goes on.
func TestAKilledSenderLosesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, nil)
	w.hook(p.URL)
	w.create("ses_a")
	w.create("ses_b")
	var ids []string
	for round := range 4 {
		_, kill := w.send(fmt.Sprint("own_", round), true, nil)
		for i := range 40 {
			id := []string{"ses_a", "ses_b"}[i%2]
			w.post(id, "hi")
			ids = append(ids, fmt.Sprintf("evt_%s_%d", id, round*20+i/2+2))
		}
		<-p.got // it is at work
		if round < 3 {
			kill()
		}
	}
	p.await(t, ids...)
	last := map[string]int{}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range p.ids { // a doubled one has an id that came before
		var seq int
		log, _, _ := strings.Cut(strings.TrimPrefix(id, "evt_ses_"), "_")
		fmt.Sscanf(id[strings.LastIndexByte(id, '_')+1:], "%d", &seq)
		if seq > last[log]+1 && last[log] > 0 {
			t.Errorf("%s came after %d", id, last[log])
		}
		last[log] = max(last[log], seq)
	}
}

// TestOldSendersAreFenced: a sender whose webhook another has claimed stores nothing.
func TestOldSendersAreFenced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.hook("http://127.0.0.1:1")
	sessiontest.NoError(t, w.db.Enter(t.Context(), journal.Replica{ID: "own_1", Name: "a"}))
	old := sessiontest.Must(w.db.ClaimWebhooks(t.Context(), "own_1"))(t)[0]
	sessiontest.Must(w.db.Remove(t.Context(), journal.Replica{ID: "own_1"}))(t)
	if list := sessiontest.Must(w.db.ClaimWebhooks(t.Context(), "own_2"))(t); len(list) != 1 || list[0].Epoch <= old.Epoch {
		t.Fatalf("the second replica got %+v", list)
	}
	for _, err := range []error{
		w.db.AddDeliveries(t.Context(), old, old.Place, []journal.Delivery{{}}), w.db.SettleDelivery(t.Context(), old, journal.Delivery{Webhook: "whk_a"}),
	} {
		if err == nil || !strings.Contains(err.Error(), journal.ErrNotOwner.Error()) {
			t.Errorf("error %v, want journal.ErrNotOwner", err)
		}
	}
}

// TestASlowReceiverSlowsNoOther: one receiver does not answer, and the other gets all.
func TestASlowReceiverSlowsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	release := make(chan struct{})
	slow := newPlatform(t, func(http.ResponseWriter, int) { <-release })
	t.Cleanup(func() { close(release) })
	fast := newPlatform(t, nil)
	hook := w.hook(slow.URL)
	hook.ID, hook.URL = "whk_b", fast.URL
	sessiontest.Must(w.db.AddWebhook(t.Context(), hook))(t)
	w.create("ses_a")
	w.send("own_1", true, nil)
	var ids []string
	for i := range 50 {
		w.post("ses_a", "hi")
		ids = append(ids, fmt.Sprint("evt_ses_a_", i+2))
	}
	fast.await(t, ids...)
	if n := len(slow.ids); n > 0 {
		t.Errorf("the slow one has taken %d", n)
	}
}

// TestPrivateAddresses tries to reach this machine, also by names that change their address between
// two questions.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	reached := false
	p := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer p.Close()
	port := p.Listener.Addr().(*net.TCPAddr).Port
	client := newClient(false, rebinding(t))
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "10.0.0.1", "192.168.1.1", "[fd00::1]", "[fe80::1]", "2130706433", "rebind.test", "rebind.test", "rebind.test"} {
		answer, err := client.Post(fmt.Sprintf("http://%s:%d/", host, port), "application/json", nil)
		if err == nil {
			answer.Body.Close()
			t.Errorf("%s was reached", host)
		}
	}
	if reached {
		t.Error("the server on this machine was reached")
	}
	client = newClient(true, rebinding(t))
	answer := sessiontest.Must(client.Post(fmt.Sprintf("http://127.0.0.1:%d/", port), "application/json", nil))(t)
	answer.Body.Close()
	if !reached {
		t.Error("the operator allows it, and the server was not reached")
	}
}

// rebinding returns names that have a public address at first, and then this machine's.
func rebinding(t *testing.T) *net.Resolver {
	socket := sessiontest.Must(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { socket.Close() })
	go func() { // ends with the socket
		asked := 0
		for buffer := make([]byte, 1500); ; {
			n, from, err := socket.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil {
				continue
			}
			m.Response = true
			if m.Questions[0].Type == dnsmessage.TypeA {
				asked++
				address := [4]byte{127, 0, 0, 1}
				if asked == 1 {
					address = [4]byte{203, 0, 113, 7} // it leads nowhere, and is not private either
				}
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: m.Questions[0].Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 0}, Body: &dnsmessage.AResource{A: address}}}
			}
			m.Additionals = nil
			if answer, err := m.Pack(); err == nil {
				_, _ = socket.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
}

package webhook

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

// TestDeliveriesAreOrderedAndSigned sends with two replicas. One of them has the webhook, so no
// event comes twice.
func TestDeliveriesAreOrderedAndSigned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, nil)
	hook := w.hook(p.URL)
	w.create("ses_a")
	w.create("ses_b")
	w.send("own_1", true, nil)
	w.send("own_2", true, nil)
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
	if len(p.ids) != len(ids) {
		t.Errorf("%d events came %d times", len(ids), len(p.ids))
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

// TestARefusedEventIsNotHurried: the receiver refuses one event, and takes those of another game.
// Each one that it takes says that it is there. The refused one keeps its times all the same.
func TestARefusedEventIsNotHurried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, nil)
	p.refuse = "evt_ses_a_2"
	w.hook(p.URL)
	w.create("ses_a")
	w.create("ses_b")
	w.send("own_1", true, nil)
	w.post("ses_a", "one")
	for i := range 60 {
		w.post("ses_b", "hi")
		p.await(t, fmt.Sprint("evt_ses_b_", i+2))
	}
	w.until("the last delivery", func() bool { return len(w.deliveries(journal.Delivered)) == 60 })
	if d := w.deliveries(journal.Pending); len(d) != 1 || d[0].Attempts > 8 {
		t.Errorf("these wait: %+v", d)
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
	s := &Sender{Parts: Parts{Store: w.db, Now: time.Now, Render: func(feed.Item) ([]byte, error) { return []byte("{}"), nil }}, client: newClient(true)}
	d := journal.Delivery{Log: "ses_a", Seq: 2, Type: "message.sent", State: journal.Pending}
	total := time.Duration(0)
	for _, pause := range pauses {
		total += pause
	}
	if total < 71*time.Hour || total > 73*time.Hour {
		t.Errorf("the attempts take %s, want three days", total)
	}
	for d.State == journal.Pending {
		a := s.try(t.Context(), &hook, d, []byte("{}"))
		if a.State == journal.Pending && a.NextAt.Sub(a.TriedAt) < 2*time.Hour {
			t.Errorf("attempt %d is due after %s", a.Attempts+1, a.NextAt.Sub(a.TriedAt))
		}
		d = a.Delivery
	}
	if d.State != journal.Dead || d.Attempts != len(pauses)+1 || d.Status != 503 {
		t.Errorf("the delivery ended as %+v", d)
	}
	sessiontest.NoError(t, w.db.Delete(t.Context(), "ses_a"))
	d = journal.Delivery{Log: "ses_a", Seq: 2, Type: "message.sent", State: journal.Pending}
	body := sessiontest.Must(s.bodies(t.Context(), []journal.Delivery{d}))(t)[d.N]
	if a := s.try(t.Context(), &hook, d, body); a.State != journal.Gone {
		t.Errorf("the delivery of a deleted session is %+v", a)
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

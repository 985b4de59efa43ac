package webhook

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

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

// forgetful never notes what has come of a delivery.
type forgetful struct{ hooks }

func (forgetful) SettleDeliveries(ctx context.Context, _ journal.Webhook, _ []journal.Delivery) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestAKillBetweenAnswerAndNote: the next sender sends that event once more, and all others once.
func TestAKillBetweenAnswerAndNote(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := newPlatform(t, nil)
	w.hook(p.URL)
	w.create("ses_a")
	w.hooks = forgetful{w.db}
	_, kill := w.send("own_1", true, nil)
	for range 3 {
		w.post("ses_a", "hi")
	}
	<-p.got
	kill()
	w.hooks = w.db
	w.send("own_2", true, nil)
	w.until("the rest", func() bool { return len(w.deliveries(journal.Delivered)) == 3 })
	if want := []string{"evt_ses_a_2", "evt_ses_a_2", "evt_ses_a_3", "evt_ses_a_4"}; !slices.Equal(p.ids, want) {
		t.Errorf("the receiver got %v, want %v", p.ids, want)
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
		w.db.AddDeliveries(t.Context(), old, old.Place, []journal.Delivery{{}}), w.db.SettleDeliveries(t.Context(), old, []journal.Delivery{{}}),
	} {
		if err == nil || !strings.Contains(err.Error(), journal.ErrNotOwner.Error()) {
			t.Errorf("error %v, want journal.ErrNotOwner", err)
		}
	}
}

// fenced says when nothing can be stored, since another replica has the webhook.
type fenced struct {
	hooks
	refused chan struct{}
}

func (f fenced) SettleDeliveries(ctx context.Context, w journal.Webhook, list []journal.Delivery) error {
	err := f.hooks.SettleDeliveries(ctx, w, list)
	if errors.Is(err, journal.ErrNotOwner) {
		f.refused <- struct{}{}
	}
	return err
}

// TestASenderThatIsFencedEnds: another replica claims the webhook while attempts are under way.
// What came of them cannot be stored, and the sender ends all the same.
func TestASenderThatIsFencedEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	asked, answer := make(chan struct{}, lanes), make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked <- struct{}{}
		<-answer
	}))
	t.Cleanup(receiver.Close)
	w.hook(receiver.URL)
	refused := make(chan struct{}, lanes)
	w.hooks = fenced{w.db, refused}
	s, _ := w.send("own_1", true, nil)
	for _, id := range []string{"ses_a", "ses_b", "ses_c"} {
		w.create(id)
		w.post(id, "hi")
		<-asked
	}
	sessiontest.Must(w.db.Remove(t.Context(), journal.Replica{ID: "own_1"}))(t)
	sessiontest.Must(w.db.ClaimWebhooks(t.Context(), "own_2"))(t)
	close(answer)
	<-refused
	ended := make(chan struct{})
	go func() {
		s.Close()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the sender waits for attempts that have ended")
	}
}

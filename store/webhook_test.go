package store

import (
	"errors"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
)

// TestWebhooks checks what the store keeps for webhooks, on both databases.
func TestWebhooks(t *testing.T) { databases(t, webhooks) }

func webhooks(t *testing.T, address string) {
	s := setup(t, address)
	ctx := t.Context()
	for _, w := range []journal.Webhook{{ID: "a", Tenant: "acme", Active: true, Request: "k"}, {ID: "b", Tenant: "acme"}, {ID: "c", Active: true, Request: "k"}} {
		w.URL, w.Secret, w.Place = "https://"+w.ID+".example/", "whsec_"+w.ID, "0"
		if known := sessiontest.Must(s.AddWebhook(ctx, w))(t); known != nil {
			t.Fatalf("%s is known as %+v", w.ID, known)
		}
	}
	if known := sessiontest.Must(s.AddWebhook(ctx, journal.Webhook{ID: "d", Tenant: "acme", Request: "k"}))(t); known == nil || known.ID != "a" {
		t.Fatalf("the same request made another webhook: %+v", known)
	}
	if list := sessiontest.Must(s.Webhooks(ctx, "acme"))(t); len(list) != 2 || list[0].Secret != "whsec_a" {
		t.Fatalf("the tenant has %+v", list)
	}
	sessiontest.NoError(t, s.Enter(ctx, journal.Replica{ID: "r1", Name: "r1"}))
	owned := sessiontest.Must(s.ClaimWebhooks(ctx, "r1"))(t)
	if len(owned) != 2 || owned[0].ID != "a" || owned[1].ID != "c" {
		t.Fatalf("the replica owns %+v", owned)
	}
	if others := sessiontest.Must(s.ClaimWebhooks(ctx, "r2"))(t); len(others) != 0 {
		t.Fatalf("another replica got %+v", others)
	}
	a := owned[0]
	at := time.UnixMicro(7).UTC()
	list := []journal.Delivery{{Lane: "x", Log: "ses_x", Seq: 1, State: journal.Pending, At: at}, {Lane: "x", Log: "ses_x", Seq: 2, State: journal.Pending, At: at}}
	sessiontest.NoError(t, s.AddDeliveries(ctx, a, "5", list))
	if list[0].N != 1 || list[1].N != 2 {
		t.Errorf("the deliveries are numbered %d and %d", list[0].N, list[1].N)
	}
	if n, oldest, err := s.DeliveryCounts(ctx); n != 2 || !oldest.Equal(at) || err != nil {
		t.Errorf("%d deliveries wait since %s, error %v", n, oldest, err)
	}
	list[0].State, list[0].Status, list[0].TriedAt = journal.Delivered, 200, time.Now()
	sessiontest.NoError(t, s.SettleDeliveries(ctx, a, list[:1]))
	if left := sessiontest.Must(s.PendingDeliveries(ctx, "a"))(t); len(left) != 1 || left[0].N != 2 {
		t.Errorf("these wait: %+v", left)
	}
	if all := sessiontest.Must(s.Deliveries(ctx, "a", "", 0, 10))(t); len(all) != 2 || all[1].Status != 200 {
		t.Errorf("the deliveries are %+v", all)
	}
	changed := sessiontest.Must(s.ChangeWebhook(ctx, "a", func(w *journal.Webhook) error { w.URL = "https://new.example/"; return nil }))(t)
	if changed.Place != "5" {
		t.Errorf("the place is %s", changed.Place)
	}
	if err := s.AddDeliveries(ctx, a, "6", list); !errors.Is(err, journal.ErrNotOwner) {
		t.Errorf("after a change the old sender gets %v", err)
	}
	if n := sessiontest.Must(s.PruneDeliveries(ctx, time.Now().Add(time.Hour)))(t); n != 1 {
		t.Errorf("%d deliveries were pruned", n)
	}
	sessiontest.NoError(t, s.DeleteWebhook(ctx, "a"))
	if err := s.DeleteWebhook(ctx, "a"); !errors.Is(err, journal.ErrNotFound) {
		t.Errorf("a second deletion: %v", err)
	}
	if all := sessiontest.Must(s.Deliveries(ctx, "a", "", 0, 10))(t); len(all) > 0 {
		t.Errorf("deliveries are left: %+v", all)
	}
}

package webhook

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
)

const (
	// claimEvery is how often a replica looks for webhooks that belong to nobody. The webhooks of
	// one that was killed wait for it after the replica has lapsed.
	claimEvery = 2 * time.Second
	// pruneEvery is how often deliveries that have ended are pruned, and logAge how long they stay.
	pruneEvery = 10 * time.Minute
	logAge     = 7 * 24 * time.Hour
)

// Parts are what a Sender is made of.
type Parts struct {
	Webhooks journal.Webhooks
	// Store reads the logs.
	Store journal.Store
	// Listen subscribes to the feed of a tenant.
	Listen func(tenant string, grown func()) *feed.Tenant
	// Acting returns a context that ends when this process may not act any more.
	Acting func() context.Context
	// Render returns the body of a delivery.
	Render func(item feed.Item) ([]byte, error)
	// Types returns the types that a webhook gets of a kind of log if it names none.
	Types func(kind journal.LogKind) []session.Type
	// Owner is the id of this replica.
	Owner string
	// Private lets webhooks reach addresses that are not public.
	Private bool
	Log     *slog.Logger
	Now     func() time.Time
}

// Sender sends to the webhooks that this replica has claimed.
type Sender struct {
	Parts
	client *http.Client
	asked  chan struct{}
	stop   context.CancelFunc
	ctx    context.Context
	done   chan struct{}

	mu     sync.Mutex // protects counts
	counts map[string]int64
}

// Start begins to send. Close ends it.
func Start(p Parts) *Sender {
	s := &Sender{Parts: p, client: newClient(p.Private), asked: make(chan struct{}, 1), done: make(chan struct{}), counts: map[string]int64{delivered: 0, failed: 0, dead: 0}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	go s.run() // ends with Close
	return s
}

// Close ends all attempts, and leaves the webhooks to other replicas.
func (s *Sender) Close() {
	s.stop()
	<-s.done
}

// Changed tells the sender that a webhook was made or changed.
func (s *Sender) Changed() {
	select {
	case s.asked <- struct{}{}:
	default:
	}
}

// The outcomes that are counted.
const (
	delivered = "delivered"
	failed    = "failed"
	dead      = "dead"
)

// Counts returns how often each outcome came since the start.
func (s *Sender) Counts() map[string]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.counts)
}

func (s *Sender) count(outcome string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[outcome]++
}

// running is a webhook with its worker.
type running struct {
	epoch int64
	stop  context.CancelFunc
	done  chan struct{}
}

func (s *Sender) run() {
	defer close(s.done)
	workers, pruned := map[string]running{}, time.Time{}
	for s.ctx.Err() == nil {
		acting := s.Acting()
		if acting.Err() == nil {
			s.claim(acting, workers)
			if time.Since(pruned) > pruneEvery {
				pruned = time.Now()
				if _, err := s.Webhooks.PruneDeliveries(acting, s.Now().Add(-logAge)); err != nil {
					s.Log.Warn("deliveries could not be pruned", "error", err)
				}
			}
		}
		select {
		case <-s.ctx.Done():
		case <-s.asked:
		case <-time.After(claimEvery):
		}
	}
	for _, w := range workers {
		w.stop()
		<-w.done
	}
	ctx, cancel := context.WithTimeout(context.Background(), claimEvery)
	defer cancel()
	if err := s.Webhooks.ReleaseWebhooks(ctx, s.Owner); err != nil {
		s.Log.Warn("the webhooks were not released; other replicas take them", "error", err)
	}
}

// claim makes the workers equal the webhooks that this replica owns.
func (s *Sender) claim(acting context.Context, workers map[string]running) {
	owned, err := s.Webhooks.ClaimWebhooks(acting, s.Owner)
	if err != nil {
		if s.ctx.Err() == nil {
			s.Log.Warn("webhooks could not be claimed", "error", err)
		}
		return
	}
	kept := map[string]bool{}
	for _, w := range owned {
		old, runs := workers[w.ID]
		if runs && old.epoch == w.Epoch && !closed(old.done) {
			kept[w.ID] = true
			continue
		}
		if runs {
			old.stop()
			<-old.done
		}
		ctx, stop := context.WithCancel(acting)
		context.AfterFunc(s.ctx, stop)
		r := running{epoch: w.Epoch, stop: stop, done: make(chan struct{})}
		workers[w.ID], kept[w.ID] = r, true
		worker := newWorker(s, w)
		go func() { // ends with its context, or when another replica has the webhook
			defer close(r.done)
			worker.run(ctx)
		}()
	}
	for id, r := range workers {
		if !kept[id] {
			r.stop()
			delete(workers, id)
		}
	}
}

func closed(done chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

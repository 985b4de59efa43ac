package fleet

import (
	"context"
	"sync"
	"time"
)

// Trust says whether a replica may act. It has a timer of its own, since a query that is blocked
// may never return.
type Trust struct {
	parent context.Context
	// changed is called after the trust was lost, or is back.
	changed func(trusted bool)

	mu     sync.Mutex // protects everything below
	ctx    context.Context
	cancel context.CancelFunc
	until  time.Time
	timer  *time.Timer
}

// NewTrust returns a trust that is lost until the first good beat. Nobody is trusted after the
// parent has ended.
func NewTrust(parent context.Context, changed func(trusted bool)) *Trust {
	t := &Trust{parent: parent, changed: changed}
	t.ctx, t.cancel = context.WithCancel(parent)
	t.cancel()
	return t
}

// Renew notes a good beat that began at a time.
func (t *Trust) Renew(began time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	left := TrustFor - time.Since(began)
	if t.parent.Err() != nil || left <= 0 {
		return
	}
	t.until = began.Add(TrustFor)
	if t.ctx.Err() == nil {
		t.timer.Reset(left)
		return
	}
	t.ctx, t.cancel = context.WithCancel(t.parent)
	t.timer = time.AfterFunc(left, t.lapse)
	go t.changed(true) // ends soon: it signals
}

func (t *Trust) lapse() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if left := time.Until(t.until); left > 0 { // it was renewed meanwhile
		t.timer.Reset(left)
		return
	}
	t.lose()
}

// lose ends the trust. The caller holds the lock.
func (t *Trust) lose() {
	if t.ctx.Err() == nil && t.parent.Err() == nil {
		go t.changed(false) // ends soon: it logs
	}
	t.cancel()
}

// Context returns a context that ends when the trust is lost. It has ended if the trust is lost
// now. A process that was stopped finds that before its timer fires.
func (t *Trust) Context() context.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil && t.ctx.Err() == nil && !time.Now().Before(t.until) {
		t.lose()
	}
	return t.ctx
}

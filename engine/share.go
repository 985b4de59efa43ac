package engine

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"ringer/engine/journal"
	"ringer/engine/replica"
)

const (
	// takePage is how many homes of another replica are taken at once.
	takePage = 500
	// takePause is the pause after a page, so that the others get theirs.
	takePause = 10 * time.Millisecond
	// restAfter is how long a replica leaves the homes above its share to others.
	restAfter = time.Second
	// leaveLimit bounds the handing over of all homes. What is left is taken by the others.
	leaveLimit = 8 * time.Second
	// balancePage is how many homes a replica hands over at a beat.
	balancePage = 200
	// slack is how many homes more than its share a replica keeps. To move a home costs more than
	// one home too many.
	slack = 20
	// settling is how long a replica waits before it hands homes to others.
	settling = 4 * replica.BeatEvery
)

// takeLate takes overdue homes of the late replicas, while they are late no more than its share of
// them.
func (p *peers) takeLate(v replica.View) error {
	e := p.engine
	p.mu.Lock()
	for _, r := range v.Alive {
		if !slices.Contains(v.Late, r) {
			delete(p.fromLate, r.ID)
		}
	}
	p.mu.Unlock()
	for _, r := range v.Late {
		for left := r.Homes/max(1, len(v.Alive)-len(v.Late)) + 1 - p.tookFrom(r, 0); left > 0; {
			overdue := e.steady().Add(-lateBy)
			homes, err := e.store.TakeLate(e.ctx, e.owner, r, overdue, e.examined(), min(left, takePage))
			if err != nil {
				return err
			}
			if p.took(homes); len(homes) == 0 {
				break
			}
			left -= len(homes)
			p.tookFrom(r, len(homes))
		}
	}
	return nil
}

// tookFrom adds to the homes that were taken from a replica while it was late, and returns how many
// these are.
func (p *peers) tookFrom(r journal.Replica, more int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fromLate[r.ID] += more
	return p.fromLate[r.ID]
}

// took wakes homes that were taken from others.
func (p *peers) took(homes []journal.Taken) {
	p.takeovers.Add(int64(len(homes)))
	p.engine.open(homes)
}

// inherit takes homes of a replica that has gone: first its share, and later what is left.
func (p *peers) inherit(gone journal.Replica) {
	e := p.engine
	p.mu.Lock()
	v, early := p.view, p.fromLate[gone.ID]
	delete(p.fromLate, gone.ID)
	p.mu.Unlock()
	// Its count is from its last beat. Some were taken since then, and the others took as many.
	rest := max(0, gone.Homes-early*len(v.Alive))
	left := v.Share(rest) - e.Live()
	for shared := false; ; {
		limit := takePage
		if !shared {
			limit = min(left, takePage)
		}
		var homes []journal.Taken
		var err error
		if limit > 0 && p.trusted() {
			homes, err = e.store.TakeFrom(e.ctx, e.owner, gone.ID, limit)
			p.took(homes)
			left -= len(homes)
		}
		pause := takePause
		switch {
		case e.ctx.Err() != nil:
			return
		case err != nil:
			pause = e.trouble.retry("", err, 0)
		case !p.trusted():
			pause = replica.BeatEvery
		case len(homes) > 0:
		case shared:
			return
		default:
			shared, pause = true, restAfter
		}
		select {
		case <-e.ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// trusted reports whether this replica may act.
func (p *peers) trusted() bool { return p.engine.trust.Context().Err() == nil }

// balance hands homes to the replica that has the fewest, if this one has more than its share.
func (p *peers) balance(v replica.View) {
	e := p.engine
	if len(v.Late) > 0 || len(v.Alive) < 2 || time.Since(p.began)-time.Duration(p.moved.Load()) < settling {
		return
	}
	share := v.Share(0)
	least := slices.MinFunc(v.Alive, func(a, b journal.Replica) int { return a.Homes - b.Homes })
	mine, all := 0, 0 // how many are above the share
	for _, r := range v.Alive {
		over := max(r.Homes-share, 0)
		if all += over; r.ID == e.owner {
			mine = over
		}
	}
	before := p.surplus
	p.surplus = mine
	// The counts of the others are from their last beats. So a surplus counts if it lasts.
	if mine = min(mine, before); mine <= max(slack, share/10) {
		return
	}
	// Each of those above their share brings its part.
	p.move(min((share-least.Homes)*mine/all, mine, balancePage), least.ID)
}

// move gives n homes to another replica, as soon as their actors can. It does nothing while homes
// are on their way: the counts of all must show a move before the next one.
func (p *peers) move(n int, to string) {
	e := p.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, a := range e.live {
		if a.leaveTo.Load() != nil {
			return
		}
	}
	for _, a := range e.live {
		if n--; n < 0 {
			return
		}
		a.leaveTo.Store(&to)
		a.ring()
	}
}

// giveAway gives a home to another replica, which then wakes it.
func (p *peers) giveAway(ctx context.Context, l journal.Lease, to string) error {
	if err := p.engine.store.Give(ctx, l, to); err != nil {
		return err
	}
	p.moved.Store(int64(time.Since(p.began)))
	p.holders.Add(l.Home, to)
	p.outbox.Add(replica.Ring{Home: l.Home, To: to})
	return nil
}

// leave hands the homes to the others, and removes the replica. The actors have stopped.
func (p *peers) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	began, n := time.Now(), 0
	err := p.handOver(ctx, &n)
	p.sending()
	<-p.sent
	if _, gone := p.engine.store.Remove(ctx, journal.Replica{ID: p.engine.owner, Beats: p.beats.Load()}); err == nil {
		err = gone
	}
	if err = errors.Join(err, p.bell.Close()); err != nil {
		p.engine.log.Warn("not all homes were handed over; the other replicas take them", slog.Any("error", err))
	} else if n > 0 {
		p.engine.log.Info("the homes were handed to the other replicas", slog.Int("homes", n), slog.Duration("took", time.Since(began)))
	}
}

// handOver gives all homes to the others, in even shares. Without others they belong to nobody.
func (p *peers) handOver(ctx context.Context, n *int) error {
	e := p.engine
	v := p.now()
	others := slices.DeleteFunc(slices.Clone(v.Alive), func(r journal.Replica) bool { return r.ID == e.owner || slices.Contains(v.Late, r) })
	if len(others) == 0 {
		return nil // its row goes, and with it the ownership
	}
	page := min(takePage, e.Live()/len(others)+1)
	for {
		i := 0
		for k, r := range others {
			if r.Homes < others[i].Homes {
				i = k
			}
		}
		homes, err := e.store.GiveAll(ctx, e.owner, others[i].ID, page)
		if err != nil || len(homes) == 0 {
			return err
		}
		for _, h := range homes {
			p.outbox.Add(replica.Ring{Home: h.Home, To: others[i].ID})
		}
		others[i].Homes += len(homes)
		*n += len(homes)
	}
}

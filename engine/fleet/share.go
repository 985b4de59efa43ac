package fleet

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"ringer/engine/journal"
)

const (
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
	settling = 4 * BeatEvery
)

// takeLate takes overdue homes of late replicas. From one of them this replica takes no more than
// its share while that one is late.
func (p *Peers) takeLate(v View) error {
	p.mu.Lock()
	for _, r := range v.Alive {
		if !slices.Contains(v.Late, r) {
			delete(p.fromLate, r.ID)
		}
	}
	p.mu.Unlock()
	for _, r := range v.Late {
		for left := r.Homes/max(1, len(v.Alive)-len(v.Late)) + 1 - p.tookFrom(r, 0); left > 0; {
			overdue := p.steady().Add(-lateBy)
			homes, err := p.Store.Take(p.Context, p.Owner, journal.Selection{Kind: journal.Late, From: r, Before: overdue, Examined: p.examined(), Limit: min(left, takePage)})
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

func (p *Peers) tookFrom(r journal.Replica, more int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fromLate[r.ID] += more
	return p.fromLate[r.ID]
}

func (p *Peers) took(homes []journal.Taken) {
	p.takeovers.Add(int64(len(homes)))
	p.homes.Open(homes)
}

// inherit takes homes of a replica that has gone: first its share, and later what is left.
func (p *Peers) inherit(gone journal.Replica) {
	p.mu.Lock()
	v, early := p.view, p.fromLate[gone.ID]
	delete(p.fromLate, gone.ID)
	p.mu.Unlock()
	// gone.Homes is as old as the last beat of that replica. Since then this replica has taken
	// early homes of it, and each of the others about as many.
	rest := max(0, gone.Homes-early*len(v.Alive))
	left := v.Share(rest) - p.homes.Live()
	for shared := false; ; {
		limit := takePage
		if !shared {
			limit = min(left, takePage)
		}
		var homes []journal.Taken
		var err error
		if limit > 0 && p.trusted() {
			homes, err = p.Store.Take(p.Context, p.Owner, journal.Selection{Kind: journal.Orphaned, From: gone, Limit: limit})
			p.took(homes)
			left -= len(homes)
		}
		pause := takePause
		switch {
		case p.Context.Err() != nil:
			return
		case err != nil:
			pause = p.Health.Retry("", err, 0)
		case !p.trusted():
			pause = BeatEvery
		case len(homes) > 0:
		case shared:
			return
		default:
			shared, pause = true, restAfter
		}
		select {
		case <-p.Context.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (p *Peers) trusted() bool { return p.trust.Context().Err() == nil }

// balance hands homes to the replica that has the fewest, if this one has more than its share.
func (p *Peers) balance(v View) {
	if len(v.Late) > 0 || len(v.Alive) < 2 || time.Since(p.began)-time.Duration(p.moved.Load()) < settling {
		return
	}
	share := v.Share(0)
	least := slices.MinFunc(v.Alive, func(a, b journal.Replica) int { return a.Homes - b.Homes })
	mine, all := 0, 0 // the homes above the share, of this replica and of all
	for _, r := range v.Alive {
		over := max(r.Homes-share, 0)
		if all += over; r.ID == p.Owner {
			mine = over
		}
	}
	before := p.surplus
	p.surplus = mine
	// The counts of the others are from their last beats. So a surplus counts if it lasts.
	if mine = min(mine, before); mine <= max(slack, share/10) {
		return
	}
	// Each replica above its share gives its part.
	p.homes.Move(min((share-least.Homes)*mine/all, mine, balancePage), least.ID)
}

// GiveAway gives a home to another replica, which then wakes it.
func (p *Peers) GiveAway(ctx context.Context, l journal.Lease, to string) error {
	if err := p.Store.Give(ctx, l, to); err != nil {
		return err
	}
	p.moved.Store(int64(time.Since(p.began)))
	p.holders.Add(l.Home, to)
	p.outbox.Add(Ring{Home: l.Home, To: to})
	return nil
}

// Close ends the work that Start began, hands the homes to the others, and removes the replica. The
// context of the member and the actors have ended.
func (p *Peers) Close() {
	p.workers.Wait()
	if p.sending == nil { // it was never started
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	began, n := time.Now(), 0
	err := p.handOver(ctx, &n)
	p.sending()
	<-p.sent
	if _, gone := p.Store.Remove(ctx, journal.Replica{ID: p.Owner, Beats: p.beats.Load()}); err == nil {
		err = gone
	}
	if err = errors.Join(err, p.bell.Close()); err != nil {
		p.Log.Warn("not all homes were handed over; the other replicas take them", slog.Any("error", err))
	} else if n > 0 {
		p.Log.Info("the homes were handed to the other replicas", slog.Int("homes", n), slog.Duration("took", time.Since(began)))
	}
}

// handOver gives all homes to the others, in even shares. Without others they belong to nobody.
func (p *Peers) handOver(ctx context.Context, n *int) error {
	v := p.now()
	others := slices.DeleteFunc(slices.Clone(v.Alive), func(r journal.Replica) bool { return r.ID == p.Owner || slices.Contains(v.Late, r) })
	if len(others) == 0 {
		return nil // when the row of this replica goes, its homes belong to nobody
	}
	page := min(takePage, p.homes.Live()/len(others)+1)
	for {
		i := 0
		for k, r := range others {
			if r.Homes < others[i].Homes {
				i = k
			}
		}
		homes, err := p.Store.Take(ctx, others[i].ID, journal.Selection{Kind: journal.All, From: journal.Replica{ID: p.Owner}, Limit: page})
		if err != nil || len(homes) == 0 {
			return err
		}
		for _, h := range homes {
			p.outbox.Add(Ring{Home: h.Home, To: others[i].ID})
		}
		others[i].Homes += len(homes)
		*n += len(homes)
	}
}

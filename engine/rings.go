package engine

import (
	"time"

	"ringer/engine/journal"
	"ringer/engine/replica"
)

// alone reports whether no other replica is there to hear anything. Without a good beat nobody
// knows.
func (p *peers) alone() bool { return len(p.now().Alive) == 1 && p.trusted() }

// tell tells the others that a log has grown. Without events they must read it.
func (p *peers) tell(r replica.Ring) {
	if p != nil && !p.alone() {
		p.outbox.Add(r)
	}
}

// holder returns the other replica that owns a home, as far as is known; empty if none is known.
func (p *peers) holder(home string) string {
	if p == nil {
		return ""
	}
	owner, ok := p.holders.Get(home)
	if !ok || owner == p.engine.owner || !p.now().Has(owner) {
		return ""
	}
	return owner
}

// belongsTo notes that a home belongs to another replica, and has it woken there.
func (p *peers) belongsTo(h *journal.Held) {
	if p == nil || h.Owner == p.engine.owner {
		return
	}
	p.holders.Add(h.Home, h.Owner)
	p.tell(replica.Ring{Home: h.Home, To: h.Owner})
}

// hear takes a message of another replica.
func (p *peers) hear(raw []byte) {
	e := p.engine
	rings, lost := p.inbox.Hear(raw, e.hub.follows)
	if lost {
		p.missed()
	}
	for _, r := range rings {
		switch {
		case r.Session == "":
			p.holders.Add(r.Home, r.To)
		case len(r.Events) > 0:
			e.hub.publish(r.Session, r.Events)
		default:
			e.hub.doubt(r.Session)
		}
		switch {
		case r.To == e.owner && e.shuns(r.Home):
			e.workers.Go(func() { e.pass(r.Home) })
		case r.To == e.owner:
			e.wake(r.Home)
		default:
			e.ring(r.Home)
		}
	}
}

// missed notes that rings were lost. A poll follows.
func (p *peers) missed() {
	p.losses.Add(1)
	p.lastLoss.Store(int64(time.Since(p.began)))
	p.engine.hasty.Store(true) // one may have asked to wake a home that nobody owns
	p.ask()
}

// ask asks for a poll.
func (p *peers) ask() {
	select {
	case p.asked <- struct{}{}:
	default:
	}
}

// watch polls when somebody asks, until the engine ends.
func (p *peers) watch() {
	for {
		select {
		case <-p.engine.ctx.Done():
			return
		case <-p.asked:
			p.poll()
		}
		select { // no more than a beat finds
		case <-p.engine.ctx.Done():
			return
		case <-time.After(replica.BeatEvery / 2):
		}
	}
}

// poll reads from the database what rings would have told.
func (p *peers) poll() {
	e := p.engine
	err := e.readHeads(e.ring)
	if err == nil {
		err = e.compareOwned()
	}
	if err != nil && e.ctx.Err() == nil {
		e.trouble.retry("", err, 0)
		p.ask()
	}
}

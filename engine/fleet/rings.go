package fleet

import (
	"time"

	"ringer/engine/journal"
)

// alone reports whether no other replica is there to hear anything. Without a good beat nobody
// knows.
func (p *Peers) alone() bool { return len(p.now().Alive) == 1 && p.trusted() }

// Tell tells the others that a log has grown. Without events they must read it.
func (p *Peers) Tell(r Ring) {
	if !p.alone() {
		p.outbox.Add(r)
	}
}

// Holder returns the other replica that owns a home, as far as is known; empty if none is known.
func (p *Peers) Holder(home string) string {
	owner, ok := p.holders.Get(home)
	if !ok || owner == p.Owner || !p.now().Has(owner) {
		return ""
	}
	return owner
}

// BelongsTo notes that a home belongs to another replica, and has it woken there.
func (p *Peers) BelongsTo(h *journal.Held) {
	if h.Owner == p.Owner {
		return
	}
	p.holders.Add(h.Home, h.Owner)
	p.Tell(Ring{Home: h.Home, To: h.Owner})
}

func (p *Peers) hear(raw []byte) {
	rings, lost := p.inbox.Hear(raw, p.Hub.Follows)
	if lost {
		p.missed()
	}
	for _, r := range rings {
		switch {
		case r.Session == "":
			p.holders.Add(r.Home, r.To)
		case len(r.Events) > 0:
			p.Hub.Publish(r.Session, r.Events)
		default:
			p.Hub.Doubt(r.Session)
		}
		switch {
		case r.To == p.Owner && p.homes.Shuns(r.Home):
			p.workers.Go(func() { p.homes.Pass(r.Home) })
		case r.To == p.Owner:
			p.homes.Wake(r.Home)
		default:
			p.homes.Signal(r.Home)
		}
	}
}

// missed notes that rings were lost. A poll follows.
func (p *Peers) missed() {
	p.losses.Add(1)
	p.lastLoss.Store(int64(time.Since(p.began)))
	p.hasty.Store(true) // one may have asked to wake a home that nobody owns
	p.ask()
}

func (p *Peers) ask() {
	select {
	case p.asked <- struct{}{}:
	default:
	}
}

func (p *Peers) watch() {
	for {
		select {
		case <-p.Context.Done():
			return
		case <-p.asked:
			p.poll()
		}
		select { // no more than a beat finds
		case <-p.Context.Done():
			return
		case <-time.After(BeatEvery / 2):
		}
	}
}

// poll reads from the database what rings would have told.
func (p *Peers) poll() {
	err := p.Hub.Poll(p.Context, p.homes.Signal)
	if err == nil {
		err = p.compareOwned(true)
	}
	if err != nil && p.Context.Err() == nil {
		p.Health.Retry("", err, 0)
		p.ask()
	}
}

// Other returns another living replica, each after the other; empty if there is none.
func (p *Peers) Other() string {
	list := p.now().Alive
	for range list {
		if r := list[int(p.next.Add(1))%len(list)]; r.ID != p.Owner {
			return r.ID
		}
	}
	return ""
}

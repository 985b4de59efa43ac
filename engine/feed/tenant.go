package feed

import (
	"context"
	"errors"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// ErrPruned says that growths after a place are gone.
var ErrPruned = errors.New("feed: what follows this place was pruned")

const (
	// growthsPerRead bounds the growths of one read. At full load it is what a quarter of a second
	// has added.
	growthsPerRead = 256
	// spanEventsPerRead is about how many events one read takes from the logs.
	spanEventsPerRead = 200
	// knownLogs bounds the logs whose tenant and kind are remembered.
	knownLogs = 100_000
)

// Log says whose a log is. That never changes.
type Log struct {
	Tenant, Home string
	Kind         journal.LogKind
}

// Filter says which events a reader of a tenant's feed wants.
type Filter struct {
	// Logs are the logs to read; nil means all but those of seats: what happens in them is in the
	// log of the game.
	Logs []string
	// Types returns the types of events to show of a kind of log; nil means all.
	Types func(kind journal.LogKind) []session.Type
}

// DeletedType returns the type of the event that says that a log was deleted. No log has it.
func DeletedType(kind journal.LogKind) session.Type {
	if kind == journal.OfGame {
		return "game.deleted"
	}
	return "session.deleted"
}

// Item is an event of a tenant's feed.
type Item struct {
	Log  string
	Kind journal.LogKind
	// Home is the home of the log.
	Home string
	session.Event
	// Deleted says that the log was deleted. Then the event has no data.
	Deleted bool
	// After is the place behind the event.
	After Place
}

// Tenant reads the feed of a tenant: the events of all its logs, those of each log in order. It has
// no state of its own except the subscription.
//
// A growth is read in the snapshot of one statement, and so is each slot up to its end. What is
// committed later has a higher number in its slot. So the mark of a reader skips nothing.
type Tenant struct {
	// C holds a token when a log of the tenant may have grown since the last receive from C. It is
	// nil for a reader with a function.
	C chan struct{}

	grown  func()
	hub    *Hub
	tenant string
}

// ListenTenant subscribes to the feed of a tenant. Subscribe first, then read. Each commit calls
// grown, which must return at once; with nil it signals C.
func (h *Hub) ListenTenant(tenant string, grown func()) *Tenant {
	t := &Tenant{C: make(chan struct{}, 1), grown: grown, hub: h, tenant: tenant}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tenants = append(h.tenants, t)
	return t
}

// Close ends the subscription.
func (t *Tenant) Close() {
	t.hub.mu.Lock()
	defer t.hub.mu.Unlock()
	t.hub.tenants = slices.DeleteFunc(t.hub.tenants, func(x *Tenant) bool { return x == t })
}

// signal tells the reader to read. The caller holds the hub's lock.
func (t *Tenant) signal() {
	if t.grown != nil {
		t.grown()
		return
	}
	select {
	case t.C <- struct{}{}:
	default:
	}
}

// signalTenants tells the readers of a log's tenant that the log has grown; all readers if the
// tenant is not known yet. The caller holds the lock.
func (h *Hub) signalTenants(id string) {
	if len(h.tenants) == 0 {
		return
	}
	log, known := h.logs.Get(id)
	for _, t := range h.tenants {
		if !known || t.tenant == log.Tenant {
			t.signal()
		}
	}
}

// Start returns the place before the first event that the feed still has.
func (t *Tenant) Start(ctx context.Context) (Place, error) {
	mark, err := t.hub.store.FeedStart(ctx, t.tenant)
	return Place{Mark: mark}, err
}

// End returns the place behind the last event.
func (t *Tenant) End(ctx context.Context) (Place, error) {
	mark, err := t.hub.store.FeedEnd(ctx, t.tenant)
	return Place{Mark: mark}, err
}

// Read returns the events after a place, at most limit, and the place up to which it has read. more
// says that the feed probably goes on. It returns ErrPruned if events after the place are gone.
func (t *Tenant) Read(ctx context.Context, at Place, f Filter, limit int) (items []Item, next Place, more bool, err error) {
	growths, err := t.hub.store.Growths(ctx, t.tenant, at.Mark, growthsPerRead)
	if err != nil || len(growths) == 0 {
		return nil, at, false, err
	}
	if slices.ContainsFunc(growths, func(g journal.Growth) bool { return g.Pruned }) {
		return nil, at, false, ErrPruned
	}
	r := reading{at: at, filter: f, limit: limit, more: len(growths) == growthsPerRead}
	if r.logs, err = t.identify(ctx, growths); err != nil {
		return nil, at, false, err
	}
	r.plan(growths)
	var events []journal.SpanEvent
	whole := true
	if len(r.spans) > 0 {
		if events, whole, err = t.hub.store.SpanEvents(ctx, r.spans, r.types()); err != nil {
			return nil, at, false, err
		}
	}
	r.take(events, whole)
	return r.items, r.at, r.more, nil
}

// identify returns whose the logs of growths are. Those that are gone are left out.
func (t *Tenant) identify(ctx context.Context, growths []journal.Growth) (map[string]Log, error) {
	logs := map[string]Log{}
	var unknown []string
	for _, g := range growths {
		for _, s := range g.Spans {
			if _, seen := logs[s.Log]; seen {
				continue
			}
			log, known := t.hub.logs.Get(s.Log)
			if logs[s.Log] = log; !known {
				unknown = append(unknown, s.Log)
			}
		}
	}
	if len(unknown) == 0 {
		return logs, nil
	}
	heads, err := t.hub.store.Heads(ctx, unknown)
	for _, h := range heads {
		logs[h.Session] = Log{h.Tenant, h.Home, journal.KindOf(h.Session, h.Home, h.IsGame)}
		t.hub.logs.Add(h.Session, logs[h.Session])
	}
	return logs, err
}

// reading is one read of a feed.
type reading struct {
	filter Filter
	limit  int
	logs   map[string]Log
	// parts are the growths that are read.
	parts []part
	// spans are the wanted spans of all parts, except deletions.
	spans []journal.Span

	items []Item
	at    Place
	more  bool
}

// part is a growth, of which some events may have been passed already.
type part struct {
	journal.Growth
	// wanted are the spans to show, without what was passed.
	wanted []journal.Span
	// asked holds the places of the wanted spans in reading.spans; -1 for deletions.
	asked []int
	// starts holds how many events of the growth come before each wanted span.
	starts []int64
	size   int64
}

// plan selects growths until their wanted spans have enough events.
func (r *reading) plan(growths []journal.Growth) {
	// A growth that was read in part comes first, also before one that got a lower number and was
	// committed later in another slot. They have no log in common, or the latter had been there.
	if i := slices.IndexFunc(growths, func(g journal.Growth) bool { return g.N == r.at.N }); i > 0 {
		first := growths[i]
		growths = slices.Insert(slices.Delete(growths, i, i+1), 0, first)
	}
	total := int64(0)
	for _, g := range growths {
		if total >= spanEventsPerRead {
			r.more = true
			return
		}
		p := part{Growth: g}
		for _, s := range g.Spans {
			start, n := p.size, s.UpTo-s.After
			p.size += n
			if passed := r.passed(g) - start; passed > 0 {
				passed = min(passed, n)
				s.After, start = s.After+passed, start+passed
			}
			if s.After == s.UpTo || !r.wants(s) {
				continue
			}
			asked := -1
			if s.Deleted == "" {
				asked = len(r.spans)
				r.spans = append(r.spans, s)
			}
			p.wanted, p.asked, p.starts = append(p.wanted, s), append(p.asked, asked), append(p.starts, start)
			total += s.UpTo - s.After
		}
		r.parts = append(r.parts, p)
	}
}

// passed returns how many events of a growth the reader has passed.
func (r *reading) passed(g journal.Growth) int64 {
	if g.N == r.at.N {
		return r.at.Done
	}
	return 0
}

func (r *reading) kind(s journal.Span) journal.LogKind {
	if s.Deleted != "" {
		return s.Deleted
	}
	return r.logs[s.Log].Kind
}

func (r *reading) wants(s journal.Span) bool {
	kind := r.kind(s)
	if types := r.filter.Types(kind); s.Deleted != "" && types != nil && !slices.Contains(types, DeletedType(kind)) {
		return false
	}
	if r.filter.Logs != nil {
		return kind != "" && slices.Contains(r.filter.Logs, s.Log)
	}
	return kind != "" && kind != journal.OfSeat // a log without a kind is gone
}

// types returns the types to read; nil for all.
func (r *reading) types() (types []session.Type) {
	kinds := map[journal.LogKind]bool{}
	for _, s := range r.spans {
		kinds[r.kind(s)] = true
	}
	for kind := range kinds {
		some := r.filter.Types(kind)
		if some == nil {
			return nil
		}
		types = append(types, some...)
	}
	return types
}

// take makes items of the events, and moves the place. whole says that the events of all spans are
// there.
func (r *reading) take(events []journal.SpanEvent, whole bool) {
	for _, p := range r.parts {
		for i, s := range p.wanted {
			if s.Deleted != "" {
				if r.add(p, p.starts[i], Item{Log: s.Log, Kind: s.Deleted, Event: session.Event{Seq: s.UpTo, At: p.At}, Deleted: true}) {
					return
				}
				continue
			}
			kind := r.kind(s)
			types := r.filter.Types(kind)
			for len(events) > 0 && events[0].Span == p.asked[i] {
				e := events[0]
				events = events[1:]
				at := p.starts[i] + e.Seq - s.After - 1
				if types != nil && !slices.Contains(types, e.Data.Type()) {
					r.pass(p, at)
					continue
				}
				if r.add(p, at, Item{Log: s.Log, Kind: kind, Event: e.Event}) {
					return
				}
			}
			if !whole && len(events) == 0 { // the rest of this span may be missing
				r.more = true
				return
			}
		}
		r.pass(p, p.size-1)
	}
}

// pass moves the place behind the event of a growth at an offset.
func (r *reading) pass(p part, offset int64) {
	if offset+1 < p.size {
		r.at.N, r.at.Done = p.N, offset+1
		return
	}
	r.at.Mark[p.Slot], r.at.N, r.at.Done = p.N, 0, 0
}

// add adds an item, and reports whether it is the last one.
func (r *reading) add(p part, offset int64, item Item) (full bool) {
	r.pass(p, offset)
	item.After = r.at
	if item.Home = r.logs[item.Log].Home; item.Home == "" { // it was deleted
		item.Home = item.Log
	}
	r.items = append(r.items, item)
	if full = len(r.items) == r.limit; full {
		r.more = true
	}
	return full
}

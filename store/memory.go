package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Memory keeps everything in memory, for the simulator and for tests. It does not copy payloads, so
// nobody may change one after an append.
type Memory struct {
	mu       sync.Mutex // protects everything below
	homes    map[string]*memoryHome
	sessions map[string]*memorySession
	external map[externalID]string
	replicas map[string]journal.Replica
	shift    time.Duration
	feeds    map[string]memoryFeed
	// growths is the number of the last growth in all feeds.
	growths int64
}

var _ journal.Store = (*Memory)(nil)

type externalID struct {
	tenant, id string
	isGame     bool
}

type memoryHome struct {
	owner    string
	epoch    int64
	sessions []*memorySession
}

// memorySession is a session with its log. It implements history.
type memorySession struct {
	row  journal.Session
	home *memoryHome
	// events only grows, so the slices that callers hold never change. An erasure makes a new one.
	events  []session.Event
	calls   []journal.RecordedCall
	surveys []journal.Survey
	keys    map[string]int64
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{homes: map[string]*memoryHome{}, sessions: map[string]*memorySession{}, external: map[externalID]string{}, replicas: map[string]journal.Replica{}, feeds: map[string]memoryFeed{}}
}

func (s *memorySession) head() head {
	return head{Session: &s.row, owner: s.home.owner, epoch: s.home.epoch}
}

func (s *memorySession) find(key string) (session.Event, bool) {
	seq, ok := s.keys[key]
	if !ok {
		return session.Event{}, false
	}
	return s.events[seq-1], true
}

func (s *memorySession) from(seq int64, n int) ([]session.Event, error) {
	return s.after(seq-1, n), nil
}

// after returns at most n events after a seq, without copying them.
func (s *memorySession) after(seq int64, n int) []session.Event {
	from := min(max(seq, 0), int64(len(s.events)))
	to := min(from+int64(n), int64(len(s.events)))
	return s.events[from:to:to]
}

func (s *memorySession) add(e session.Event) {
	s.events = append(s.events, e)
	if e.Key != "" {
		s.keys[e.Key] = e.Seq
	}
}

// session returns a copy of the row without its snapshot.
func (s *memorySession) session() journal.Session {
	row := s.row
	row.Snapshot, row.SnapshotSeq = nil, 0
	return row
}

// lookup needs the lock.
func (m *Memory) lookup(id string) (*memorySession, error) {
	s, ok := m.sessions[id]
	if !ok {
		return nil, fmt.Errorf("store: session %s: %w", id, journal.ErrNotFound)
	}
	return s, nil
}

// with calls f with a session, under the lock.
func with[T any](m *Memory, id string, f func(*memorySession) (T, error)) (result T, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.lookup(id)
	if err != nil {
		return result, err
	}
	return f(s)
}

func (m *Memory) Create(ctx context.Context, row journal.Session, first session.Event) error {
	return m.CreateAll(ctx, []journal.Opening{{Session: row, First: first}})
}

func (m *Memory) CreateAll(_ context.Context, logs []journal.Opening) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range logs {
		row := &logs[i].Session
		if other, ok := m.external[externalOf(row)]; ok && row.External != "" {
			return fmt.Errorf("store: create session %s: %w", row.ID, &journal.ExternalIDTaken{Session: other})
		}
		if _, ok := m.sessions[row.ID]; ok {
			return fmt.Errorf("store: create session %s: the id is in use", row.ID)
		}
	}
	var spans []journal.Span
	for _, l := range logs {
		m.create(l.Session, l.First)
		spans = append(spans, journal.Span{Log: l.ID, UpTo: 1})
	}
	m.feed(logs[0].Tenant, spans...)
	return nil
}

func externalOf(row *journal.Session) externalID {
	return externalID{tenant: row.Tenant, id: row.External, isGame: row.IsGame}
}

// create needs the lock.
func (m *Memory) create(row journal.Session, first session.Event) {
	home := m.homes[row.Home]
	if home == nil {
		home = &memoryHome{}
		m.homes[row.Home] = home
	}
	first.Seq = 1
	row.Status, row.LastSeq, row.Barrier = journal.Open, 1, 1
	row.CreatedAt, row.DueAt = storedTime(row.CreatedAt), storedTime(row.DueAt)
	row.Snapshot, row.SnapshotSeq = nil, 0
	s := &memorySession{row: row, home: home, keys: map[string]int64{}}
	s.add(first)
	home.sessions = append(home.sessions, s)
	m.sessions[row.ID] = s
	if row.External != "" {
		m.external[externalOf(&row)] = row.ID
	}
}

func (m *Memory) Session(_ context.Context, id string) (journal.Session, error) {
	return with(m, id, func(s *memorySession) (journal.Session, error) { return s.session(), nil })
}

func (m *Memory) Sessions(_ context.Context, q journal.SessionQuery) ([]journal.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []journal.Session
	for _, s := range m.sessions {
		if selects(q, &s.row) {
			list = append(list, s.session())
		}
	}
	compare := compareAge
	if q.BySpent {
		compare = compareSpent
	}
	slices.SortFunc(list, func(a, b journal.Session) int { return -compare(a, b) })
	return list[:min(q.Limit, len(list))], nil
}

func selects(q journal.SessionQuery, s *journal.Session) bool {
	return s.Tenant == q.Tenant && s.IsGame == q.Games &&
		(q.Status == "" || s.Status == q.Status) &&
		(q.Strategy == "" || s.Strategy == q.Strategy) &&
		(q.External == "" || s.External == q.External) &&
		(!q.BySpent || s.Spent != (session.Spent{})) &&
		(q.BeforeID == "" || follows(q, s))
}

// OpenCounts implements journal.Store.
func (m *Memory) OpenCounts(context.Context) (counts []journal.OpenCount, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.sessions {
		if s.row.Status != journal.Open {
			continue
		}
		x := journal.OpenCount{IsGame: s.row.IsGame, Strategy: s.row.Strategy, Path: s.row.Path}
		i := slices.IndexFunc(counts, func(c journal.OpenCount) bool { c.N = 0; return c == x })
		if i < 0 {
			i, counts = len(counts), append(counts, x)
		}
		counts[i].N++
	}
	return counts, nil
}

// follows reports whether a row comes after the last one of the previous page.
func follows(q journal.SessionQuery, s *journal.Session) bool {
	last := journal.Session{CreatedAt: storedTime(q.BeforeTime), Spent: q.BeforeSpent, ID: q.BeforeID}
	if q.BySpent {
		return compareSpent(*s, last) < 0
	}
	return compareAge(*s, last) < 0
}

// compareSpent compares sessions by what they have spent, then by id.
func compareSpent(a, b journal.Session) int {
	return cmp.Or(cmp.Compare(a.Spent.CostMicros, b.Spent.CostMicros), cmp.Compare(a.Spent.Tokens(), b.Spent.Tokens()), cmp.Compare(a.ID, b.ID))
}

// compareAge compares sessions by creation time, then by id.
func compareAge(a, b journal.Session) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

func (m *Memory) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	done, err := m.AppendAll(ctx, []journal.Append{a})
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}

func (m *Memory) AppendAll(_ context.Context, appends []journal.Append) ([]journal.Appended, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	logs := make([]logState, len(appends))
	for i, a := range appends {
		if len(a.Events) == 0 {
			return nil, errNoEvents
		}
		s, err := m.lookup(a.Session)
		if err != nil {
			return nil, err
		}
		logs[i] = logState{s.head(), s}
	}
	done, err := judgeAll(logs, appends)
	if err != nil {
		return nil, err
	}
	var spans []journal.Span
	tenant := ""
	for i, a := range appends {
		s := m.sessions[a.Session]
		before := int64(len(s.events))
		for k, e := range done[i].Events {
			if !done[i].Known[k] {
				s.add(e)
			}
		}
		if last := int64(len(s.events)); last > before {
			tenant, spans = s.row.Tenant, append(spans, journal.Span{Log: a.Session, After: before, UpTo: last})
		}
	}
	if len(spans) > 0 {
		m.feed(tenant, spans...)
	}
	return done, nil
}

func (m *Memory) Events(_ context.Context, id string, after int64, limit int) ([]session.Event, error) {
	return with(m, id, func(s *memorySession) ([]session.Event, error) { return s.after(after, limit), nil })
}

func (m *Memory) Find(_ context.Context, sessionID, key string) (session.Event, error) {
	return with(m, sessionID, func(s *memorySession) (session.Event, error) {
		e, ok := s.find(key)
		if !ok {
			return e, fmt.Errorf("store: event %s of session %s: %w", key, sessionID, journal.ErrNotFound)
		}
		return e, nil
	})
}

func (m *Memory) FindAll(_ context.Context, sessionID string, keys []string) (list []session.Event, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[sessionID]
	if !ok {
		return nil, nil
	}
	for _, key := range keys {
		if e, ok := s.find(key); ok {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b session.Event) int { return cmp.Compare(a.Seq, b.Seq) })
	return list, nil
}

func (m *Memory) Delete(_ context.Context, id string) error {
	_, err := with(m, id, func(s *memorySession) (none struct{}, err error) {
		s.home.give("")
		s.home.sessions = slices.DeleteFunc(s.home.sessions, func(x *memorySession) bool { return x == s })
		if len(s.home.sessions) == 0 {
			delete(m.homes, s.row.Home)
		}
		delete(m.sessions, id)
		delete(m.external, externalOf(&s.row))
		m.feed(s.row.Tenant, journal.Span{Log: id, After: s.row.LastSeq, UpTo: s.row.LastSeq + 1, Deleted: journal.KindOf(id, s.row.Home, s.row.IsGame)})
		return none, nil
	})
	return err
}

func (m *Memory) Snapshot(_ context.Context, session string) (data []byte, seq int64, err error) {
	row, err := with(m, session, func(s *memorySession) (journal.Session, error) { return s.row, nil })
	return row.Snapshot, row.SnapshotSeq, err
}

func (m *Memory) Ping(context.Context) error { return nil }

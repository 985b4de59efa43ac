package engine

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/game"
	"ringer/engine/strategy"
)

// Desk takes facts in: it checks them against the roster, appends them, and says that they are there. No bot logic is in
// its path. It also answers questions about sessions. All its methods may be called at any time from any goroutine.
type Desk struct {
	// NewID makes the ids of sessions from a prefix.
	NewID func(prefix string) string

	store      Store
	strategies *strategy.Registry
	terms      Terms
	now        func() time.Time
	// delivered is called after facts of a session have been committed; without events, when perhaps they have been.
	delivered func(Session, []game.Event)
	// rows caches what posts are checked against. A stale row can only say that something is unknown, and then it is read again.
	rows *lru.Cache[string, Session]
	// states caches those that were looked at last. They are never changed: who looks folds copies of them on.
	states *lru.Cache[string, *game.State]
	// looks holds a token for each state that is being made.
	looks chan struct{}
}

// cachedRows bounds the cache: some kilobytes each.
const cachedRows = 10_000

// cachedStates bounds the cache: some tens of kilobytes each, for a session at which somebody looks again and again, as for each vote.
const cachedStates = 200

// NewDesk returns a desk at the store.
func NewDesk(store Store, strategies *strategy.Registry, terms Terms, now func() time.Time, delivered func(Session, []game.Event)) *Desk {
	k := &Desk{NewID: NewID, store: store, strategies: strategies, terms: terms, now: now, delivered: delivered}
	k.looks = make(chan struct{}, looksPerCore*runtime.GOMAXPROCS(0))
	k.rows, _ = lru.New[string, Session](cachedRows) // only refuses sizes below one
	k.states, _ = lru.New[string, *game.State](cachedStates)
	return k
}

// NewID returns a fresh id with a prefix: 80 random bits, so that nobody guesses one.
func NewID(prefix string) string {
	var b [10]byte
	rand.Read(b[:]) // never fails
	return prefix + strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}

// Create opens a session. It returns game.Errors for a configuration that is not valid. A known external id with the same
// configuration returns the session that has it, and true; with another one, game.CodeIDReused.
func (k *Desk) Create(ctx context.Context, c game.Config) (s Session, known bool, err error) {
	asked := c
	if err := k.complete(&c, game.Changes{Model: c.Model, Limits: &c.Limits}); err != nil {
		return Session{}, false, err
	}
	if c.Seed == nil {
		var b [8]byte
		rand.Read(b[:])
		seed := int64(binary.LittleEndian.Uint64(b[:]) >> 11) // 53 bits: the range that JSON readers keep exact
		c.Seed = &seed
	}
	id := k.NewID("ses_")
	now := k.now().UTC().Truncate(time.Microsecond)
	first := game.Event{Seq: 1, At: now, Data: &game.SessionCreated{Config: c}}
	state := game.NewState(id)
	state.Apply(first)
	s = Session{
		ID: id, Home: id, External: c.External, Strategy: c.Strategy, Status: Open, CreatedAt: now, Roster: state.Roster, LastSeq: 1, Barrier: 1,
	}
	err = k.store.Create(ctx, s, first)
	var taken *Taken
	if errors.As(err, &taken) {
		return k.sameAs(ctx, taken.Session, c, asked)
	}
	if err != nil {
		return Session{}, false, fmt.Errorf("engine: create session: %w", err)
	}
	k.rows.Add(id, s)
	k.delivered(s, []game.Event{first})
	return s, false, nil
}

// complete fills and checks a configuration, the strategy's options with it, and reports everything at once. What is chosen now must keep
// to the server's terms; what was chosen before may stay, whatever they have become.
func (k *Desk) complete(c *game.Config, chosen game.Changes) error {
	var all game.Errors
	err := c.Complete()
	_, err2 := k.strategies.New(c.Strategy, c.Options)
	errs := []error{err, err2, k.terms.agree(chosen.Model, chosen.Limits)}
	if chosen.Model != nil || chosen.Limits != nil {
		errs = append(errs, k.terms.priced(c))
	}
	for _, err := range errs {
		var errs game.Errors
		if errors.As(err, &errs) {
			all = append(all, errs...)
		} else if err != nil {
			return err
		}
	}
	return all.Err()
}

// sameAs answers a create whose external id is taken. What the client left to the server is as it was then.
func (k *Desk) sameAs(ctx context.Context, id string, c, asked game.Config) (Session, bool, error) {
	first, err := k.created(ctx, id)
	if err != nil {
		return Session{}, false, err
	}
	if asked.Seed == nil {
		c.Seed = first.Seed
	}
	if asked.Accuse == "" {
		c.Accuse = first.Accuse
	}
	if asked.Disclosure == "" {
		c.Disclosure = first.Disclosure
	}
	c.Limits = asked.Limits
	c.Limits.Fill(first.Limits)
	if !game.Same(&game.SessionCreated{Config: first}, &game.SessionCreated{Config: c}) {
		return Session{}, false, game.Errors{{
			Code: game.CodeIDReused, Pointer: "/external_id", Detail: "belongs to session " + id + ", which was created with another body; use a new one",
		}}
	}
	s, err := k.Session(ctx, id)
	return s, true, err
}

// created returns what a session was created with.
func (k *Desk) created(ctx context.Context, id string) (game.Config, error) {
	events, err := k.store.Events(ctx, id, 0, 1)
	if err != nil {
		return game.Config{}, fmt.Errorf("engine: session %s: %w", id, err)
	}
	if len(events) > 0 {
		if first, ok := events[0].Data.(*game.SessionCreated); ok {
			return first.Config, nil
		}
	}
	return game.Config{}, fmt.Errorf("engine: the log of session %s does not begin with session.created", id)
}

// Posted is what became of one posted message.
type Posted struct {
	ID        string `json:"id,omitempty"`
	Seq       int64  `json:"seq"`
	Duplicate bool   `json:"duplicate,omitempty"`
}

// Post appends messages, all or none. pointer gives the JSON pointer of the i-th one, for errors.
func (k *Desk) Post(ctx context.Context, id string, posts []game.Post, pointer func(i int) string) ([]Posted, error) {
	row, err := k.checked(ctx, id, func(r *game.Roster) error { return completeAll(posts, r, pointer) })
	if err != nil {
		return nil, err
	}
	a := Append{Session: id, Guard: Guard{Kind: Ordinary}}
	at := k.now().UTC().Truncate(time.Microsecond)
	for i := range posts {
		event := game.Event{At: at, Data: &game.MessageReceived{Post: posts[i]}}
		if posts[i].ID != "" {
			event.Key = "m:" + posts[i].ID
		}
		a.Events = append(a.Events, event)
	}
	done, err := k.deliver(ctx, row, a)
	var reused *Reused
	if errors.As(err, &reused) {
		i := len(a.Events) - 1 // of two in one batch the second is to blame
		for i > 0 && a.Events[i].Key != reused.Key {
			i--
		}
		return nil, idReused(pointer(i)+"/id", posts[i].ID)
	}
	if err != nil {
		return nil, err
	}
	result := make([]Posted, len(done.Events))
	for i, event := range done.Events {
		result[i] = Posted{ID: event.MessageID(id), Seq: event.Seq, Duplicate: done.Known[i]}
	}
	return result, nil
}

func completeAll(posts []game.Post, r *game.Roster, pointer func(i int) string) error {
	var all game.Errors
	for i := range posts {
		var errs game.Errors
		if errors.As(posts[i].Complete(r, pointer(i)), &errs) {
			all = append(all, errs...)
		}
	}
	return all.Err()
}

func idReused(pointer, id string) error {
	return game.Errors{{Code: game.CodeIDReused, Pointer: pointer, Detail: fmt.Sprintf("%q was used before with another body; use a new id", id)}}
}

// Observe appends one observation.
func (k *Desk) Observe(ctx context.Context, id string, o game.Observation) (Posted, error) {
	done, err := k.observe(ctx, id, o)
	return posted(o.ID, done, err, idReused("/id", o.ID))
}

func (k *Desk) observe(ctx context.Context, id string, o game.Observation) (Appended, error) {
	if !o.Barrier() {
		row, err := k.checked(ctx, id, o.Validate)
		if err != nil {
			return Appended{}, err
		}
		return k.deliver(ctx, row, k.observation(id, o))
	}
	return k.barrier(ctx, id, func(row Session) (Append, error) {
		if err := o.Validate(&row.Roster); err != nil {
			return Append{}, err
		}
		a := k.observation(id, o)
		after := row.Roster.After(&o)
		a.Roster = &after
		return a, nil
	})
}

func (k *Desk) observation(id string, o game.Observation) Append {
	event := k.event(&game.ObservationReceived{Observation: o})
	if o.ID != "" {
		event.Key = "o:" + o.ID
	}
	return Append{Session: id, Guard: Guard{Kind: Ordinary}, Events: []game.Event{event}}
}

package tenant

import (
	"context"
	"crypto/subtle"
	"errors"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Errors of Keyring.Check.
var (
	ErrMistyped = errors.New("the key is cut off or mistyped")
	ErrUnknown  = errors.New("the key is unknown")
	ErrRevoked  = errors.New("the key is revoked")
	ErrExpired  = errors.New("the key has expired")
)

// Holder is who sends a request: a key.
type Holder struct {
	// Key is the public part of the key; empty for the key that a server was started with.
	Key    string
	Tenant string
	Scopes []Scope
	// Rate is how many requests a second the key may send to all replicas together; 0 means no
	// limit.
	Rate  int
	limit *rate.Limiter
}

// Operator reports whether the holder runs the server: it may see all tenants.
func (h *Holder) Operator() bool { return h.Tenant == "" && Grants(h.Scopes, Admin) }

const (
	// remembered is how long a key is taken without asking the database.
	remembered = 3 * time.Second
	// keptKeys bounds the keys in memory. Unknown ones are not kept.
	keptKeys = 10_000
	// noteEvery is how often the last use of keys is stored.
	noteEvery = time.Minute
)

// Keyring checks keys. Its methods may be called at any time from any goroutine.
type Keyring struct {
	// store is nil if there are no keys.
	store     journal.Keys
	now       func() session.Moment
	log       *slog.Logger
	replicas  func() int
	readsOnly bool

	drawing sync.Mutex // protects secrets, and the period that they belong to
	secrets [2][]byte
	period  int64

	mu sync.Mutex // protects the rest
	// known are the keys that were read last, by public part.
	known *lru.Cache[string, *knownKey]
	used  map[string]time.Time
	// any says that the database has keys, as was seen at looked.
	any    bool
	looked time.Time
}

type knownKey struct {
	row    journal.Key
	holder *Holder
	read   time.Time
}

// Parts are what a keyring is made of.
type Parts struct {
	// Store keeps the keys. With nil there are none.
	Store journal.Keys
	Now   func() session.Moment
	// Replicas returns how many servers share the limits of keys.
	Replicas func() int
	// ReadsOnly says that nothing may be stored.
	ReadsOnly bool
	Log       *slog.Logger
}

// NewKeyring returns the keys of a database. Run notes when they are used.
func NewKeyring(p Parts) *Keyring {
	known, _ := lru.New[string, *knownKey](keptKeys) // it only refuses sizes below one
	return &Keyring{store: p.Store, now: p.Now, log: p.Log, replicas: p.Replicas, readsOnly: p.ReadsOnly, known: known, used: map[string]time.Time{}}
}

// Any reports whether the database has, or had, a key. Then requests without one are refused. While
// the database does not answer, the last answer counts.
func (r *Keyring) Any(ctx context.Context) bool {
	r.mu.Lock()
	found, fresh := r.any, time.Since(r.looked) < remembered
	r.mu.Unlock()
	if found || fresh || r.store == nil {
		return found
	}
	found, err := r.store.HasKeys(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		return r.any
	}
	r.any, r.looked = r.any || found, time.Now()
	return r.any
}

// Check returns who holds a key. Beside the errors above it returns those of the database.
func (r *Keyring) Check(ctx context.Context, key string) (*Holder, error) {
	id, whole := split(key)
	if !whole {
		return nil, ErrMistyped
	}
	k, err := r.find(ctx, id)
	if err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(hashOf(key), k.row.Hash) != 1 {
		return nil, ErrUnknown
	}
	return k.holder, r.valid(k)
}

// Live returns an error if a key has ended. A token ends with the key that made it, unless the key
// was rotated: then it lives on.
func (r *Keyring) Live(ctx context.Context, id string) error {
	k, err := r.find(ctx, id)
	if err == nil && !k.row.RevokedAt.IsZero() {
		return ErrRevoked
	}
	return err
}

func (r *Keyring) valid(k *knownKey) error {
	now := r.now().Steady()
	switch {
	case !k.row.RevokedAt.IsZero():
		return ErrRevoked
	case !k.row.ExpiresAt.IsZero() && !now.Before(k.row.ExpiresAt):
		return ErrExpired
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used[k.row.ID] = now
	return nil
}

// find returns a key from memory, or from the database. A key that was read long ago still counts
// while the database does not answer.
func (r *Keyring) find(ctx context.Context, id string) (*knownKey, error) {
	old, ok := r.known.Get(id)
	if ok && time.Since(old.read) < remembered {
		return old, nil
	}
	if r.store == nil {
		return nil, ErrUnknown
	}
	row, err := r.store.Key(ctx, id)
	if errors.Is(err, journal.ErrNotFound) {
		r.known.Remove(id)
		return nil, ErrUnknown
	}
	if err != nil {
		if ok {
			return old, nil
		}
		return nil, err
	}
	k := &knownKey{row: row, read: time.Now(), holder: &Holder{Key: row.ID, Tenant: row.Tenant, Scopes: scopesOf(row), Rate: row.Rate}}
	if ok && old.row.Rate == row.Rate {
		k.holder.limit = old.holder.limit
	} else if row.Rate > 0 {
		k.holder.limit = rate.NewLimiter(rate.Limit(row.Rate), row.Rate)
	}
	r.known.Add(id, k)
	return k, nil
}

// Made is a key that was just made. Nobody can read the key itself again. Text is empty if an
// earlier request has made it.
type Made struct {
	journal.Key
	Text string
}

// or returns an earlier key in place of one that was not stored.
func (m Made) or(known *journal.Key) Made {
	if known != nil {
		return Made{Key: *known}
	}
	return m
}

// Create makes a key. life is how long it lives; zero means for ever.
func (r *Keyring) Create(ctx context.Context, k journal.Key, life time.Duration) (Made, error) {
	made := r.made(k, life)
	known, err := r.store.AddKey(ctx, made.Key)
	return made.or(known), err
}

func (r *Keyring) made(k journal.Key, life time.Duration) Made {
	made := Made{Key: k}
	made.ID, made.Text = draw()
	made.Hash, made.CreatedAt = hashOf(made.Text), r.now().Steady().Truncate(time.Microsecond)
	if life > 0 {
		made.ExpiresAt = made.CreatedAt.Add(life)
	}
	return made
}

// Get returns a key, or journal.ErrNotFound.
func (r *Keyring) Get(ctx context.Context, id string) (journal.Key, error) {
	return r.store.Key(ctx, id)
}

// List returns the keys of a tenant, the oldest first.
func (r *Keyring) List(ctx context.Context, tenant string) ([]journal.Key, error) {
	return r.store.Keys(ctx, tenant)
}

// Revoke ends a key now, and with it the tokens that it has made. A second time changes nothing.
func (r *Keyring) Revoke(ctx context.Context, id string) error {
	defer r.known.Remove(id)
	return r.store.RevokeKey(ctx, id, r.now().Steady())
}

// Forget drops the keys of a tenant from memory.
func (r *Keyring) Forget(tenant string) {
	for _, k := range r.known.Values() {
		if k.row.Tenant == tenant {
			r.known.Remove(k.row.ID)
		}
	}
}

// Rotate puts a new key in the place of one, with the same name, tenant, scopes and rate. The old
// one ends after overlap. request is the idempotency key; empty for none.
func (r *Keyring) Rotate(ctx context.Context, k journal.Key, overlap time.Duration, request string) (Made, error) {
	life := time.Duration(0)
	if !k.ExpiresAt.IsZero() {
		life = k.ExpiresAt.Sub(k.CreatedAt)
	}
	made := r.made(journal.Key{Tenant: k.Tenant, Name: k.Name, Scopes: k.Scopes, Rate: k.Rate, Request: request}, life)
	defer r.known.Remove(k.ID)
	known, err := r.store.RotateKey(ctx, k.ID, made.CreatedAt.Add(overlap), made.Key)
	return made.or(known), err
}

// Run stores when keys were used last, until the context ends.
func (r *Keyring) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			r.noteUse(context.WithoutCancel(ctx))
			return
		case <-time.After(noteEvery):
			r.noteUse(ctx)
		}
	}
}

func (r *Keyring) noteUse(ctx context.Context) {
	r.mu.Lock()
	used := r.used
	r.used = map[string]time.Time{}
	r.mu.Unlock()
	if len(used) == 0 || r.readsOnly {
		return
	}
	if err := r.store.NoteUse(ctx, used); err != nil && ctx.Err() == nil {
		r.log.Warn("the last use of some keys could not be stored", slog.Any("error", err))
	}
}

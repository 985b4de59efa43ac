package desk

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"runtime"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Driver drives the sessions of a desk. The desk tells it about facts.
type Driver interface {
	// Delivered is called after facts of a session were committed. If it is unknown whether facts
	// were committed, it is called without events.
	Delivered(row journal.Session, events []session.Event)
	// AwaitReaders waits until the readers of an ended session have read its end, or until it has
	// waited long enough.
	AwaitReaders(session string)
	// Deleted is called after a log was removed.
	Deleted(session string)
}

// Store is the part of a journal.Store that a desk needs.
type Store interface {
	journal.Sessions
	journal.Erasures
	journal.Surveys
	RecordedCalls(ctx context.Context, session string, after journal.Place, limit int) ([]journal.RecordedCall, error)
}

// Desk takes facts and answers questions about sessions. All its methods may be called at any time
// from any goroutine.
type Desk struct {
	// Logs are the logs of sessions.
	Logs
	// Games are the logs of games.
	Games Logs
	// NewID makes the ids of sessions and votes from a prefix.
	NewID func(prefix string) string
	// NewKey draws the key of a game's views.
	NewKey func() string

	store      Store
	strategies *strategy.Registry
	terms      Terms
	now        func() session.Moment
	driver     Driver
	// limits bound the appends.
	limits limits
	// rows caches the rows that posts are checked against. A refused append shows that one is
	// stale.
	rows *lru.Cache[string, journal.Session]
	// states caches the states that were read last. Readers fold copies.
	states *lru.Cache[string, *session.State]
	games  *lru.Cache[string, *game.State]
	// viewKeys caches the keys of views, which never change.
	viewKeys *lru.Cache[string, string]
	// asked caches whom a vote asks, which never changes.
	asked   *lru.Cache[string, game.Vote]
	lengths *lru.Cache[string, *logLength]
	// shortReads are slots of some milliseconds, longReads of reads that may take long.
	shortReads slots
	longReads  slots
	// longWaiting is how many reads wait for a long slot.
	longWaiting atomic.Int64
}

// cachedRows bounds the cache of rows, which take some kilobytes each.
const cachedRows = 10_000

// cachedStates bounds the cache of states of some tens of kilobytes, for sessions that are read for
// each vote.
const cachedStates = 200

// cachedText bounds the text in a cached state in bytes: ten times the usual. The longest messages
// make three megabytes.
const cachedText = 256 << 10

// New returns a desk on a store.
func New(store Store, strategies *strategy.Registry, terms Terms, now func() session.Moment, driver Driver) *Desk {
	k := &Desk{NewID: NewID, NewKey: newKey, store: store, strategies: strategies, terms: terms, now: now, driver: driver, lengths: newLogLengths()}
	k.Logs, k.Games = Logs{k: k}, Logs{k: k, games: true}
	cores := runtime.GOMAXPROCS(0)
	k.shortReads, k.longReads = make(slots, shortPerCore*cores), make(slots, max(1, cores/2))
	k.rows, _ = lru.New[string, journal.Session](cachedRows) // it only refuses sizes below one
	k.states, _ = lru.New[string, *session.State](cachedStates)
	k.games, _ = lru.New[string, *game.State](cachedStates)
	k.viewKeys, _ = lru.New[string, string](cachedViews)
	k.asked, _ = lru.New[string, game.Vote](cachedViews)
	return k
}

// NewID returns a new id with a prefix. It has 80 random bits, so that nobody guesses one. Before
// them stand the seconds of its time: ids of one day are neighbours in the indexes of a database.
// With scattered ids, appends to ten thousand sessions among millions took half as long again.
func NewID(prefix string) string {
	var b [10]byte
	rand.Read(b[:]) // never fails
	id := []byte(prefix)
	for seconds, shift := time.Now().Unix(), 25; shift >= 0; shift -= 5 { // 30 bits are 34 years
		id = append(id, idLetters[seconds>>shift&31])
	}
	return string(idEncoding.AppendEncode(id, b[:]))
}

// idLetters are those of base32 in lower case, in the order of their codes, so that later ids are
// greater.
const idLetters = "234567abcdefghijklmnopqrstuvwxyz"

var idEncoding = base32.NewEncoding(idLetters)

package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// commits carries out the transactions that are no appends on SQLite, where one at a time may write: those that wait at the same
// moment share one, each in a savepoint of its own, and so one flush of the disk. On Postgres each has a connection.
type commits struct {
	db *sqlx.DB

	mu      sync.Mutex // protects waiting and busy
	waiting []*transaction
	busy    bool
}

// transaction is one that waits.
type transaction struct {
	do   func(ctx context.Context, tx *sqlx.Tx) error
	err  error
	done chan struct{}
}

// maxShared is how many share a commit: appends wait meanwhile.
const maxShared = 32

// take carries a transaction out, and returns when it has been committed.
func (q *commits) take(ctx context.Context, do func(ctx context.Context, tx *sqlx.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	own := &transaction{do: do, done: make(chan struct{})}
	q.mu.Lock()
	q.waiting = append(q.waiting, own)
	first := !q.busy
	q.busy = true
	q.mu.Unlock()
	if first {
		go q.run() // ends when nobody waits
	}
	<-own.done
	return own.err
}

func (q *commits) run() {
	for {
		q.mu.Lock()
		n := min(maxShared, len(q.waiting))
		group := q.waiting[:n:n]
		q.waiting = q.waiting[n:]
		q.busy = n > 0
		q.mu.Unlock()
		if n == 0 {
			return
		}
		if err := q.share(group); err != nil {
			for _, t := range group {
				t.err = fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
			}
		}
		for _, t := range group {
			close(t.done)
		}
	}
}

// share carries a group out in one transaction. After an error nothing of it is stored.
func (q *commits) share(group []*transaction) error {
	// Nobody's context: an interrupted statement would take the whole transaction with it.
	ctx := context.Background()
	tx, err := q.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	for _, t := range group {
		if _, err := tx.Exec("SAVEPOINT one"); err != nil {
			return err
		}
		if t.err = t.do(ctx, tx); t.err != nil {
			if _, err := tx.Exec("ROLLBACK TO one"); err != nil {
				return err
			}
		}
		if _, err := tx.Exec("RELEASE one"); err != nil {
			return err
		}
	}
	return tx.Commit()
}

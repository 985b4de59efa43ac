package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
)

// commitQueue runs the transactions that are not appends on SQLite, where only one transaction at a
// time may write. Transactions that wait at the same moment share one, each in a savepoint of its
// own, and so one flush of the disk. On Postgres each transaction has a connection of its own.
type commitQueue struct {
	db *sqlx.DB

	mu      sync.Mutex // protects waiting and busy
	waiting []*transaction
	busy    bool
	// begun counts the transactions. Who holds the connection may use it.
	begun int
}

// transaction is a transaction that waits.
type transaction struct {
	do func(ctx context.Context, tx *sqlx.Tx) error
	// err is valid after done is closed.
	err  error
	done chan struct{}
}

// maxShared is how many transactions share a commit. Appends wait meanwhile.
const maxShared = 32

// run runs a transaction, and returns when it has been committed.
func (q *commitQueue) run(ctx context.Context, do func(ctx context.Context, tx *sqlx.Tx) error) error {
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
		go q.loop() // ends when the queue is empty
	}
	<-own.done
	return own.err
}

func (q *commitQueue) loop() {
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

// share runs a group of transactions as one. After an error none of them is stored.
func (q *commitQueue) share(group []*transaction) error {
	// No caller's context may interrupt a statement: that would abort the transaction of all.
	ctx := context.Background()
	tx, err := q.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	q.begun++
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

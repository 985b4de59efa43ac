package store

import (
	"context"
	"errors"
	"sync"

	"github.com/jmoiron/sqlx"
)

// commitQueue runs the transactions on SQLite that are not appends. Those that wait together share
// one, and so one flush of the disk, each in a savepoint. On Postgres each has its own connection.
type commitQueue struct {
	db   *sqlx.DB
	file *databaseFile

	mu      sync.Mutex // protects waiting and busy
	waiting []*transaction
	busy    bool
	// begun counts the transactions. Who holds the connection may use it.
	begun int
}

type transaction struct {
	do   func(ctx context.Context, tx *sqlx.Tx) error
	err  error
	done chan struct{}
}

// maxShared is how many transactions share a commit. Appends wait meanwhile.
const maxShared = 32

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
				t.err = unavailable(err)
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
	if err := q.file.check(); err != nil {
		return err
	}
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
				return errors.Join(t.err, err) // a full disk, for instance, has ended the whole transaction
			}
		}
		if _, err := tx.Exec("RELEASE one"); err != nil {
			return err
		}
	}
	return tx.Commit()
}

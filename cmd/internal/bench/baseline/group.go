package baseline

import (
	"context"
	"database/sql"
	"strings"

	"github.com/lib/pq" // the driver of a Postgres
	_ "modernc.org/sqlite"
)

type entry struct {
	session string
	line
	id   int64
	done chan error
}

// most is how many posts share one commit at most.
const most = 512

// writer stores posts in groups: one goroutine takes all that wait, and stores them in one commit.
type writer struct {
	queue chan *entry
	store func(context.Context, []*entry) error
}

// newWriter makes the table in an empty database, and starts a writer, which ends with the context.
// The database is the URL of a Postgres or the name of an SQLite file.
func newWriter(ctx context.Context, database string) (*writer, error) {
	driver, number, into := "sqlite", "INTEGER", intoSQLite
	if strings.Contains(database, "://") {
		driver, number, into = "postgres", "bigserial", intoPostgres
	} else {
		database = "file:" + database + "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate"
	}
	db, err := sql.Open(driver, database)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = db.Close() })
	db.SetMaxOpenConns(1) // there is one writer
	for _, statement := range []string{
		`CREATE TABLE baseline (id ` + number + ` PRIMARY KEY, session text NOT NULL, sender text NOT NULL, body text NOT NULL, at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP)`,
		`CREATE INDEX baseline_session ON baseline (session, id)`,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	store, err := into(ctx, db)
	if err != nil {
		return nil, err
	}
	w := &writer{make(chan *entry, most), store}
	go w.run(ctx) // ends with the context
	return w, nil
}

func (w *writer) add(ctx context.Context, session string, l line) (id int64, err error) {
	e := &entry{session: session, line: l, done: make(chan error, 1)}
	select {
	case w.queue <- e:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case err := <-e.done:
		return e.id, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (w *writer) run(ctx context.Context) {
	for {
		var group []*entry
		select {
		case e := <-w.queue:
			group = append(group, e)
		case <-ctx.Done():
			return
		}
		for waiting := len(w.queue); waiting > 0 && len(group) < most; waiting-- {
			group = append(group, <-w.queue) // nobody else takes
		}
		err := w.store(ctx, group)
		for _, e := range group {
			e.done <- err
		}
	}
}

func intoPostgres(ctx context.Context, db *sql.DB) (func(context.Context, []*entry) error, error) {
	insert, err := db.PrepareContext(ctx, `INSERT INTO baseline (session, sender, body)
		SELECT session, sender, body FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS posts (session, sender, body, nth) ORDER BY nth RETURNING id`)
	return func(ctx context.Context, group []*entry) error {
		var columns [3]pq.StringArray
		for _, e := range group {
			columns[0], columns[1], columns[2] = append(columns[0], e.session), append(columns[1], e.Sender), append(columns[2], e.Text)
		}
		rows, err := insert.QueryContext(ctx, columns[0], columns[1], columns[2])
		if err != nil {
			return err
		}
		defer rows.Close()
		for i := 0; rows.Next(); i++ {
			if err := rows.Scan(&group[i].id); err != nil {
				return err
			}
		}
		return rows.Err()
	}, err
}

func intoSQLite(ctx context.Context, db *sql.DB) (func(context.Context, []*entry) error, error) {
	insert, err := db.PrepareContext(ctx, `INSERT INTO baseline (session, sender, body) VALUES (?, ?, ?)`)
	return func(ctx context.Context, group []*entry) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback() // nothing after a commit
		one := tx.StmtContext(ctx, insert)
		for _, e := range group {
			stored, err := one.ExecContext(ctx, e.session, e.Sender, e.Text)
			if err == nil {
				e.id, err = stored.LastInsertId()
			}
			if err != nil {
				return err
			}
		}
		return tx.Commit()
	}, err
}

package store

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/jmoiron/sqlx"
)

// batchSizes is how many sizes a batch is prepared in. More than 32 rows a statement are no faster.
const batchSizes = 6

// batch is one statement prepared for 1, 2, 4 … 32 rows of values, so that few of them take any number of rows.
type batch struct{ stmts [batchSizes]*sqlx.Stmt }

// prepareBatch prepares a statement that is the head, the values of each row with commas between them, and the tail.
func prepareBatch(ctx context.Context, db *sqlx.DB, head, values, tail string) (*batch, error) {
	var b batch
	for i := range b.stmts {
		query := head + strings.Repeat(values+", ", 1<<i-1) + values + tail
		stmt, err := db.PreparexContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("%w in %s", err, query)
		}
		b.stmts[i] = stmt
	}
	return &b, nil
}

// each splits n rows among the sizes and calls f for each part.
func (b *batch) each(n int, f func(stmt *sqlx.Stmt, from, to int) error) error {
	for from := 0; from < n; {
		size := min(bits.Len(uint(n-from)), batchSizes) - 1
		to := from + 1<<size
		if err := f(b.stmts[size], from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

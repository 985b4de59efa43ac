package store

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/jmoiron/sqlx"
)

// batchSizes is the number of sizes: 1, 2, 4 … 32 rows. A statement of more rows is not faster.
const batchSizes = 6

// batch is a statement, prepared once for each size, so that few calls handle any number of rows.
type batch struct{ stmts [batchSizes]*sqlx.Stmt }

// prepareBatch prepares statements of prefix, the values of each row, and suffix.
func prepareBatch(ctx context.Context, db *sqlx.DB, prefix, values, suffix string) (*batch, error) {
	var b batch
	for i := range b.stmts {
		query := prefix + strings.Repeat(values+", ", 1<<i-1) + values + suffix
		stmt, err := db.PreparexContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("%w in %s", err, query)
		}
		b.stmts[i] = stmt
	}
	return &b, nil
}

// each splits n rows into parts of the prepared sizes, and calls f for each part.
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

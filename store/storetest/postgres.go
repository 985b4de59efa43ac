package storetest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"testing"

	_ "github.com/lib/pq"
)

// Postgres returns the address of an empty schema in the database that TEST_DATABASE_URL names,
// which make test sets. Without that variable the test is skipped.
func Postgres(tb testing.TB) string {
	tb.Helper()
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		tb.Skip("TEST_DATABASE_URL is not set; run make test, which starts a Postgres")
	}
	u, err := url.Parse(address)
	if err != nil {
		tb.Fatal(err)
	}
	db, err := sql.Open("postgres", address)
	if err != nil {
		tb.Fatal(err)
	}
	schema := fmt.Sprintf("t_%016x", rand.Uint64())
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			tb.Error(err)
		}
		db.Close()
	})
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

func latin1(t *testing.T) string {
	t.Helper()
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		t.Skip("TEST_DATABASE_URL is not set; run make test, which starts a Postgres")
	}
	u := sessiontest.Must(url.Parse(address))(t)
	db := sqlx.MustOpen("postgres", address)
	name := fmt.Sprintf("latin1_%016x", rand.Uint64())
	if _, err := db.Exec("CREATE DATABASE " + name + " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"); err != nil {
		t.Skip("this user may not create databases: ", err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	u.Path = "/" + name
	return u.String()
}

// TestOpenErrEncoding opens a database that cannot store an emoji. Nothing is created there.
func TestOpenErrEncoding(t *testing.T) {
	t.Parallel()
	address := latin1(t)
	_, migrated := Migrate(t.Context(), Maintain, address)
	s, opened := Open(t.Context(), address)
	if opened == nil {
		s.Close()
	}
	for _, err := range []error{migrated, opened} {
		if err == nil || !strings.Contains(err.Error(), "LATIN1") || !strings.Contains(err.Error(), "ENCODING 'UTF8'") {
			t.Errorf("%v; want an error that says how to create a database with UTF8", err)
		}
	}
	db := sqlx.MustOpen("postgres", address)
	defer db.Close()
	var tables int
	if err := db.Get(&tables, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); err != nil || tables != 0 {
		t.Errorf("%d tables, %v; want none", tables, err)
	}
}

// TestValueRefused appends an emoji to a database without emoji. Only that append fails.
func TestValueRefused(t *testing.T) {
	t.Parallel()
	s := &Store{dialect: postgresDialect} // without the check of Open
	defer s.Close()
	sessiontest.NoError(t, s.dialect.connect(t.Context(), s, latin1(t)))
	sessiontest.NoError(t, errors.Join(s.update(t.Context(), Maintain), s.start(t.Context(), func(GroupStats) {})))
	sessiontest.NoError(t, s.Create(t.Context(), journal.Session{ID: "a", Home: "a"}, event("")))
	emoji := journal.Append{Session: "a", Events: []session.Event{{At: event("").At, Data: &session.TypingStarted{PlanID: "💥"}}}}
	group := requests(t, emoji, keyed("a", ""))
	s.grouper.process(group)
	if !errors.Is(group[0].err, journal.ErrValueRefused) || errors.Is(group[0].err, journal.ErrUnavailable) || group[1].err != nil {
		t.Errorf("the emoji got %v, the other append %v; want journal.ErrValueRefused and none", group[0].err, group[1].err)
	}
	if err := s.Create(t.Context(), journal.Session{ID: "💥", Home: "b"}, event("")); !errors.Is(err, journal.ErrValueRefused) {
		t.Errorf("a session got %v, want journal.ErrValueRefused", err)
	}
	wantLength(t, s, "a", 2)
}

package store_test

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
	"ringer/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) journal.Store { return open(t, filepath.Join(t.TempDir(), "ringer.db")) })
}

// open opens a database until the test is over.
func open(t *testing.T, path string) *store.Store {
	t.Helper()
	s := sessiontest.Must(store.Open(t.Context(), path))(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func refusesToOpen(t *testing.T, path string, words ...string) {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err == nil {
		s.Close()
		t.Fatal("it was opened, want an error")
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("the error does not say %q: %v", word, err)
		}
	}
}

func TestReopening(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	first := open(t, path)
	id := create(t, first)
	epoch := sessiontest.Must(first.Claim(t.Context(), id, "me"))(t)
	hi := message("hi")
	hi.Key = "m:1"
	sessiontest.Must(first.Append(t.Context(), journal.Append{Session: id, Events: []session.Event{hi}}))(t)
	checkpoint := journal.Checkpoint{Session: id, Owner: "me", Epoch: epoch, Settled: 1, DueAt: opened, Snapshot: []byte(`{"v":1}`), SnapshotSeq: 1}
	sessiontest.NoError(t, first.Checkpoint(t.Context(), checkpoint))
	rows, log := contents(t, first, id)
	sessiontest.NoError(t, first.Close())
	second := open(t, path)
	rows2, log2 := contents(t, second, id)
	if !reflect.DeepEqual(rows2, rows) || !reflect.DeepEqual(log2, log) {
		t.Errorf("got  %+v %+v\nwant %+v %+v", rows2, log2, rows, log)
	}
	if again, err := second.Claim(t.Context(), id, "you"); err != nil || again != epoch+1 {
		t.Errorf("epoch %d, error %v; want %d", again, err, epoch+1)
	}
	done, err := second.Append(t.Context(), journal.Append{Session: id, Events: []session.Event{hi}})
	if err != nil || !done.Known[0] || done.Events[0].Seq != 2 {
		t.Errorf("an event from before the restart: %+v, error %v; want seq 2, known", done, err)
	}
}

func TestOpenErrInUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	first := open(t, path)
	refusesToOpen(t, path, path, "in use by process "+strconv.Itoa(os.Getpid()), "stop that process, or choose another file")
	sessiontest.NoError(t, first.Close())
	open(t, path)
}

func TestOpenErrNoFolder(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "nowhere")
	refusesToOpen(t, filepath.Join(folder, "ringer.db"), "no folder "+folder, "create it")
	sessiontest.NoError(t, os.WriteFile(folder, nil, 0o600))
	refusesToOpen(t, filepath.Join(folder, "ringer.db"), "no folder "+folder)
}

func TestOpenErrFolder(t *testing.T) {
	t.Parallel()
	refusesToOpen(t, t.TempDir(), "is a folder", "name a file in it")
}

func TestOpenErrNoDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "notes.txt")
	text := strings.Repeat("Things to buy: bread, milk. ", 100)
	sessiontest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	refusesToOpen(t, path, path+" is not an SQLite database", "choose another file")
	if b, err := os.ReadFile(path); err != nil || string(b) != text {
		t.Errorf("the file was changed, or cannot be read: %v", err)
	}
}

// TestOpenNewerTables opens tables of a newer program: with additions only, and then unusable ones.
func TestOpenNewerTables(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	sessiontest.NoError(t, open(t, path).Close())
	change := func(query string) {
		t.Helper()
		db := sessiontest.Must(sql.Open("sqlite", path))(t)
		sessiontest.Must(db.Exec(query))(t)
		sessiontest.NoError(t, db.Close())
	}
	change("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	s := open(t, path)
	create(t, s)
	if len(s.Notes) == 0 || !strings.Contains(s.Notes[0], "version 9999") {
		t.Errorf("notes %q", s.Notes)
	}
	sessiontest.NoError(t, s.Close())
	change("UPDATE clock SET oldest = 9999")
	refusesToOpen(t, path, "version 9999", "use the newer program")
}

func TestOpenAnyNameOfAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a b?c=d&e%20f#g.db")
	create(t, open(t, path))
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func contents(t *testing.T, s *store.Store, id string) ([]journal.Session, []session.Event) {
	t.Helper()
	rows := sessiontest.Must(s.Home(t.Context(), id))(t)
	log := sessiontest.Must(s.Events(t.Context(), id, 0, 100))(t)
	return rows, log
}

func TestClose(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "ringer.db"))
	id := create(t, s)
	for range 2 {
		sessiontest.NoError(t, s.Close())
	}
	calls := storetest.Calls(s, id)
	maps.Copy(calls, map[string]func(context.Context) error{
		"Create": func(ctx context.Context) error {
			return s.Create(ctx, journal.Session{ID: "ses_b", Home: "ses_b"}, message("hi"))
		},
		"Sessions": func(ctx context.Context) error { return errOf(s.Sessions(ctx, journal.SessionQuery{Limit: 1})) },
		"Take":     func(ctx context.Context) error { return errOf(s.Take(ctx, "me", journal.Selection{})) },
		"Owned":    func(ctx context.Context) error { return errOf(s.Owned(ctx, "me")) },
		"Heads":    func(ctx context.Context) error { return errOf(s.Heads(ctx, []string{id})) },
		"Beat":     func(ctx context.Context) error { return errOf(s.Beat(ctx, journal.Replica{ID: "me"})) },
		"Ping":     s.Ping,
	})
	for name, call := range calls {
		if err := call(t.Context()); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("%s: error %v, want journal.ErrUnavailable", name, err)
		}
	}
}

func TestAContextThatHasEnded(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "ringer.db"))
	id := create(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Session(ctx, id); !errors.Is(err, context.Canceled) || errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

var opened = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func message(text string) session.Event {
	return session.Event{At: opened, Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: text}}}
}

// errOf returns the error of a call with one result.
func errOf[T any](_ T, err error) error { return err }

// create opens a session in a home of its own, and returns its id.
func create(t *testing.T, s journal.Store) string {
	t.Helper()
	const id = "ses_0000"
	row := journal.Session{ID: id, Home: id, Strategy: "scheduler", Status: journal.Open, CreatedAt: opened, LastSeq: 1, Barrier: 1}
	sessiontest.NoError(t, s.Create(t.Context(), row, session.Event{Seq: 1, At: opened, Data: &session.SessionCreated{}}))
	return id
}

// TestPostgres uses tables again, since migrating takes longer than most rules.
func TestPostgres(t *testing.T) {
	t.Parallel()
	migrated := make(chan string, 100)
	storetest.Run(t, func(rule *testing.T) journal.Store {
		var address string
		select {
		case address = <-migrated:
		default:
			address = storetest.Postgres(t)
		}
		rule.Cleanup(func() { // after the store is closed
			if err := empty(address); err != nil {
				rule.Error(err)
				return
			}
			select {
			case migrated <- address:
			default:
			}
		})
		return open(rule, address)
	})
}

// empty makes the tables of a database as they are after the migrations.
func empty(address string) error {
	db, err := sql.Open("postgres", address)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(`DO $$ DECLARE name text; BEGIN
		SET LOCAL session_replication_role = replica; -- deletes in any order
		FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose%' AND tablename NOT IN ('clock', 'feed_slots') LOOP
			EXECUTE 'DELETE FROM ' || quote_ident(name);
		END LOOP;
		UPDATE clock SET shift = 0;
	END $$`)
	return err
}

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) journal.Store { return store.NewMemory() })
}

package cli

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
	"ringer/store/storetest"
)

func TestDatabaseURLIsNeverShown(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"mysql://me:secret@host/name", "postgres://me:secret@host:port/name", "postgres://me:secret@[/name"} {
		out, err := command(t, "migrate", "--database-url", url)
		if err == nil || !strings.Contains(err.Error(), "--database-url") || strings.Contains(out+err.Error(), "secret") {
			t.Errorf("%s: %q, %v", url, out, err)
		}
	}
	for _, url := range []string{"postgres://me:secret@host/name", "postgres://host/name?user=me&password=secret"} {
		if shown := (&databaseFlags{URL: url}).String(); strings.Contains(shown, "secret") || !strings.Contains(shown, "host/name") {
			t.Errorf("%s is shown as %s", url, shown)
		}
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	for range 2 { // the second time there is nothing to do
		out, err := command(t, "migrate", "--database-url", address)
		if err != nil || !strings.Contains(out, "are now at version 16") {
			t.Errorf("%q, %v", out, err)
		}
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ringer.db")
	s, err := store.Open(t.Context(), path)
	sessiontest.NoError(t, err)
	for _, id := range []string{"ses_a", "ses_b"} {
		first := session.Event{At: time.Now().Add(-48 * time.Hour), Data: &session.SessionCreated{}}
		sessiontest.NoError(t, s.Create(t.Context(), journal.Session{ID: id, Home: id}, first))
	}
	end := journal.Append{Session: "ses_a", End: true, Guard: journal.Guard{Kind: journal.BarrierFact, Barrier: 1}}
	end.Events = []session.Event{{At: time.Now().Add(-36 * time.Hour), Data: &session.SessionEnded{Reason: session.EndedByPlatform}}}
	sessiontest.Must(s.Append(t.Context(), end))(t)
	if _, err := command(t, "prune", "--db", path, "--older-than", "1d"); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("while another process uses it: %v", err)
	}
	sessiontest.NoError(t, s.Close())
	if out, err := command(t, "prune", "--db", path, "--older-than", "1d", "--dry-run"); err != nil || !strings.Contains(out, "would delete 1 sessions") {
		t.Errorf("a dry run: %q, %v", out, err)
	}
	for _, c := range []struct{ age, want string }{{"2d", "deleted 0 sessions"}, {"30h", "deleted 1 sessions"}, {"1d", "deleted 0 sessions"}} {
		if out, err := command(t, "prune", "--db", path, "--older-than", c.age); err != nil || !strings.Contains(out, c.want) {
			t.Errorf("older than %s: %q, %v; want %s", c.age, out, err, c.want)
		}
	}
	t.Run("AfterAStep", func(t *testing.T) {
		if s, err = store.Open(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		first := session.Event{At: time.Now().Add(-40 * 24 * time.Hour), Data: &session.SessionCreated{}}
		end.Session, end.Events = "ses_c", []session.Event{{At: first.At, Data: &session.SessionEnded{Reason: session.EndedByPlatform}}}
		_, err = s.SetShift(t.Context(), 0, 39*24*time.Hour)
		if err = errors.Join(s.Create(t.Context(), journal.Session{ID: "ses_c", Home: "ses_c"}, first), err); err != nil {
			t.Fatal(err)
		}
		if _, err = s.Append(t.Context(), end); err != nil {
			t.Fatal(err)
		}
		if err = s.Close(); err != nil {
			t.Fatal(err)
		}
		if out, err := command(t, "prune", "--db", path, "--older-than", "30d"); err != nil || !strings.Contains(out, "deleted 0 sessions") {
			t.Errorf("%q, %v", out, err)
		}
		if out, err := command(t, "prune", "--db", path, "--older-than", "20h"); err != nil || !strings.Contains(out, "deleted 1 sessions") {
			t.Errorf("%q, %v", out, err)
		}
	})
	for _, bad := range []string{"-1h", "1.5d", "soon", "-3d"} {
		if _, err := command(t, "prune", "--db", path, "--older-than="+bad); err == nil {
			t.Errorf("%s was accepted as an age", bad)
		}
	}
}

func TestPruneNeedsTwoClocks(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, d := range []time.Duration{0, -30 * time.Second, 30 * time.Second} {
		if err := agree(now, now.Add(d)); err != nil {
			t.Errorf("%s: %v", d, err)
		}
	}
	if err := agree(now, time.Time{}); err != nil {
		t.Errorf("no clock in the database: %v", err)
	}
	for _, d := range []time.Duration{-time.Hour, time.Hour, -40 * 24 * time.Hour} {
		sessiontest.Fails(t, agree(now, now.Add(d)), "prune again")
	}
}

package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
)

// database is a database that may be away. It counts how often the open sessions were counted.
type database struct {
	away    error
	counted int
}

func (d *database) Ready(context.Context) error { return d.away }
func (d *database) Overdue() int                { return 2 }

func (d *database) OpenCounts(context.Context) ([]journal.OpenCount, error) {
	d.counted++
	return []journal.OpenCount{{Strategy: "tom", N: 3}, {Strategy: "tom", Path: "silence", N: 1}, {IsGame: true, N: 2}}, nil
}

// shown returns the lines of metrics with a prefix.
func shown(m *Metrics, prefix string) []string {
	recorder := httptest.NewRecorder()
	m.Handler(slog.New(slog.DiscardHandler)).ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	return slices.DeleteFunc(strings.Split(recorder.Body.String(), "\n"), func(line string) bool { return !strings.HasPrefix(line, prefix) })
}

// TestWatch: an outage is in the metrics although nobody sends anything. Meanwhile nothing is
// counted, so no count is shown.
func TestWatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m, d, stopping := New(), &database{}, error(nil)
		m.Watch(d, func(ctx context.Context) error { return errors.Join(d.Ready(ctx), stopping) })
		has := func(want ...string) {
			t.Helper()
			var got []string
			for _, prefix := range []string{"ringer_ready", "ringer_database_up", "ringer_sessions_open", "ringer_games_open", "ringer_messages_overdue"} {
				got = append(got, shown(m, prefix)...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the metrics are %q, want %q", got, want)
			}
		}
		open := []string{`ringer_sessions_open{path="full",strategy="tom"} 3`, `ringer_sessions_open{path="silence",strategy="tom"} 1`, "ringer_games_open 2", "ringer_messages_overdue 2"}
		for range 3 {
			has(append([]string{"ringer_ready 1", "ringer_database_up 1"}, open...)...)
		}
		if d.counted != 1 {
			t.Errorf("the open sessions were counted %d times, want once in %s", d.counted, countEvery)
		}
		d.away = errors.New("away")
		has("ringer_ready 0", "ringer_database_up 0", "ringer_messages_overdue 2")
		d.away, stopping = nil, errors.New("stopping")
		time.Sleep(countEvery)
		has(append([]string{"ringer_ready 0", "ringer_database_up 1"}, open...)...)
		if d.counted != 2 {
			t.Errorf("the open sessions were counted %d times after %s", d.counted, countEvery)
		}
	})
}

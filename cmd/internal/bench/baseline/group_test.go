package baseline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/sessiontest"
)

func addAll(t *testing.T, w *writer, posts int) []int64 {
	t.Helper()
	ids := make([]int64, posts)
	var wait sync.WaitGroup
	for i := range ids {
		wait.Go(func() {
			var err error
			if ids[i], err = w.add(t.Context(), "ses_1", line{"Blue", "hello"}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	return ids
}

// TestWhatWaitsIsOneGroup stores one post, and then the others, which waited for it, together.
func TestWhatWaitsIsOneGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var groups []int
		w := &writer{make(chan *entry, most), func(_ context.Context, group []*entry) error {
			groups = append(groups, len(group))
			time.Sleep(time.Second)
			return nil
		}}
		go w.run(ctx)
		go addAll(t, w, 1)
		synctest.Wait()
		addAll(t, w, 50)
		if !slices.Equal(groups, []int{1, 50}) {
			t.Errorf("groups of %d posts, want 1 and 50", groups)
		}
		stop()
		synctest.Wait()
	})
}

func TestGroupsAreStored(t *testing.T) {
	t.Parallel()
	databases := map[string]string{"SQLite": filepath.Join(t.TempDir(), "baseline.db")}
	if url := os.Getenv("TEST_DATABASE_URL"); url != "" {
		databases["Postgres"] = url + "&search_path=pg_temp" // the table ends with the only connection
	}
	for name, database := range databases {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			w := sessiontest.Must(newWriter(ctx, database))(t)
			ids := addAll(t, w, 100)
			slices.Sort(ids)
			if len(slices.Compact(ids)) != 100 || ids[0] != 1 || ids[99] != 100 {
				t.Errorf("the rows have the numbers %d", ids)
			}
		})
	}
}

package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// waiters is how many appends wait together in TestStatements.
const waiters = 50

// TestStatements counts the statements that store appends which wait together.
func TestStatements(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		append func(i int) []journal.Append
		want   int
	}{
		"PostsToOneSession": {func(int) []journal.Append { return []journal.Append{post("ses_0", "")} }, 1},
		"PostsToFifty":      {func(i int) []journal.Append { return []journal.Append{post(fmt.Sprint("ses_", i), "")} }, 1},
		"WithKeys":          {func(i int) []journal.Append { return []journal.Append{post("ses_0", fmt.Sprint("m:", i))} }, 1},
		"PostsToAGame":      {func(i int) []journal.Append { return postToGame(fmt.Sprint("m:", i), 1) }, 1},
		// The rows say why.
		"RefusedPostsToAGame": {func(int) []journal.Append { return postToGame("", 7) }, 2},
		// The rows and the events with the keys are read, and a second statement stores the others.
		"OneIsKnown": {func(i int) []journal.Append { return postToGame(fmt.Sprint("m:", i-1), 1) }, 4},
		"ABarrierIsTheLast": {func(i int) []journal.Append {
			a := post("ses_0", "")
			a.Barrier = i == waiters-1
			return []journal.Append{a}
		}, 1},
		"Acts": {func(i int) []journal.Append {
			a := post("ses_0", fmt.Sprint("a:", i))
			a.Guard, a.Settled, a.DueAt = actsOf("me", 1), int64(i), time.UnixMicro(int64(100-i))
			return []journal.Append{a}
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setupGame(t)
			if got := countStatements(t, s, c.append); got != c.want {
				t.Errorf("%d statements, want %d", got, c.want)
			}
		})
	}
}

// TestPartsOfAppends counts the steps in the plans of append.sql. A part that a round does not need
// costs it no step.
func TestPartsOfAppends(t *testing.T) {
	t.Parallel()
	a := setup(t, storetest.Postgres(t)).grouper.appender.(*postgresAppender)
	steps := map[parts]int{}
	for i := range 8 {
		p := parts{Changes: i&1 > 0, Keys: i&2 > 0, Together: i&4 > 0}
		sessiontest.Must(a.conn.ExecContext(t.Context(), fmt.Sprintf("PREPARE append%d AS %s", i, p.statement())))(t)
		var plan []string
		sessiontest.NoError(t, a.conn.SelectContext(t.Context(), &plan, fmt.Sprintf("EXPLAIN EXECUTE append%d (NULL%s)", i, strings.Repeat(", NULL", 22))))
		steps[p] = strings.Count(strings.Join(plan, "\n"), "->")
	}
	for p, n := range steps {
		for _, less := range []parts{{false, p.Keys, p.Together}, {p.Changes, false, p.Together}, {p.Changes, p.Keys, false}} {
			if less != p && steps[less] >= n {
				t.Errorf("%d steps with %+v, and %d with %+v", n, p, steps[less], less)
			}
		}
	}
}

// setupGame creates fifty sessions in a home that belongs to "me". Seven of them know the key m:-1.
func setupGame(t *testing.T) *Store {
	t.Helper()
	s := setup(t, storetest.Postgres(t))
	for i := range waiters {
		sessiontest.NoError(t, s.Create(t.Context(), journal.Session{ID: fmt.Sprint("ses_", i), Home: "gam"}, event("")))
	}
	claim(t, s, "gam", "me")
	sessiontest.Must(s.AppendAll(t.Context(), postToGame("m:-1", 1)))(t)
	return s
}

// countStatements stores appends that wait together, and returns how many statements that took.
func countStatements(t *testing.T, s *Store, appends func(i int) []journal.Append) int {
	t.Helper()
	var waiting []*request
	for i := range waiters {
		r := sessiontest.Must(newRequests(t.Context(), appends(i)))(t)
		waiting = append(waiting, r)
	}
	group, rest := nextGroup(waiting)
	if len(rest) > 0 {
		t.Fatalf("%d appends are left for the next group", len(rest))
	}
	before := s.grouper.appender.asked()
	s.grouper.process(group)
	return s.grouper.appender.asked() - before
}

func post(sessionID, key string) journal.Append {
	return journal.Append{Session: sessionID, Guard: journal.Guard{Kind: journal.BarrierFact, Barrier: 1}, Events: []session.Event{event(key)}}
}

// postToGame is a post to the log of a game and to those of its six bots.
func postToGame(key string, barrier int64) []journal.Append {
	appends := []journal.Append{post("ses_0", key)}
	appends[0].Guard.Barrier = barrier
	for i := range 6 {
		appends = append(appends, keyed(fmt.Sprint("ses_", i+1), key))
	}
	return appends
}

// TestLastOfSeveral: the last of several appends in a group decides what the row says.
func TestLastOfSeveral(t *testing.T) { databases(t, lastOfSeveral) }

func lastOfSeveral(t *testing.T, address string) {
	s := setup(t, address, "a", "b", "c")
	epoch := claim(t, s, "a", "me")
	acts := func(settled int64, due time.Time) journal.Append {
		return journal.Append{Session: "a", Guard: actsOf("me", epoch), Events: []session.Event{event(""), event("")}, Settled: settled, DueAt: due}
	}
	barrier, end := post("b", ""), post("c", "")
	barrier.Barrier, barrier.Trailing, barrier.Roster = true, 1, &session.Roster{Phase: "night"}
	barrier.Events = append(barrier.Events, event(""), event(""))
	end.End = true
	for i, o := range together(t, s, acts(3, time.UnixMicro(9)), acts(2, time.UnixMicro(5)), post("b", ""), post("b", ""), barrier, post("c", ""), end) {
		if o.err != nil {
			t.Errorf("append %d: %v", i, o.err)
		}
	}
	for id, want := range map[string]journal.Session{
		"a": {LastSeq: 5, Barrier: 1, Settled: 3, DueAt: time.UnixMicro(5).UTC(), Status: journal.Open},
		"b": {LastSeq: 6, Barrier: 5, Status: journal.Open, Roster: session.Roster{Phase: "night"}},
		"c": {LastSeq: 3, Barrier: 3, Status: journal.Ended},
	} {
		length(t, s, id)
		row, err := s.Session(t.Context(), id)
		got := journal.Session{LastSeq: row.LastSeq, Barrier: row.Barrier, Settled: row.Settled, DueAt: row.DueAt, Status: row.Status, Roster: session.Roster{Phase: row.Roster.Phase}}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("session %s is %+v, want %+v, error %v", id, got, want, err)
		}
	}
}

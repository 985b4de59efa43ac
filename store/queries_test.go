package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/sessiontest"
	"ringer/store/storetest"
)

// TestQueriesSearchAnIndex checks SQLite's plans. A scan would get slower with each session.
func TestQueriesSearchAnIndex(t *testing.T) {
	t.Parallel()
	s := setup(t, filepath.Join(t.TempDir(), "ringer.db"))
	for query, want := range map[string]string{
		selectSession:                      "sqlite_autoindex_sessions_1",
		selectEvents:                       "sqlite_autoindex_events_1",
		selectCalls:                        "sqlite_autoindex_calls_1",
		deleteCalls:                        "sqlite_autoindex_calls_1",
		selectSurveys:                      "sqlite_autoindex_surveys_1",
		deleteSurveys:                      "sqlite_autoindex_surveys_1",
		selectByExternalID:                 "sessions_external",
		fmt.Sprintf(selectAllKeyed, ", ?"): "events_key",
		selectOpen:                         "sessions_home",
		selectOwner:                        "sqlite_autoindex_homes_1",
		selectClock:                        "sessions_due",
		selectSessions + " ORDER BY s.created_at DESC, s.id DESC LIMIT ?":                                 "sessions_listed",
		selectSessions + " AND s.cost IS NOT NULL ORDER BY s.cost DESC, s.tokens DESC, s.id DESC LIMIT ?": "sessions_spent",
		selectOpenCounts:                   "sessions_open",
		selectHolders:                      "sqlite_autoindex_homes_1",
		selectHeads + "?, ?)":              "sqlite_autoindex_sessions_1",
		selectKeys + "(?, ?), (?, ?))":     "events_key",
		updateLast:                         "sqlite_autoindex_sessions_1",
		updateHead:                         "sqlite_autoindex_sessions_1",
		updateCheckpoint:                   "sqlite_autoindex_sessions_1",
		s.taking(picks[journal.Due]):       "sessions_due",
		s.taking(picks[journal.Late]):      "sessions_due",
		s.taking(picks[journal.Unsettled]): "sessions_unsettled",
		s.taking(picks[journal.Orphaned]):  "homes_owned",
		s.taking(picks[journal.All]):       "homes_owned",
		selectOwned:                        "homes_owned",
		claimHome:                          "sqlite_autoindex_homes_1",
		selectGrowths:                      "sqlite_autoindex_feed_1 (tenant=? AND slot=? AND n>?)",
		selectFeedStart:                    "sqlite_autoindex_feed_1 (tenant=? AND slot=?)",
		selectFeedEnd:                      "sqlite_autoindex_feed_1 (tenant=? AND slot=?)",
		selectNextTenant:                   "sqlite_autoindex_feed_1 (tenant>?)",
		selectOldFeed:                      "sqlite_autoindex_feed_1 (tenant=? AND slot=?)",
		deleteOldFeed:                      "sqlite_autoindex_feed_1 (tenant=? AND slot=? AND n<?)",
		selectWebhooks:                     "webhooks_tenant",
		selectPending:                      "deliveries_pending",
		countPending:                       "deliveries_pending",
		deleteSettled:                      "deliveries_ended",
		selectDeliveries[""]:               "sqlite_autoindex_deliveries_1",
		selectDeliveries[journal.Dead]:     "deliveries_dead",
		selectDeliveries[journal.Gone]:     "deliveries_gone",
	} {
		var plan []struct {
			ID, Parent, Notused int
			Detail              string
		}
		args := make([]any, strings.Count(query, "?"))
		if err := s.writes.Select(&plan, "EXPLAIN QUERY PLAN "+query, args...); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
		var steps []string
		for _, step := range plan {
			steps = append(steps, step.Detail)
			// The indexes of unsettled and of open sessions may be scanned: the queries want all
			// their rows.
			whole := strings.Contains(step.Detail, "sessions_unsettled") || strings.Contains(step.Detail, "COVERING INDEX sessions_open")
			if strings.HasPrefix(step.Detail, "SCAN s") && !whole || strings.HasPrefix(step.Detail, "SCAN e") {
				t.Errorf("%q scans a table in %s", step.Detail, query)
			}
		}
		if all := strings.Join(steps, "\n"); !strings.Contains(all, want) {
			t.Errorf("the index %s is not used for %s; the plan is\n%s", want, query, all)
		}
	}
}

// TestSpansSearchAnIndex checks the plan of Postgres that serves all values of the parameters.
func TestSpansSearchAnIndex(t *testing.T) {
	t.Parallel()
	s := setup(t, storetest.Postgres(t))
	db := sessiontest.Must(s.writes.Connx(t.Context()))(t)
	defer db.Close()
	query := s.writes.Rebind(selectSpans)
	for _, q := range []string{
		"INSERT INTO events (session_id, seq, at, v, type, data) SELECT 'ses_' || i, seq, 0, 1, 'message.sent', '{}' FROM generate_series(1, 20) i, generate_series(1, 1000) seq",
		"ANALYZE events", "SET plan_cache_mode = force_generic_plan", "PREPARE spans AS " + query,
	} {
		sessiontest.Must(db.ExecContext(t.Context(), q))(t)
	}
	var plan []string
	sessiontest.NoError(t, db.SelectContext(t.Context(), &plan, "EXPLAIN EXECUTE spans ('{ses_1,ses_2}', '{1,2}', '{2,3}', NULL, NULL)"))
	if all := strings.Join(plan, "\n"); !strings.Contains(all, "Index Scan using events_pkey") || strings.Contains(all, "Seq Scan") {
		t.Errorf("the plan is\n%s", all)
	}
}

// TestAMessageWritesNoIndexOfSessions checks an append that changes only a session's last seq. The
// statement for other appends shows that the check can fail.
func TestAMessageWritesNoIndexOfSessions(t *testing.T) {
	t.Parallel()
	s := setup(t, filepath.Join(t.TempDir(), "ringer.db"))
	writes := func(query string) (n int) {
		rows := sessiontest.Must(s.writes.Queryx("EXPLAIN "+query, make([]any, strings.Count(query, "?"))...))(t)
		defer rows.Close()
		for rows.Next() {
			columns := sessiontest.Must(rows.SliceScan())(t)
			if columns[1] == "IdxInsert" {
				n++
			}
		}
		return n
	}
	if n := writes(updateLast); n != 0 {
		t.Errorf("it writes %d indexes", n)
	}
	if writes(updateHead) == 0 {
		t.Error("the update of the whole row writes no index, so this test sees nothing")
	}
}

package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"ringer/engine/sessiontest"
)

// The columns of the rows that a fill writes. $1 counts the sessions, $2 is the first number, and
// $3 the present in microseconds unless a comment says otherwise.
const (
	fillNumbers = `FROM generate_series($2::bigint + 1, $2::bigint + $1::bigint) AS n`
	fillID      = `scale_id(n)`
	// fillSecond is when session n was created, in seconds since 1970: one a second from June 2025
	// on.
	fillSecond = `(1750000000 + n)`
	// fillSize is how many events session n has: 3 to 10.
	fillSize = `(3 + n % 8)`
	fillHour = `3600000000::bigint`

	fillHomes = `INSERT INTO homes (id, tenant, owner, epoch) SELECT ` + fillID + `, '', '', 1 ` + fillNumbers
	// One session of twenty is open. It is settled, and due within the next days.
	fillSessions = `INSERT INTO sessions (id, home, status, last_seq, barrier_seq, settled_seq, unsettled, due_at, tenant, external_id, is_table,
		strategy, created_at, roster)
		SELECT ` + fillID + `, ` + fillID + `, CASE WHEN n % 20 = 0 THEN 'open' ELSE 'ended' END, ` + fillSize + `, 1, ` + fillSize + `, false,
			CASE WHEN n % 20 = 0 THEN $3::bigint + ` + fillHour + ` * (1 + n % 72) END, '', CASE WHEN n % 2 = 0 THEN 'game-' || n END, false,
			(ARRAY['scheduler', 'fourmind', 'tom'])[1 + n % 3], ` + fillSecond + ` * 1000000,
			'{"bot":"red","players":["red","blue","green","yellow","black","white"],"alive":["red","blue","green"],"language":"en"}' ` + fillNumbers
	// Events of a hundred sessions are stored in turn, as games go on. $3 is 0 for what people
	// said, and 1 for the other events, which are longer.
	fillEvents = `INSERT INTO events (session_id, seq, at, v, type, key, data, cursor)
		SELECT ` + fillID + `, seq, ` + fillSecond + ` * 1000000 + seq * 7000000, 1,
			CASE WHEN seq = 1 THEN 'session.created' WHEN seq % 2 = 0 THEN 'message.received' ELSE 'message.sent' END,
			CASE WHEN seq > 1 AND seq % 2 = 0 THEN 'm:' || substr(md5((n + seq)::text), 1, 12) END,
			'{"sender":"blue","kind":"player","text":"' || CASE WHEN seq % 2 = 0 THEN substr(md5((n * 16 + seq)::text), 1, 8) ELSE repeat(md5((n * 16 + seq)::text), CASE WHEN seq = 1 THEN 24 ELSE 9 END) END || '"}',
			CASE WHEN seq > 1 AND seq % 2 = 1 THEN seq - 1 END
		FROM generate_series($2::bigint / 100, ($2::bigint + $1::bigint) / 100) AS room, generate_series(1, 10) AS seq, generate_series(1, 100) AS place,
			LATERAL (SELECT room * 100 + place AS n) AS numbered
		WHERE seq % 2 = $3::bigint AND seq <= ` + fillSize + ` AND n > $2::bigint AND n <= $2::bigint + $1::bigint`
	fillSnapshots = `INSERT INTO snapshots (session_id, seq, data)
		SELECT ` + fillID + `, ` + fillSize + `, (SELECT string_agg(md5((n * 64 + k)::text), '') FROM generate_series(1, 64) AS k) ` + fillNumbers

	// Of a hundred live sessions, all open, two are due, two unsettled, ten have a dead owner, and
	// ten belong to nobody.
	fillLive = `UPDATE sessions SET status = 'open', due_at = CASE WHEN n % 50 = 0 THEN $3::bigint ELSE $3::bigint + ` + fillHour + ` * (1 + n % 72) END,
		unsettled = n % 50 = 1 ` + fillNumbers + ` WHERE id = ` + fillID
	fillOwners = `UPDATE homes SET owner = CASE n % 10 WHEN 2 THEN 'gone' WHEN 8 THEN '' ELSE 'here' END ` + fillNumbers + ` WHERE id = ` + fillID
	fillList   = `SELECT ` + fillID + ` AS id ` + fillNumbers + ` ORDER BY n`
	// fillAsleep lists all open sessions whose homes belong to nobody.
	fillAsleep = `SELECT h.id FROM homes h JOIN sessions s ON s.home = h.id WHERE s.status = 'open' AND h.owner = '' ORDER BY h.id`

	// These return statements that drop a constraint or an index, and that make it again, foreign
	// keys first. Indexes get the free space of one that grew row by row.
	fillConstraints = `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname), format('ALTER TABLE %s ADD CONSTRAINT %I %s',
		conrelid::regclass, conname, pg_get_constraintdef(oid) || CASE WHEN contype = 'p' THEN ' WITH (fillfactor = 70)' ELSE '' END)
		FROM pg_constraint WHERE conrelid IN ('homes'::regclass, 'sessions'::regclass, 'events'::regclass, 'snapshots'::regclass)
		AND contype IN ('p', 'f') ORDER BY contype`
	fillIndexes = `SELECT format('DROP INDEX %I', indexrelid::regclass), regexp_replace(pg_get_indexdef(indexrelid), '( WHERE |$)', ' WITH (fillfactor = 70)\1')
		FROM pg_index WHERE indrelid IN ('homes'::regclass, 'sessions'::regclass, 'events'::regclass) AND NOT indisprimary`
)

// createID makes the function of ids: six letters of the time, and sixteen in no order
// (desk.NewID).
func createID() string {
	stamp := ""
	for shift := 25; shift >= 0; shift -= 5 {
		stamp += fmt.Sprintf(` || substr('234567abcdefghijklmnopqrstuvwxyz', (%s >> %d & 31)::int + 1, 1)`, fillSecond, shift)
	}
	if *scaleScattered {
		stamp = ""
	}
	return `CREATE FUNCTION scale_id(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
		SELECT 'ses_'` + stamp + ` || translate(substr(md5(n::text), 1, 16), '0123456789', 'ghijklmnop') $$`
}

// fill writes the sessions of a size, and then the live ones, which are the same at each size.
func fill(t *testing.T, db *sqlx.DB, sessions, live int, now int64) {
	t.Helper()
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, used(query, args)...); err != nil {
			t.Fatalf("%v in %s", err, query)
		}
	}
	// One connection keeps its settings. Tables get their indexes and foreign keys after their
	// rows, which is faster.
	exec(`SET synchronous_commit = off`)
	exec(`SET session_replication_role = replica`)
	exec(createID())
	var drops, adds []string
	for _, query := range []string{fillConstraints, fillIndexes} {
		rows := sessiontest.Must(db.Query(query))(t)
		for rows.Next() {
			var drop, add string
			sessiontest.NoError(t, rows.Scan(&drop, &add))
			drops, adds = append(drops, drop), append(adds, add)
		}
		sessiontest.NoError(t, rows.Err())
	}
	for _, query := range drops {
		exec(query)
	}
	whole, last := []any{sessions + live, 0, now}, []any{live, sessions, now}
	exec(fillHomes, whole...)
	exec(fillSessions, whole...)
	// A vacuum shows the gaps at the ends of pages, and short events fill them, as in an old table.
	// So the new events must not find them.
	exec(fillEvents, sessions+live, 0, 1)
	exec(`VACUUM events`)
	exec(fillEvents, sessions+live, 0, 0)
	for _, query := range slices.Backward(adds) { // primary keys before the foreign keys to them
		exec(query)
	}
	for _, query := range []string{fillSnapshots, fillLive, fillOwners} {
		exec(query, last...)
	}
	exec(`INSERT INTO replicas (id, name, beats, homes, rings) VALUES ('here', 'here', 1, 1, 1)`)
	for _, table := range []string{"homes", "sessions", "events", "snapshots", "replicas"} {
		exec(`VACUUM (ANALYZE) ` + table)
	}
}

// used returns the arguments that a query names.
func used(query string, args []any) []any {
	for len(args) > 0 && !strings.Contains(query, fmt.Sprint("$", len(args))) {
		args = args[:len(args)-1]
	}
	return args
}

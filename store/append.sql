-- An append on Postgres: one statement stores a group. It stores an append when its guard holds and
-- none of its keys is known. It returns the stored appends with their first seqs. The appender reads
-- afterwards why the few others were not stored.
--
-- No list is joined with another list, since Postgres cannot know how long the lists are. Instead a
-- session's row and its new events are in one list, and one window numbers them. The planner
-- settings of this connection (see postgres_append.go) keep the other joins on the indexes.
WITH wanted AS MATERIALIZED ( -- the sessions, each with the guard of its appends and their changes to its row
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[], $9::boolean[], $10::text[])
        WITH ORDINALITY AS w (id, kind, barrier, owner, epoch, settled, due, moves, ends, roster, n)
),
locked AS MATERIALIZED ( -- always in the same order, so that two programs never deadlock
    SELECT w.*, s.home, s.status, s.last_seq, s.barrier_seq FROM wanted w JOIN sessions s ON s.id = w.id ORDER BY s.id FOR NO KEY UPDATE OF s
),
heads AS MATERIALIZED ( -- the sessions whose guard holds. The lock on a home makes a claim wait for the acts of the last owner
    SELECT * FROM locked l
    WHERE status = 'open' AND (kind = 0 OR barrier = barrier_seq) AND CASE WHEN kind = 2 THEN COALESCE(
        (SELECT true FROM homes h WHERE h.id = l.home AND h.owner = l.owner AND h.epoch = l.epoch FOR SHARE), false) ELSE true END
),
lines AS MATERIALIZED ( -- the events. n is the place of the session in wanted; append is the place of the append in the group
    SELECT * FROM unnest($11::bigint[], $12::bigint[], $13::text[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::bigint[], $19::bigint[])
        WITH ORDINALITY AS l (n, append, session_id, at, type, key, data, cursor, shift, place)
),
known AS MATERIALIZED (
    SELECT append FROM lines l
    WHERE key <> '' AND (SELECT true FROM events e WHERE e.session_id = l.session_id AND e.key = l.key)
),
numbered AS MATERIALIZED (
    SELECT *, CASE WHEN place > 0 THEN first_value(last_seq) OVER session + row_number() OVER session - 1 END AS seq
    FROM (
        SELECT n, 0 AS place, id AS session_id, last_seq, kind, settled, due, moves, ends, roster,
            NULL::bigint AS append, NULL::bigint AS at, NULL AS type, NULL AS key, NULL AS data, NULL::bigint AS cursor, NULL::bigint AS shift
        FROM heads
        UNION ALL
        SELECT n, place, session_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, append, at, type, key, data, cursor, shift
        FROM lines WHERE append NOT IN (SELECT append FROM known)
    ) AS both_lists
    WINDOW session AS (PARTITION BY n ORDER BY place)
),
updated AS (
    UPDATE sessions s SET
        last_seq = g.last_seq,
        barrier_seq = CASE WHEN g.moves THEN g.last_seq ELSE s.barrier_seq END,
        settled_seq = GREATEST(s.settled_seq, g.settled),
        unsettled = g.last_seq > GREATEST(s.settled_seq, g.settled),
        due_at = CASE WHEN g.ends THEN NULL WHEN g.kind = 2 THEN NULLIF(g.due, 0) ELSE s.due_at END,
        status = CASE WHEN g.ends THEN 'ended' ELSE s.status END,
        roster = COALESCE(NULLIF(g.roster, ''), s.roster)
    FROM (
        SELECT session_id, max(seq) AS last_seq, max(kind) AS kind, max(settled) AS settled, max(due) AS due,
            bool_or(moves) AS moves, bool_or(ends) AS ends, max(roster) AS roster
        FROM numbered GROUP BY session_id HAVING max(seq) IS NOT NULL
    ) AS g
    WHERE s.id = g.session_id
),
inserted AS (
    INSERT INTO events (session_id, seq, at, v, type, key, data, cursor, shift)
    SELECT session_id, seq, at, $20::bigint, type, NULLIF(key, ''), data, NULLIF(cursor, 0), NULLIF(shift, 0) FROM numbered WHERE seq IS NOT NULL
)
SELECT append, min(seq) FROM numbered WHERE seq IS NOT NULL GROUP BY append

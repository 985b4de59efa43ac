-- An append on Postgres: one statement stores a group. It stores the appends of a session when their
-- guard holds and none of their keys is known. It returns the sessions with their last seqs before
-- the append. The appender reads afterwards why the few others were not stored.
--
-- Every part of the statement costs time, even for one event. Windows, aggregates and sorts would
-- take half as long again. So the appender numbers the events of a session from 1, and sorts the
-- sessions by id: two programs that lock rows in one order never deadlock. The planner settings of
-- this connection (see postgres_append.go) make the update take the sessions in that order.
--
-- Some appends are stored together with appends to other sessions, all or none. $22 holds the places
-- of their sessions. If only some of these can be stored, the statement divides by zero, and stores
-- nothing at all. A group of requests is then tried one by one.
--
-- A column without values is sent as an empty list, which unnest fills up with NULL. NULL means zero.
--
-- This is a template. Most rounds have only plain facts, and to prepare a part of the statement for
-- each run costs time, even if the part then does nothing. So a round leaves out what it does not
-- need: Changes of rows and acts, Keys, and appends that are stored Together.
WITH heads AS ( -- w holds the sessions, each with the guard of its appends and their changes to its row
    UPDATE sessions s SET
        last_seq = s.last_seq + w.size,
        {{- if .Changes}}
        barrier_seq = CASE WHEN w.moves > 0 THEN s.last_seq + w.size + 1 - w.moves ELSE s.barrier_seq END,
        settled_seq = GREATEST(s.settled_seq, w.settled),
        unsettled = s.last_seq + w.size > GREATEST(s.settled_seq, w.settled),
        due_at = CASE WHEN w.ends THEN NULL WHEN w.kind = 2 THEN NULLIF(w.due, 0) ELSE s.due_at END,
        status = CASE WHEN w.ends THEN 'ended' ELSE s.status END,
        roster = COALESCE(NULLIF(w.roster, ''), s.roster)
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::boolean[], $11::text[])
        WITH ORDINALITY AS w (id, size, kind, barrier, owner, epoch, settled, due, moves, ends, roster, n)
    {{- else}}
        unsettled = true
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS w (id, size, kind, barrier, n)
    {{- end}}
    WHERE s.id = w.id AND (s.status = 'open' AND (w.kind = 0 OR COALESCE(w.barrier, 0) = s.barrier_seq) OR w.kind = 3)
        {{- if .Changes}}
        -- The lock on a home makes a claim wait for the acts of the last owner. Acts lock their session's
        -- row first, so that a claim does not also wait for that row.
        AND CASE WHEN w.kind = 2 THEN COALESCE((SELECT true FROM homes h
            WHERE h.id = (SELECT a.home FROM sessions a WHERE a.id = w.id FOR NO KEY UPDATE) AND h.owner = COALESCE(w.owner, '') AND h.epoch = COALESCE(w.epoch, 0) FOR SHARE), false) ELSE true END
        {{- end}}{{if .Keys}}
        AND w.n NOT IN (
            SELECT l.n FROM unnest($12::bigint[], $14::text[], $17::text[]) AS l (n, session_id, key)
            WHERE l.key <> '' AND (SELECT true FROM events e WHERE e.session_id = l.session_id AND e.key = l.key))
        {{- end}}
    RETURNING w.n, w.id, w.size, s.tenant, s.last_seq - w.size AS last_seq
),
-- No list is joined with another list: Postgres cannot know how long the lists are, and would compare
-- each row with each.
stored AS MATERIALIZED (
    SELECT tenant, array_agg(n) AS places, array_agg(last_seq) AS lasts, string_agg(id || ' ' || last_seq || ' ' || size, ' ') AS logs FROM heads GROUP BY tenant
),
inserted AS ( -- l holds the events. n is the place of the session in w
    INSERT INTO events (session_id, seq, at, v, type, key, data, cursor, shift)
    SELECT session_id, lasts[array_position(places, n)] + number, at, $21::bigint, type, NULLIF(key, ''), data, NULLIF(cursor, 0), NULLIF(shift, 0)
    FROM stored, unnest($12::bigint[], $13::bigint[], $14::text[], $15::bigint[], $16::text[], $17::text[], $18::text[], $19::bigint[], $20::bigint[])
        AS l (n, number, session_id, at, type, key, data, cursor, shift)
    WHERE n = ANY (places)
),
-- See 0013_feed.sql. The slot is the last lock. $23 is the slot to wait for when all are taken.
turn AS MATERIALIZED (
    SELECT COALESCE((SELECT slot FROM feed_slots ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED), (SELECT slot FROM feed_slots WHERE slot = $23::bigint FOR NO KEY UPDATE)) AS slot
    WHERE EXISTS (SELECT FROM stored)
),
fed AS (
    INSERT INTO feed (tenant, slot, n, at, logs)
    SELECT tenant, slot, nextval('feed_slots_n_seq'), CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT), logs FROM turn, stored
)
SELECT n, last_seq, {{if not .Together}}1{{else}}
    1 / CASE WHEN (SELECT count(*) FROM heads AS h WHERE h.n = ANY ($22::bigint[])) IN (0, cardinality($22::bigint[])) THEN 1 ELSE 0 END{{end}} AS whole
FROM heads
-- Each parameter must be here, so that Postgres knows its type.
WHERE true OR ($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::boolean[], $11::text[], $22::bigint[]) IS NULL

-- This runs unchanged on SQLite and Postgres. Ids and JSON are TEXT; times are microseconds since
-- 1970 in UTC.

-- +goose Up
CREATE TABLE homes (
    id     TEXT   NOT NULL PRIMARY KEY,
    tenant TEXT   NOT NULL,
    owner  TEXT   NOT NULL,
    epoch  BIGINT NOT NULL
);

-- The columns that every append reads and writes come first. The row stays short, since SQLite
-- writes all of it with each update.
CREATE TABLE sessions (
    id          TEXT   NOT NULL PRIMARY KEY,
    home        TEXT   NOT NULL REFERENCES homes (id),
    status      TEXT   NOT NULL,
    last_seq    BIGINT NOT NULL,
    barrier_seq BIGINT NOT NULL,
    settled_seq BIGINT NOT NULL,
    due_at      BIGINT,
    tenant      TEXT   NOT NULL,
    external_id TEXT,
    strategy    TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    roster      TEXT   NOT NULL
);
CREATE UNIQUE INDEX sessions_external ON sessions (tenant, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX sessions_listed ON sessions (tenant, created_at, id);
CREATE INDEX sessions_home ON sessions (home);
CREATE INDEX sessions_due ON sessions (due_at) WHERE status = 'open' AND due_at IS NOT NULL;
CREATE INDEX sessions_unsettled ON sessions (home) WHERE status = 'open' AND last_seq > settled_seq;

-- Snapshots have a table of their own, since each has some tens of kilobytes. With them in the rows
-- of sessions, an append to 50 sessions took five times as long.
CREATE TABLE snapshots (
    session_id TEXT   NOT NULL PRIMARY KEY REFERENCES sessions (id),
    seq        BIGINT NOT NULL,
    data       TEXT   NOT NULL
);

-- There is no foreign key: an append has read the session's row in the same transaction, and the
-- check would cost time for each event.
CREATE TABLE events (
    session_id TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    v          BIGINT NOT NULL,
    type       TEXT   NOT NULL,
    key        TEXT,
    data       TEXT   NOT NULL,
    PRIMARY KEY (session_id, seq)
);
CREATE UNIQUE INDEX events_key ON events (session_id, key) WHERE key IS NOT NULL;

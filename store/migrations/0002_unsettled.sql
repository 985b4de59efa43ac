-- unsettled says whether the log is longer than its owner has settled. It is a column of its own so
-- that an append changes no column of an index: only then Postgres keeps the updated row in its
-- page and leaves all indexes alone. An index on last_seq and settled_seq made each append write
-- six indexes.

-- +goose Up
DROP INDEX sessions_unsettled;
ALTER TABLE sessions ADD COLUMN unsettled BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX sessions_unsettled ON sessions (home) WHERE status = 'open' AND unsettled;

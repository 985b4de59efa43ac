-- Whether the log is longer than its owner has settled, as a column of its own: Postgres keeps an updated row in its page, and
-- leaves every index alone, only while no column of an index changes. An index of the two numbers made each append write six.

-- +goose Up
DROP INDEX sessions_unsettled;
ALTER TABLE sessions ADD COLUMN unsettled BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX sessions_unsettled ON sessions (home) WHERE status = 'open' AND unsettled;

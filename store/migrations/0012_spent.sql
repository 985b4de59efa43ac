-- What the owner of a session notes of it now and then, for lists and for the metrics: the path that
-- its bot takes, and what its model calls have cost. spent is JSON; cost and tokens sort it. They are
-- NULL before the first call, and in rows of games. The state is a fold over the log, as ever.

-- +goose Up
ALTER TABLE sessions ADD COLUMN path TEXT;
ALTER TABLE sessions ADD COLUMN spent TEXT;
ALTER TABLE sessions ADD COLUMN cost BIGINT;
ALTER TABLE sessions ADD COLUMN tokens BIGINT;
CREATE INDEX sessions_spent ON sessions (tenant, cost, tokens, id) WHERE cost IS NOT NULL;
CREATE INDEX sessions_open ON sessions (is_table, strategy, path) WHERE status = 'open';

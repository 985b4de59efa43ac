-- is_table says that a log is a table's own, and not a session's. A table and its sessions have one
-- home. An external id is unique among tables, and among sessions.

-- +goose Up
ALTER TABLE sessions ADD COLUMN is_table BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX sessions_external;
CREATE UNIQUE INDEX sessions_external ON sessions (tenant, external_id, is_table) WHERE external_id IS NOT NULL;
DROP INDEX sessions_listed;
CREATE INDEX sessions_listed ON sessions (tenant, is_table, created_at, id);

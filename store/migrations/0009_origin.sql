-- The database on which these tables were last used by a server. A copy that was made with pg_dump
-- shows by this row that it is one: cluster, base and relation name other things than the row's own
-- surroundings. writer is the transaction that wrote the row, so it is the row's xmin as long as
-- nobody copies the row. Store.compareOrigin says what differs when. SQLite has no rows here.

-- +goose Up
CREATE TABLE origin (
    id       BIGINT NOT NULL PRIMARY KEY,
    cluster  TEXT   NOT NULL,
    base     BIGINT NOT NULL,
    relation BIGINT NOT NULL,
    writer   BIGINT NOT NULL
);

-- The processes that serve this database. A replica counts its beats, and the others see by it that
-- it lives. homes is how many homes it owns, and rings how many messages it has sent to the others.
-- A home whose owner has no row here belongs to nobody.

-- +goose Up
CREATE TABLE replicas (
    id    TEXT   NOT NULL PRIMARY KEY,
    name  TEXT   NOT NULL,
    beats BIGINT NOT NULL,
    homes BIGINT NOT NULL,
    rings BIGINT NOT NULL
);
CREATE INDEX homes_owned ON homes (owner) WHERE owner <> '';

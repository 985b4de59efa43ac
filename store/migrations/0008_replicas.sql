-- The processes that serve this database. A replica counts its beats, and the others see by it that
-- it lives. homes is how many homes it owns, and rings how many messages it has sent to the others.
-- A home whose owner has no row here belongs to nobody.
--
-- oldest is the version of the tables that a program must know at least to use these. A migration
-- that only adds something leaves it as it is, so that older replicas go on during an upgrade. What
-- they need is removed by a later migration, which raises it.
--
-- clock comes first: its lock may have to wait for a long transaction, and until then homes must
-- not be locked.

-- +goose Up
ALTER TABLE clock ADD COLUMN oldest BIGINT NOT NULL DEFAULT 8;
CREATE TABLE replicas (
    id    TEXT   NOT NULL PRIMARY KEY,
    name  TEXT   NOT NULL,
    beats BIGINT NOT NULL,
    homes BIGINT NOT NULL,
    rings BIGINT NOT NULL
);
CREATE INDEX homes_owned ON homes (owner) WHERE owner <> '';

-- The feed says, in the order of commits, which logs of a tenant have grown. One append of a group,
-- a creation and a deletion each add a row for each tenant. logs lists the logs: for each its id,
-- its last seq before, and by how many events it has grown, or that it was deleted. The texts are in
-- the logs alone. The last row that a prune finds in a slot stays, without logs.
--
-- A transaction takes a slot, then the number n, and keeps the slot until it is committed. So in a
-- slot the order of numbers is the order of commits, and a reader that has seen a number has seen all
-- below it in this slot. A transaction that waits for another one, since it adds to the same log,
-- takes its number after that. So the order of numbers is the order of each log, too.
--
-- Postgres draws n from the sequence that BIGSERIAL makes. An updated counter would leave a dead row
-- with each append, and each append would read them all while a backup runs. SQLite counts in the
-- column n of slot 0, the only one that it uses.

-- +goose Up
CREATE TABLE feed_slots (slot BIGINT NOT NULL PRIMARY KEY, n BIGSERIAL NOT NULL);
INSERT INTO feed_slots (slot, n) VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0);
CREATE TABLE feed (
    tenant TEXT   NOT NULL,
    slot   BIGINT NOT NULL,
    n      BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    logs   TEXT,
    PRIMARY KEY (tenant, slot, n)
);

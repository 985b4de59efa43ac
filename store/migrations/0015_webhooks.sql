-- Where tenants want their events sent. data is JSON: what the tenant has chosen, and the secrets. A
-- webhook has one sender, fenced as homes are: owner is a replica, and each claim begins an epoch.
-- place is how far the sender has read the feed, and last the number of its last delivery.
--
-- A delivery is an event that must reach a webhook, or has. It names the event by its log and seq,
-- and holds no text. lane is the home of the log: deliveries of a lane go out one after another. It
-- waits until next_at. Then state is pending. It ends as delivered, dead or gone; gone says that its
-- log was deleted.

-- +goose Up
CREATE TABLE webhooks (
    id         TEXT    NOT NULL PRIMARY KEY,
    tenant     TEXT    NOT NULL,
    active     BOOLEAN NOT NULL,
    data       TEXT    NOT NULL,
    place      TEXT    NOT NULL,
    last       BIGINT  NOT NULL,
    owner      TEXT    NOT NULL,
    epoch      BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    request    TEXT
);
CREATE UNIQUE INDEX webhooks_request ON webhooks (tenant, request) WHERE request IS NOT NULL;
CREATE INDEX webhooks_tenant ON webhooks (tenant, created_at, id);
CREATE TABLE deliveries (
    webhook  TEXT   NOT NULL,
    n        BIGINT NOT NULL,
    lane     TEXT   NOT NULL,
    log      TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    seq      BIGINT NOT NULL,
    type     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    state    TEXT   NOT NULL,
    attempts BIGINT NOT NULL,
    next_at  BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    status   BIGINT NOT NULL,
    ms       BIGINT NOT NULL,
    error    TEXT   NOT NULL,
    PRIMARY KEY (webhook, n)
);
CREATE INDEX deliveries_pending ON deliveries (webhook, n) WHERE state = 'pending';
CREATE INDEX deliveries_ended ON deliveries (tried_at) WHERE state <> 'pending';
CREATE INDEX deliveries_dead ON deliveries (webhook, n) WHERE state = 'dead';
CREATE INDEX deliveries_gone ON deliveries (webhook, n) WHERE state = 'gone';

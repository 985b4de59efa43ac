-- Who may use the API. A tenant sees its own sessions and games; the one with the empty id is the
-- default tenant, which everything belonged to before. A key opens the API for one tenant. Its
-- secret is not here, only a hash (SHA-256, hexadecimal). Times are steady time, so that setting the
-- clock back makes no key live longer. quotas and scopes are JSON. request is the Idempotency-Key of
-- the request that made the key.

-- +goose Up
CREATE TABLE tenants (
    id         TEXT   NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    quotas     TEXT   NOT NULL
);
CREATE TABLE keys (
    id         TEXT   NOT NULL PRIMARY KEY,
    tenant     TEXT   NOT NULL REFERENCES tenants (id),
    name       TEXT   NOT NULL,
    hash       TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    rate       BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    used_at    BIGINT,
    successor  TEXT,
    request    TEXT
);
CREATE INDEX keys_tenant ON keys (tenant, id);
CREATE UNIQUE INDEX keys_request ON keys (tenant, request) WHERE request IS NOT NULL;
INSERT INTO tenants (id, created_at, quotas) VALUES ('', 0, '{}');

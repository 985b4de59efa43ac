-- What the replicas share, and nobody else may know, such as the key under which they talk. Its
-- first server draws a secret, in hexadecimal. Migrations revoke the table from PUBLIC.

-- +goose Up
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

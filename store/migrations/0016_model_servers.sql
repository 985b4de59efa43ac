-- The model server that a tenant brings, as JSON with its address, key and models; empty for none.

-- +goose Up
ALTER TABLE tenants ADD COLUMN model_server TEXT NOT NULL DEFAULT '';

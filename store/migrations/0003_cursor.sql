-- cursor is the last event that had been read when an act was decided. With the act's time,
-- that is enough to decide it again. Facts have none.

-- +goose Up
ALTER TABLE events ADD COLUMN cursor BIGINT;

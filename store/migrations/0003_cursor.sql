-- Of an act, up to which event the log had been read when it was decided: with its time, what it takes to decide it again. Facts have none.

-- +goose Up
ALTER TABLE events ADD COLUMN cursor BIGINT;

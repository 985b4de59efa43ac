-- The model calls of recorded sessions. seq is the last event that the thought knew, and n numbers
-- the calls of the thought. data is JSON, with the prompt and the answer. There is no foreign key:
-- the session's row is read in the same transaction.

-- +goose Up
CREATE TABLE calls (
    session_id TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    thought_id TEXT   NOT NULL,
    n          BIGINT NOT NULL,
    data       TEXT   NOT NULL,
    PRIMARY KEY (session_id, seq, thought_id, n)
);

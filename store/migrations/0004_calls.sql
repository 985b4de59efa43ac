-- The model calls of sessions that are recorded. seq is the last event that the thought knew, n the call's number in it; data is JSON, with
-- the prompt and the answer in it. There is no foreign key: who records a call looks at the session's row in the same transaction.

-- +goose Up
CREATE TABLE calls (
    session_id TEXT   NOT NULL,
    seq        BIGINT NOT NULL,
    thought_id TEXT   NOT NULL,
    n          BIGINT NOT NULL,
    data       TEXT   NOT NULL,
    PRIMARY KEY (session_id, seq, thought_id, n)
);

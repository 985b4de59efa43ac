-- What each tenant has used on each day (days since 1970 in UTC). Model calls
-- have a strategy and a model; sessions and messages have none. Servers add to it each second.

-- +goose Up
CREATE TABLE usage (
    tenant        TEXT   NOT NULL,
    day           BIGINT NOT NULL,
    strategy      TEXT   NOT NULL,
    model         TEXT   NOT NULL,
    sessions      BIGINT NOT NULL,
    messages      BIGINT NOT NULL,
    calls         BIGINT NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    answer_tokens BIGINT NOT NULL,
    cost_micros   BIGINT NOT NULL,
    PRIMARY KEY (tenant, day, strategy, model)
);

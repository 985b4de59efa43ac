-- What people thought of a game after its end. data is JSON. Each seat has one survey. There is no
-- foreign key, as with calls: a deletion erases the surveys of its game.

-- +goose Up
CREATE TABLE surveys (
    session_id TEXT NOT NULL,
    seat       TEXT NOT NULL,
    at         BIGINT NOT NULL,
    data       TEXT NOT NULL,
    PRIMARY KEY (session_id, seat)
);

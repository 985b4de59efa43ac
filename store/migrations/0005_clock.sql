-- shift is the sum of all steps of the wall clock since the tables were made, in microseconds. It is
-- negative if the clock was set back. NULL is 0. With it the times of events can be compared. The
-- only row of clock holds the present value.

-- +goose Up
ALTER TABLE events ADD COLUMN shift BIGINT;
CREATE TABLE clock (shift BIGINT NOT NULL);
INSERT INTO clock (shift) VALUES (0);

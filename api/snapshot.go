package api

import (
	"context"

	"ringer/engine"
	"ringer/engine/game"
)

// snapshot is what a session looks like at an event, for those who join late and do not care how it came to that. It is no event of
// the log: it stands for all of them up to its seq.
type snapshot struct {
	Session session `json:"session"`
	// Typing says that the bot is seen typing.
	Typing bool `json:"typing"`
}

// Type implements game.Payload.
func (snapshot) Type() game.Type { return "session.snapshot" }

// Payloads returns an empty payload of each type of event that a client may meet.
func Payloads() []game.Payload { return append(game.Payloads(), snapshot{}) }

// snapshot returns the event that a stream begins with, and moves the reading's cursor there.
func (s *Server) snapshot(ctx context.Context, r *logQuery) (Event, error) {
	row, err := s.engine.Session(ctx, r.session)
	if err != nil {
		return Event{}, err
	}
	state, err := s.engine.Look(ctx, r.session, row.LastSeq)
	if err != nil {
		return Event{}, err
	}
	r.after, r.finished = row.LastSeq, row.Status == engine.Ended
	return Event{
		Seq: state.Seq, Type: snapshot{}.Type(), At: state.Clock.Wall(state.Now), Version: game.Version, SessionID: r.session,
		Data: snapshot{Session: showSession(row), Typing: state.Plan != nil && state.Plan.Typing},
	}, nil
}

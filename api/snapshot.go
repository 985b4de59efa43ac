package api

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// sessionSnapshot is the state of a session at an event, for readers who join late and do not need
// the earlier events. It is not an event of the log: it replaces all events up to its seq.
type sessionSnapshot struct {
	Session shownSession `json:"session"`
	// Typing says that the bot is shown as typing.
	Typing bool `json:"typing"`
}

// Type implements session.Payload.
func (sessionSnapshot) Type() session.Type { return "session.snapshot" }

// Payloads returns an empty payload for each type of event that a client may get.
func Payloads() []session.Payload {
	return append(session.Payloads(), sessionSnapshot{})
}

// snapshotEvent returns the event session.snapshot, with which a stream begins. It moves the cursor
// of the query to it.
func (s *Server) snapshotEvent(ctx context.Context, r *logQuery) (Event, error) {
	row, err := s.desk.Row(ctx, r.session)
	if err != nil {
		return Event{}, err
	}
	state, err := s.desk.StateAt(ctx, r.session, row.LastSeq)
	if err != nil {
		return Event{}, err
	}
	typing := state.Plan != nil && state.Plan.Typing
	if v, ok := r.view.(*standardView); ok && typing {
		typing = v.roster.Public(state.Plan.Channel)
	}
	r.after, r.finished = row.LastSeq, row.Status == journal.Ended
	return Event{
		Seq: state.Seq, Type: sessionSnapshot{}.Type(), At: state.Clock.Wall(state.Now), Version: session.EventVersion, SessionID: r.session,
		ClockShift: state.Clock.Shift.Milliseconds(),
		Data:       sessionSnapshot{Session: showSession(row), Typing: typing}, id: state.Seq,
	}, nil
}

package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// shownSession is a session as the API shows it.
type shownSession struct {
	ID         string `json:"id"`
	ExternalID string `json:"external_id,omitempty"`
	// GameID is the id of the game to which the session belongs, if it belongs to one.
	GameID    string           `json:"game_id,omitempty"`
	Strategy  string           `json:"strategy"`
	Status    journal.Status   `json:"status"`
	CreatedAt time.Time        `json:"created_at"`
	Seat      string           `json:"seat"`
	Players   []session.Player `json:"players"`
	Phase     string           `json:"phase"`
	Muted     bool             `json:"muted"`
	// Paused says that the clock of the session stands; lists leave it out.
	Paused  bool  `json:"paused,omitempty"`
	LastSeq int64 `json:"last_seq"`
	// Config is the complete configuration of the session, with the changes made since it was
	// created; lists leave it out.
	Config *session.Config `json:"config,omitempty"`
	// Path is how the bot plays now: full, one of the strategy's cheaper paths, or silence.
	Path string `json:"path,omitempty"`
	// Spent is the cost of its model calls so far.
	Spent *session.Spent `json:"spent,omitempty"`
	// Replica is the name of the server that owns the session, for whoever reads its log; absent if
	// none does at present.
	Replica string `json:"replica,omitempty"`
	// End is how the session ended; lists leave it out.
	End *session.End `json:"end,omitempty"`
	// Duplicate says that the session existed before, under the same external_id and body.
	Duplicate bool `json:"duplicate,omitempty"`
	// Warnings say what was accepted, but is probably a mistake. Only the answer to the request
	// that creates the session has them.
	Warnings []session.Warning `json:"warnings,omitempty"`
	// Unreadable says that the database holds damaged data of this session: seat, players, phase
	// and muted are missing. Only lists show such a session.
	Unreadable bool `json:"unreadable,omitempty"`
}

func showSession(s journal.Session) shownSession {
	shown := shownSession{
		ID: s.ID, ExternalID: s.External, Strategy: s.Strategy, Status: s.Status, CreatedAt: s.CreatedAt, Seat: s.Roster.Seat,
		Players: s.Roster.Players, Phase: s.Roster.Phase, Muted: s.Roster.Muted, LastSeq: s.LastSeq, Unreadable: s.Unreadable,
	}
	if s.Home != s.ID {
		shown.GameID = s.Home
	}
	return shown
}

// createSession opens a session: one bot in one game. Only the players and the bot's seat are
// needed.
//
// With an external_id you may repeat the request. The same body returns the first session with
// status 200, even when that session has ended. Another body is refused.
//
//	@Summary	Create a session
//	@Body	session.Config	"The game, the bot's seat in it, and how the bot plays."
//	@Success	201	{object}	shownSession	"The session is open."
//	@Success	200	{object}	shownSession	"The session existed before, under the same external_id and body."
//	@Header	201	{string}	Location	"The address of the session."
//	@Header	200	{string}	Location	"The address of the session."
func (s *Server) createSession(c echo.Context) error {
	var config session.Config
	check := func() error { return s.desk.CheckConfig(tenantOf(c), &config) }
	if err := decode(c, &config, check); err != nil {
		return err
	}
	return s.create(c, 1, func(ctx context.Context) (journal.Session, bool, error) {
		return s.desk.Create(ctx, tenantOf(c), config)
	}, s.sendSession)
}

// sender answers with a session or a game.
type sender func(c echo.Context, status int, row journal.Session, duplicate bool) error

// create answers a request to open a session, or a game with so many. It tries again when the one
// to show has just been deleted.
func (s *Server) create(c echo.Context, sessions int, open func(context.Context) (journal.Session, bool, error), send sender) error {
	for range createTries {
		row, known, err := open(c.Request().Context())
		if err == nil {
			status := http.StatusCreated
			if known {
				status = http.StatusOK
			} else {
				s.options.Meter.Created(row.Tenant, sessions)
			}
			setLocation(c, c.Path()+"/"+row.ID)
			err = journal.AfterWrite(send(c, status, row, known))
		}
		if !errors.Is(err, journal.ErrNotFound) {
			return err
		}
	}
	return journal.ErrUnavailable // so that the client tries again
}

// createTries bounds how often a create is tried again. A try fails when the session with the same
// external_id is deleted at that moment.
const createTries = 10

// getSession returns the session as it is now: its players, its phase, what it has spent, and its
// configuration with all defaults.
//
//	@Summary	Get a session
//	@Success	200	{object}	shownSession	"The session, with its complete configuration."
func (s *Server) getSession(c echo.Context) error {
	return show(c, s.desk.Logs, s.sendSession)
}

// show answers with a session or a game.
func show(c echo.Context, logs desk.Logs, send sender) error {
	row, err := logs.Row(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return send(c, http.StatusOK, row, false)
}

func (s *Server) sendSession(c echo.Context, status int, row journal.Session, duplicate bool) error {
	state, err := s.desk.StateAt(c.Request().Context(), row.ID, 0)
	if err != nil {
		return err
	}
	full := showSession(row)
	full.Config, full.Path, full.Spent, full.End, full.Duplicate, full.Paused = &state.Config, state.Path.Current(), &state.Budget.Spent, state.End, duplicate, state.Clock.Stands()
	if status == http.StatusCreated {
		full.Warnings = state.Config.Game.Doubts().Warnings()
		s.warned(full.Warnings)
		return c.JSON(status, full)
	}
	holders, err := s.holders(c, row)
	if err != nil {
		return err
	}
	full.Replica = holders[row.Home]
	return c.JSON(status, full)
}

// updateSession changes how the bot plays from now on. A given field replaces the old value as a
// whole. At least one field is needed.
//
//	@Summary	Change a session
//	@Body	session.Changes	"The fields to change."
//	@Success	200	{object}	shownSession	"The session after the change."
func (s *Server) updateSession(c echo.Context) error {
	var to session.Changes
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error {
		_, err := s.desk.Changed(ctx, id, to)
		return err
	}
	if err := decode(c, &to, check); err != nil {
		return err
	}
	if err := s.desk.Update(ctx, id, to); err != nil {
		return err
	}
	return journal.AfterWrite(s.getSession(c))
}

// deleteSession ends the session, closes its streams, and deletes everything that was said in it.
// Its external_id can be used again.
//
//	@Summary	Delete a session
//	@Success	204	"The session is deleted."
func (s *Server) deleteSession(c echo.Context) error {
	return remove(c, s.desk.Logs)
}

// remove deletes a session or a game.
func remove(c echo.Context, logs desk.Logs) error {
	if err := logs.Delete(c.Request().Context(), c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// endSession ends a session. A session that has ended takes no more input, but you can still read
// it. The bot stops at once. Streams end with the event session.ended.
//
// A session ends once. You may repeat the same request, for example when its answer was lost: it
// returns the first result. Another ending is refused.
//
//	@Summary	End a session
//	@OptionalBody	desk.Ending	"How the game went. You may leave it out."
//	@Success	200	{object}	shownSession	"The session has ended."
func (s *Server) endSession(c echo.Context) error {
	return end(c, s.desk.Logs, s.sendSession)
}

// pauseSession stops the clock of the session. The bot says nothing, thinks nothing, and casts no
// vote; what was due waits, and the time to live as well. Posts are stored, and answered once the
// session goes on. The same request again changes nothing.
//
//	@Summary	Pause a session
//	@OptionalBody	pausing	"The reason. You may leave it out."
//	@Success	200	{object}	shownSession	"The session stands."
func (s *Server) pauseSession(c echo.Context) error { return pause(c, s.desk.Logs, s.sendSession) }

// resumeSession lets a session that was paused go on. Plans, votes and phases are due later by as
// long as it stood. The same request again changes nothing.
//
//	@Summary	Resume a session
//	@Success	200	{object}	shownSession	"The session goes on."
func (s *Server) resumeSession(c echo.Context) error { return resume(c, s.desk.Logs, s.sendSession) }

// pausing says why something is paused.
type pausing struct {
	// Reason is for people who read the log.
	Reason string `json:"reason,omitempty"`
}

// pause pauses a session or a game.
func pause(c echo.Context, logs desk.Logs, send sender) error {
	var body pausing
	if err := decodeOptional(c, &body, nil); err != nil {
		return err
	}
	if err := logs.Pause(c.Request().Context(), c.Param("id"), body.Reason); err != nil {
		return err
	}
	return journal.AfterWrite(show(c, logs, send))
}

// resume lets a session or a game go on.
func resume(c echo.Context, logs desk.Logs, send sender) error {
	if err := logs.Resume(c.Request().Context(), c.Param("id")); err != nil {
		return err
	}
	return journal.AfterWrite(show(c, logs, send))
}

// end ends a session or a game.
func end(c echo.Context, logs desk.Logs, send sender) error {
	var end desk.Ending
	ctx, id := c.Request().Context(), c.Param("id")
	check := func() error { return logs.Check(ctx, id, end.Validate) }
	if err := decodeOptional(c, &end, check); err != nil {
		return err
	}
	row, err := logs.End(ctx, id, end)
	if err != nil {
		return err
	}
	return journal.AfterWrite(send(c, http.StatusOK, row, false))
}

// sessionList is a page of the sessions.
type sessionList struct {
	Sessions []shownSession `json:"sessions"`
	// Next is the cursor of the next page; absent on the last page.
	Next string `json:"next,omitempty"`
}

// listSessions returns sessions, the newest first, or the costliest with sort=spent. Lists leave
// out the config of each session. Path and spent are up to 30 s old there.
//
//	@Summary	List sessions
//	@Success	200	{object}	sessionList	"One page."
func (s *Server) listSessions(c echo.Context) error {
	rows, next, err := s.list(c, false)
	if err != nil {
		return err
	}
	holders, err := s.holders(c, rows...)
	if err != nil {
		return err
	}
	list := sessionList{Sessions: make([]shownSession, len(rows)), Next: next}
	for i, row := range rows {
		shown := showSession(row)
		shown.Path, shown.Spent, shown.Replica = cmp.Or(row.Path, session.PathFull), &row.Spent, holders[row.Home]
		if row.Unreadable {
			shown.Players = []session.Player{}
		}
		list.Sessions[i] = shown
	}
	return c.JSON(http.StatusOK, list)
}

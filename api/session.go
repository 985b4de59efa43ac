package api

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// session is a session as the API shows it.
type session struct {
	ID         string        `json:"id"`
	ExternalID string        `json:"external_id,omitempty"`
	Strategy   string        `json:"strategy"`
	Status     engine.Status `json:"status"`
	CreatedAt  time.Time     `json:"created_at"`
	Seat       string        `json:"seat"`
	Players    []game.Player `json:"players"`
	Phase      string        `json:"phase"`
	Muted      bool          `json:"muted"`
	LastSeq    int64         `json:"last_seq"`
	// Config is what the session was created with, complete, and as it has been changed since; lists leave it out.
	Config *game.Config `json:"config,omitempty"`
	// Path is how the bot plays at the moment: full, one of the strategy's cheaper paths, or silence; lists leave it out.
	Path string `json:"path,omitempty"`
	// Spent is what its model calls have cost; lists leave it out.
	Spent *game.Spent `json:"spent,omitempty"`
	// End is how it ended; lists leave it out.
	End *game.End `json:"end,omitempty"`
	// Duplicate says that the session was there before, under the same external_id and body.
	Duplicate bool `json:"duplicate,omitempty"`
}

func show(s engine.Session) session {
	return session{
		ID: s.ID, ExternalID: s.External, Strategy: s.Strategy, Status: s.Status, CreatedAt: s.CreatedAt, Seat: s.Roster.Seat,
		Players: s.Roster.Players, Phase: s.Roster.Phase, Muted: s.Roster.Muted, LastSeq: s.LastSeq,
	}
}

// createSession opens a session.
//
//	@Summary		Create a session
//	@Description	Opens a session: one bot in one game. Only the players and the bot's seat are needed.
//	@Description	With an external_id the request may be repeated: the same body is answered with the first session and 200, even when it has ended by now; another body is refused.
//	@ID				createSession
//	@Tags			Sessions
//	@Accept			json
//	@Produce		json
//	@Param			body	body		game.Config	true	"The game, the bot's seat in it, and how the bot plays."
//	@Success		201		{object}	session		"The session is open."
//	@Success		200		{object}	session		"It was there before, under the same external_id and body."
//	@Header			201		{string}	Location	"The address of the session."
//	@Header			200		{string}	Location	"The address of the session."
//	@Router			/v1/sessions [post]
func (s *Server) createSession(c echo.Context) error {
	var config game.Config
	if err := decode(c, &config); err != nil {
		return besides(err, s.engine.CheckConfig(config))
	}
	for range createTries {
		if err := s.openSession(c, config); !errors.Is(err, engine.ErrNotFound) {
			return err
		}
	}
	return engine.ErrUnavailable // so that the client tries on
}

// createTries bounds how often a session is created again because the one that had its external_id was deleted meanwhile.
const createTries = 10

// openSession answers a create. It returns engine.ErrNotFound when the session that it would show has just been deleted.
func (s *Server) openSession(c echo.Context, config game.Config) error {
	row, known, err := s.engine.Create(c.Request().Context(), config)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if known {
		status = http.StatusOK
	}
	c.Response().Header().Set(echo.HeaderLocation, "/v1/sessions/"+row.ID)
	return engine.Unread(s.sendSession(c, status, row, known))
}

// getSession shows one session.
//
//	@Summary	Get a session
//	@ID			getSession
//	@Tags		Sessions
//	@Produce	json
//	@Param		id	path		string	true	"The id of the session."
//	@Success	200	{object}	session	"The session, with all that it was created with."
//	@Router		/v1/sessions/{id} [get]
func (s *Server) getSession(c echo.Context) error {
	row, err := s.engine.Session(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return s.sendSession(c, http.StatusOK, row, false)
}

func (s *Server) sendSession(c echo.Context, status int, row engine.Session, duplicate bool) error {
	state, err := s.engine.Look(c.Request().Context(), row.ID, 0)
	if err != nil {
		return err
	}
	full := show(row)
	full.Config, full.Path, full.Spent, full.End, full.Duplicate = &state.Config, state.Path.Current(), &state.Budget.Spent, state.End, duplicate
	return c.JSON(status, full)
}

// patchSession changes what a session was created with.
//
//	@Summary		Change a session
//	@Description	Changes how the bot plays from now on. What is given takes the place of the old value as a whole; at least one field is needed.
//	@ID				updateSession
//	@Tags			Sessions
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			body	body		game.Changes	true	"What is to change."
//	@Success		200		{object}	session	"The session as it is now."
//	@Router			/v1/sessions/{id} [patch]
func (s *Server) patchSession(c echo.Context) error {
	var to game.Changes
	if err := decode(c, &to); err != nil {
		return besides(err, s.engine.CheckChanges(c.Request().Context(), c.Param("id"), to))
	}
	if err := s.engine.Update(c.Request().Context(), c.Param("id"), to); err != nil {
		return err
	}
	return engine.Unread(s.getSession(c))
}

// deleteSession removes a session.
//
//	@Summary		Delete a session
//	@Description	Ends the session, closes its streams, and removes everything that was said in it. Its external_id is free again.
//	@ID				deleteSession
//	@Tags			Sessions
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Success		204		"The session is gone."
//	@Router			/v1/sessions/{id} [delete]
func (s *Server) deleteSession(c echo.Context) error {
	if err := s.engine.Delete(c.Request().Context(), c.Param("id")); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// endSession closes a session.
//
//	@Summary		End a session
//	@Description	Nothing can be added to a session that has ended; it can still be read. The bot stops at once, and streams end with the event session.ended.
//	@Description	A session ends once. The same request again, since its answer was lost, is answered as the first time; another ending is refused.
//	@ID				endSession
//	@Tags			Sessions
//	@Accept			json
//	@Produce		json
//	@Param			id		path		string	true	"The id of the session."
//	@Param			body	body		engine.Ending	false	"How the game went. It may be left out."
//	@Success		200		{object}	session	"The session has ended."
//	@Router			/v1/sessions/{id}/end [post]
func (s *Server) endSession(c echo.Context) error {
	var end engine.Ending
	if err := decodeOptional(c, &end); err != nil {
		return besides(err, s.engine.CheckEnd(c.Request().Context(), c.Param("id"), end))
	}
	row, err := s.engine.End(c.Request().Context(), c.Param("id"), end)
	if err != nil {
		return err
	}
	return engine.Unread(s.sendSession(c, http.StatusOK, row, false))
}

// sessionList is a page of the sessions.
type sessionList struct {
	Sessions []session `json:"sessions"`
	// Next is the cursor of the next page, absent on the last one.
	Next string `json:"next,omitempty"`
}

// listSessions shows the sessions there are.
//
//	@Summary	List sessions
//	@Description	The newest first. Lists leave out the config of each session.
//	@ID			listSessions
//	@Tags		Sessions
//	@Produce	json
//	@Param		limit		query		int			false	"How many sessions a page holds at most."	minimum(1)	maximum(100)	default(20)
//	@Param		cursor		query		string		false	"The next of the page before."
//	@Param		status		query		string		false	"Only sessions of this status."	Enums(open, ended)
//	@Param		strategy	query		string		false	"Only sessions of this strategy."
//	@Param		external_id	query		string		false	"Only the session with this external id."
//	@Success	200			{object}	sessionList	"One page."
//	@Router		/v1/sessions [get]
func (s *Server) listSessions(c echo.Context) error {
	limit := number(c, "limit", 20)
	q := engine.SessionQuery{
		External: c.QueryParam("external_id"), Strategy: c.QueryParam("strategy"), Status: engine.Status(c.QueryParam("status")), Limit: int(limit) + 1,
	}
	q.BeforeTime, q.BeforeID, _ = parseCursor(c.QueryParam("cursor"))
	rows, err := s.engine.Sessions(c.Request().Context(), q)
	if err != nil {
		return err
	}
	list := sessionList{Sessions: []session{}}
	for i, row := range rows {
		if i == int(limit) {
			last := rows[i-1]
			list.Next = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", last.CreatedAt.UnixMicro(), last.ID))
			break
		}
		list.Sessions = append(list.Sessions, show(row))
	}
	return c.JSON(http.StatusOK, list)
}

// parseCursor reads the cursor of a page.
func parseCursor(cursor string) (at time.Time, id string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	micros, id, ok := strings.Cut(string(b), " ")
	n, err2 := strconv.ParseInt(micros, 10, 64)
	if err != nil || err2 != nil || !ok || !storable(id) {
		return time.Time{}, "", false
	}
	return time.UnixMicro(n).UTC(), id, true
}

var listQuery = []parameter{
	choice("status", string(engine.Open), string(engine.Ended)), anyText("strategy"), anyText("external_id"), whole("limit", 1, 100),
	{"cursor", codeInvalidCursor, func(text string) string {
		if _, _, ok := parseCursor(text); !ok {
			return "must be the next of an earlier page"
		}
		return ""
	}},
}

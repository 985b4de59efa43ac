package api

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
)

const mimeNDJSON = "application/x-ndjson"

// exportSession sends the whole log, an event a line. A session that is deleted meanwhile breaks it off.
//
//	@Summary		Export a session
//	@Description	The whole log, an event a line. A connection that breaks off says that this is not all.
//	@ID				exportSession
//	@Tags			Sessions
//	@Produce		application/x-ndjson
//	@Param			id		path		string	true	"The id of the session."
//	@Success		200		{string}	string	"Every event of the session."
//	@Header			200		{string}	Content-Disposition	"A name for the file."
//	@Router			/v1/sessions/{id}/export [get]
func (s *Server) exportSession(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	row, err := s.engine.Session(ctx, id)
	if err != nil {
		return err
	}
	events, err := s.engine.Events(ctx, id, 0, pageRead)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentType, mimeNDJSON)
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+row.ID+`.ndjson"`)
	out := borrowWire(c, s.writeLimit)
	defer out.close()
	for {
		var block []byte
		after := int64(0)
		for _, e := range events {
			line, err := jsonLine(ShowEvent(id, e))
			if err != nil {
				return err
			}
			block = append(append(block, line...), '\n')
			after = e.Seq
		}
		if out.write(block) != nil || after >= row.LastSeq {
			return nil
		}
		if events, err = s.engine.Events(ctx, id, after, pageRead); err != nil || len(events) == 0 {
			level := slog.LevelError
			if errors.Is(err, engine.ErrNotFound) { // deleted
				level = slog.LevelInfo
			}
			s.log.Log(ctx, level, "an export broke off", "request_id", requestIDOf(c), "session", id, "after", after, "error", err)
			panic(http.ErrAbortHandler) // the status has been sent: only a broken connection says that this is not all
		}
	}
}

package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

const mimeNDJSON = "application/x-ndjson"

// callsPerRead is how many calls one read returns. Each has some tens of kilobytes, and all of them
// are in memory until the client has taken them.
const callsPerRead = 4

// callLine is a recorded call as a line of an export.
type callLine struct {
	Call journal.RecordedCall `json:"call"`
}

// exportSession returns the whole log, one event a line. A session with `record` also has its model
// calls. They follow the events, one line each: `{"call":{…}}`, with prompt and answer. Their order
// is the order in which their thoughts began.
//
// `ringer replay --recorded` decides the session of such a file again. If the connection breaks
// off, the export is incomplete.
//
//	@Summary	Export a session
//	@Success	200	{string}	string	"Every event of the session, and its recorded calls."
//	@Header	200	{string}	Content-Disposition	"A name for the file."
func (s *Server) exportSession(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	row, err := s.desk.Row(ctx, id)
	if err != nil {
		return err
	}
	block, after, err := s.eventLines(ctx, id, 0)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentType, mimeNDJSON)
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+row.ID+`.ndjson"`)
	out := newHandlerWriter(c, http.StatusOK, s.writeLimit)
	defer out.close(true)
	if err = s.exportEvents(ctx, out, row, block, after); err == nil {
		err = s.exportCalls(ctx, out, id)
	}
	if err == nil || errors.Is(err, errReaderLeft) {
		return nil
	}
	level := slog.LevelError
	if errors.Is(err, journal.ErrNotFound) { // the session was deleted
		level = slog.LevelInfo
	}
	s.log.Log(ctx, level, "an export broke off", "request_id", requestIDOf(c), "session", id, "error", err)
	// The status has been sent, so only a broken connection can show that the export is incomplete.
	panic(http.ErrAbortHandler)
}

// exportEvents sends the events of a session. block holds the first ones, up to a seq.
func (s *Server) exportEvents(ctx context.Context, out streamWriter, row journal.Session, block []byte, after int64) error {
	for {
		if block == nil {
			return fmt.Errorf("api: the log of %s ends before event %d", row.ID, row.LastSeq)
		}
		if out.write(block) != nil {
			return errReaderLeft
		}
		if after >= row.LastSeq {
			return nil
		}
		err := s.desk.LongRead(ctx, func() (err error) {
			block, after, err = s.eventLines(ctx, row.ID, after)
			return err
		})
		if err != nil {
			return err
		}
	}
}

// eventLines reads events after a seq as lines. It returns nil at the end of the log. It also
// returns the seq of the last event.
func (s *Server) eventLines(ctx context.Context, id string, after int64) (block []byte, last int64, err error) {
	events, err := s.desk.Events(ctx, id, after, eventsPerRead)
	if err != nil || len(events) == 0 {
		return nil, after, err
	}
	block, err = lines(events, func(e session.Event) any { return ShowEvent(id, e) })
	return block, events[len(events)-1].Seq, err
}

// exportCalls sends the recorded calls of a session.
func (s *Server) exportCalls(ctx context.Context, out streamWriter, id string) error {
	for after := (journal.Place{}); ; {
		calls, err := s.desk.RecordedCalls(ctx, id, after, callsPerRead)
		if err != nil || len(calls) == 0 {
			return err
		}
		block, err := lines(calls, func(c journal.RecordedCall) any { return callLine{c} })
		if err != nil {
			return err
		}
		after = calls[len(calls)-1].Place
		if out.write(block) != nil {
			return errReaderLeft
		}
	}
}

var errReaderLeft = errors.New("the reader has left, or takes nothing")

// lines returns the items as a block of lines.
func lines[T any](items []T, show func(T) any) (block []byte, err error) {
	for _, item := range items {
		line, err := jsonLine(show(item))
		if err != nil {
			return nil, err
		}
		block = append(append(block, line...), '\n')
	}
	return block, nil
}

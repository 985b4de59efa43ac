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
	row, err := s.desk.Row(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return s.sendExport(c, row.ID, row.ID, func(ctx context.Context, x exporter) error { return x.session(ctx, row) })
}

// sendExport answers with an export. name is that of the file, and of the session if it is of one.
func (s *Server) sendExport(c echo.Context, name, id string, export func(context.Context, exporter) error) error {
	ctx := c.Request().Context()
	var out streamWriter
	x := exporter{log: s.desk, long: s.desk.LongRead, write: func(block []byte) error {
		if out == nil { // what fails before can still be refused
			c.Response().Header().Set(echo.HeaderContentType, mimeNDJSON)
			c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.ndjson"`)
			out = newHandlerWriter(c, http.StatusOK, s.writeLimit)
		}
		if out.write(block) != nil {
			return errReaderLeft
		}
		return nil
	}}
	err := export(ctx, x)
	if out == nil {
		return err
	}
	defer out.close(true)
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

// exporter writes logs as lines. It holds a page of one at most.
type exporter struct {
	log interface {
		Events(ctx context.Context, id string, after int64, limit int) ([]session.Event, error)
		RecordedCalls(ctx context.Context, id string, after journal.Place, limit int) ([]journal.RecordedCall, error)
	}
	// long runs a read of a page that is not the first.
	long  func(ctx context.Context, read func() error) error
	write func(block []byte) error
}

// session exports the events and the recorded calls of a session.
func (x exporter) session(ctx context.Context, row journal.Session) error {
	if err := x.events(ctx, row); err != nil {
		return err
	}
	return x.calls(ctx, row.ID)
}

// events exports the events of a log.
func (x exporter) events(ctx context.Context, row journal.Session) error {
	block, after, err := x.page(ctx, row.ID, 0)
	for ; err == nil; err = x.long(ctx, func() (err error) {
		block, after, err = x.page(ctx, row.ID, after)
		return err
	}) {
		if block == nil {
			return fmt.Errorf("api: the log of %s ends before event %d", row.ID, row.LastSeq)
		}
		if err := x.write(block); err != nil || after >= row.LastSeq {
			return err
		}
	}
	return err
}

// page reads events after a seq as lines. It returns nil at the end of the log. It also returns the
// seq of the last event.
func (x exporter) page(ctx context.Context, id string, after int64) (block []byte, last int64, err error) {
	events, err := x.log.Events(ctx, id, after, eventsPerRead)
	if err != nil || len(events) == 0 {
		return nil, after, err
	}
	block, err = lines(events, func(e session.Event) any { return ShowEvent(id, e) })
	return block, events[len(events)-1].Seq, err
}

// calls exports the recorded calls of a session.
func (x exporter) calls(ctx context.Context, id string) error {
	for after := (journal.Place{}); ; {
		calls, err := x.log.RecordedCalls(ctx, id, after, callsPerRead)
		if err != nil || len(calls) == 0 {
			return err
		}
		block, err := lines(calls, func(c journal.RecordedCall) any { return callLine{c} })
		if err != nil {
			return err
		}
		after = calls[len(calls)-1].Place
		if err := x.write(block); err != nil {
			return err
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

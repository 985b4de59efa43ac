package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// maxFile bounds a file of games, in bytes: two thousand games of Mafia, or as many as have 16 KiB
// each. It is read line by line, so that its text is never in memory as a whole.
const maxFile = 32 << 20

// heldFile is how much memory a file reserves at most, in bytes. What is kept of a larger one is
// less than its text.
const heldFile = 16 << 20

// answerFile answers with what read makes of the file in the body. Its type may be anything, since
// browsers do not know the type of a file. larger says what to do with a file that is too large.
//
// What is made of a file can take a hundred times the memory of its text, and seconds of a core. So
// only some are worked on at once. A file that waits for its next bytes lets others go on.
func (s *Server) answerFile(c echo.Context, larger string, read func(io.Reader) (any, error)) error {
	ctx := c.Request().Context()
	file := &fileReader{Reader: http.MaxBytesReader(c.Response(), c.Request().Body, maxFile), ctx: ctx, turns: s.fileTurns, held: heldOf(c.Request()), control: http.NewResponseController(c.Response()), until: time.Now().Add(s.bodyLimit)}
	if err := file.begin(); err != nil {
		return err
	}
	defer file.pause()
	answer, err := read(file)
	file.pause()         // who reads the answer slowly keeps nobody waiting
	if file.err != nil { // then the last line is only a part
		err = file.err
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	refused, ok := errors.AsType[session.Errors](err)
	switch {
	case tooLarge:
		return refuse(codeBodyTooLarge, "", "send at most 32 MiB; "+larger)
	case errors.Is(file.err, errBusy), ctx.Err() != nil:
		return errBusy
	case file.err != nil:
		return refuseBroken(file.err)
	case ok:
		return refused
	case err != nil:
		return refuse(codeMalformedJSON, "", err.Error())
	}
	return c.JSON(http.StatusOK, answer)
}

// fileReader reads a file for a handler that works on it between the reads. It keeps the error with
// which its reader broke off.
type fileReader struct {
	io.Reader
	ctx   context.Context
	turns chan struct{} // holds a token for each handler that works
	held  *held
	read  int64
	works bool
	// until is when the file must have arrived. It does not count the time in which others worked.
	until   time.Time
	control *http.ResponseController
	err     error
}

// begin waits until the handler may work.
func (r *fileReader) begin() error {
	began := time.Now()
	select {
	case r.turns <- struct{}{}:
		r.works, r.until = true, r.until.Add(time.Since(began))
		_ = r.control.SetReadDeadline(r.until) // as in limitBody
		return nil
	case <-r.ctx.Done():
		return errBusy // the client has gone
	}
}

// pause lets another handler work.
func (r *fileReader) pause() {
	if r.works {
		<-r.turns
		r.works = false
	}
}

// Read implements io.Reader.
func (r *fileReader) Read(b []byte) (int, error) {
	r.pause()
	n, err := r.Reader.Read(b)
	r.read += int64(n)
	if busy := r.held.grow(r.ctx, min(r.read, heldFile)-freeBody); busy != nil {
		n, err = 0, busy
	}
	if stopped := r.begin(); stopped != nil {
		n, err = 0, stopped
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

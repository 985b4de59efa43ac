package api

import (
	"errors"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// maxFile bounds a file of games, in bytes: two thousand games of Mafia, or as many as have 16 KiB
// each. It is read line by line, so that its text is never in memory as a whole.
const maxFile = 32 << 20

// answerFile answers with what read makes of the file in the body. Its type may be anything, since
// browsers do not know the type of a file. larger says what to do with a file that is too large.
func answerFile(c echo.Context, larger string, read func(io.Reader) (any, error)) error {
	file := &brokenReader{Reader: http.MaxBytesReader(c.Response(), c.Request().Body, maxFile)}
	answer, err := read(file)
	if file.err != nil { // then the last line is only a part
		err = file.err
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	refused, ok := errors.AsType[game.Errors](err)
	switch {
	case tooLarge:
		return refuse(codeBodyTooLarge, "", "send at most 32 MiB; "+larger)
	case file.err != nil:
		return refuseBroken(file.err)
	case ok:
		return refused
	case err != nil:
		return refuse(codeMalformedJSON, "", err.Error())
	}
	return c.JSON(http.StatusOK, answer)
}

// brokenReader keeps the error with which its reader broke off.
type brokenReader struct {
	io.Reader
	err error
}

// Read implements io.Reader.
func (r *brokenReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

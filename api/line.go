package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"
)

// nel is the character NEXT LINE.
const nel = "\u0085"

// jsonLine returns JSON that is one line for every client. encoding/json escapes all characters
// that end a line except NEL. Clients that split lines as Python's splitlines does would take the
// rest of a player's text for lines of the stream.
func jsonLine(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if bytes.Contains(b, []byte(nel)) {
		b = bytes.ReplaceAll(b, []byte(nel), []byte(`\u0085`))
	}
	return b, err
}

// lineSerializer writes answers in the same way as events, so that a page and a stream show the
// same bytes.
type lineSerializer struct {
	echo.DefaultJSONSerializer
	// answers are the bytes of large answers that are in memory.
	answers *semaphore.Weighted
	// limit is the longest that a write of a large answer may take.
	limit time.Duration
}

// Serialize implements echo.JSONSerializer.
func (s lineSerializer) Serialize(c echo.Context, v any, _ string) error {
	line, err := jsonLine(v)
	if err != nil {
		return err
	}
	if len(line) <= freeAnswer {
		_, err = c.Response().Write(append(line, '\n'))
		return err
	}
	h := &held{of: s.answers}
	defer h.release()
	if err := h.grow(c.Request().Context(), int64(len(line))); err != nil && c.Request().Method == http.MethodGet {
		return err // other methods have stored something, and must say so
	}
	out := newHandlerWriter(c, c.Response().Status, s.limit)
	defer out.close(true)
	for block := range slices.Chunk(line, blockSize) {
		if err := out.write(block); err != nil {
			return err
		}
	}
	return out.write([]byte{'\n'})
}

// answer sends a value, or returns the error of making it.
func answer(c echo.Context, status int, v any, err error) error {
	if err != nil {
		return err
	}
	return c.JSON(status, v)
}

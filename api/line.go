package api

import (
	"bytes"
	"encoding/json"

	"github.com/labstack/echo/v4"
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
type lineSerializer struct{ echo.DefaultJSONSerializer }

// Serialize implements echo.JSONSerializer.
func (lineSerializer) Serialize(c echo.Context, v any, _ string) error {
	line, err := jsonLine(v)
	if err != nil {
		return err
	}
	_, err = c.Response().Write(append(line, '\n'))
	return err
}

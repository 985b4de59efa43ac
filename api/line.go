package api

import (
	"bytes"
	"encoding/json"

	"github.com/labstack/echo/v4"
)

// nel is the character NEXT LINE.
const nel = "\u0085"

// jsonLine returns JSON that is one line to every client. encoding/json escapes all that ends a line but for NEL: to clients that split
// as Python's splitlines does, the rest of a player's text would be lines of the stream.
func jsonLine(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if bytes.Contains(b, []byte(nel)) {
		b = bytes.ReplaceAll(b, []byte(nel), []byte(`\u0085`))
	}
	return b, err
}

// lineSerializer writes answers as events are written, so that a page and a stream show the same.
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

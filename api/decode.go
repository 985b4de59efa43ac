package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// decode reads the request body as JSON into v: UTF-8, one value, known fields only.
func decode(c echo.Context, v any) error {
	if media, _, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType)); err != nil || media != echo.MIMEApplicationJSON {
		return refuse(codeUnsupportedMedia, "", "send the header Content-Type: application/json (curl does with --json)")
	}
	body, err := io.ReadAll(c.Request().Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return refuse(codeBodyTooLarge, "", "send at most 1 MiB; split a batch")
	case err != nil:
		return refuse(codeMalformedJSON, "", "the body ended early; send it again")
	case !utf8.Valid(body):
		// encoding/json would replace the broken bytes in silence.
		return refuse(codeNotUTF8, "", "encode the body as UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return explain(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return refuse(codeMalformedJSON, "", "there is something after the JSON value; send one value")
	}
	return nil
}

// explain turns a decoding error into a refusal that says where and what.
func explain(err error) error {
	var wrong *json.UnmarshalTypeError
	var when *time.ParseError
	switch {
	case errors.As(err, &wrong):
		pointer := ""
		if wrong.Field != "" {
			pointer = "/" + strings.ReplaceAll(wrong.Field, ".", "/")
		}
		return refuse(codeWrongType, pointer, "must not be a "+wrong.Value+" here")
	case errors.As(err, &when):
		return refuse(codeWrongType, "", "a time must be RFC 3339, such as 2026-01-31T18:30:00Z")
	case errors.Is(err, io.EOF):
		return refuse(codeMalformedJSON, "", "the body is empty; send a JSON object")
	}
	if _, field, ok := strings.Cut(err.Error(), "unknown field "); ok {
		name := strings.Trim(field, `"`)
		return refuse(codeUnknownField, "/"+escape(name), "is not known here; check its spelling")
	}
	return refuse(codeMalformedJSON, "", strings.TrimPrefix(err.Error(), "json: "))
}

// escape writes a name as a segment of a JSON pointer (RFC 6901).
func escape(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

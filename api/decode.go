package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// decode reads the request body as JSON into v: UTF-8, one value, known fields only.
func decode(c echo.Context, v any) error {
	if !isJSON(c.Request().Header.Get(echo.HeaderContentType)) {
		return refuse(codeUnsupportedMedia, "", "send the header Content-Type: application/json (curl does with --json)")
	}
	body, err := readBody(c.Request())
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return refuse(codeBodyTooLarge, "", "send at most 1 MiB; split a batch")
	case err != nil:
		return refuse(codeMalformedJSON, "", "the body ended early; send it again")
	case !utf8.Valid(body) || halfSurrogate(body):
		// encoding/json would replace what is broken in silence.
		return refuse(codeNotUTF8, "", "encode the body as UTF-8, and write \\u escapes of surrogates in pairs")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return explain(err)
	}
	if len(bytes.TrimSpace(body[dec.InputOffset():])) > 0 {
		return refuse(codeMalformedJSON, "", "there is something after the JSON value; send one value")
	}
	return nil
}

// decodeOptional reads a body that may be left out.
func decodeOptional(c echo.Context, v any) error {
	if c.Request().ContentLength == 0 {
		return nil
	}
	return decode(c, v)
}

// readBody reads a body into a buffer of the length that it announces.
func readBody(r *http.Request) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(r.ContentLength, 0), maxBody)) + bytes.MinRead)
	_, err := b.ReadFrom(r.Body)
	return b.Bytes(), err
}

func isJSON(contentType string) bool {
	if contentType == echo.MIMEApplicationJSON { // as nearly everybody writes it
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == echo.MIMEApplicationJSON
}

// halfSurrogate tells whether a JSON text holds a \u escape of one half of a surrogate pair, which is no character.
func halfSurrogate(body []byte) bool {
	for i := 0; i+1 < len(body); i++ {
		if body[i] != '\\' {
			continue
		}
		if i++; body[i] != 'u' {
			continue
		}
		r, low := escaped(body[i+1:]), rune(-1)
		if utf16.IsSurrogate(r) && i+6 < len(body) && body[i+5] == '\\' && body[i+6] == 'u' {
			low = escaped(body[i+7:])
		}
		if utf16.IsSurrogate(r) && utf16.DecodeRune(r, low) == utf8.RuneError {
			return true
		}
		if utf16.IsSurrogate(r) {
			i += 6 // past the second half
		}
	}
	return false
}

// escaped reads the four digits of a \u escape; -1 when they are not there.
func escaped(digits []byte) rune {
	n, err := strconv.ParseUint(string(digits[:min(4, len(digits))]), 16, 16)
	if err != nil || len(digits) < 4 {
		return -1
	}
	return rune(n)
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

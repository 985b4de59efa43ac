package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// decode reads the request body as JSON into v: UTF-8, one value, of the very shape of v. Of a body with another shape it reads what
// is sound, so that the rest can be checked, too; see besides.
func decode(c echo.Context, v any) error {
	body, err := readBody(c)
	if err != nil {
		return err
	}
	return decodeBody(c.Request().Header, body, v)
}

// decodeOptional is decode for a body that may be left out, which leaves v as it is.
func decodeOptional(c echo.Context, v any) error {
	body, err := readBody(c)
	if err != nil || len(body) == 0 {
		return err
	}
	return decodeBody(c.Request().Header, body, v)
}

// readBody reads a body into a buffer of the length that it announces. Its time limit ends with it: it would end the handler, too.
func readBody(c echo.Context) ([]byte, error) {
	r := c.Request()
	var b bytes.Buffer
	b.Grow(int(min(max(r.ContentLength, 0), maxBody)) + bytes.MinRead)
	_, err := b.ReadFrom(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, refuse(codeBodyTooLarge, "", "send at most 1 MiB; split a batch")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, refuse(codeMalformedJSON, "", "the body did not come to its end in time; send it at once")
	case err != nil:
		return nil, refuse(codeMalformedJSON, "", "the body ended early; send it again")
	}
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Time{}) // as where it was set
	return b.Bytes(), nil
}

func decodeBody(h http.Header, body []byte, v any) error {
	if !isJSON(h.Get(echo.HeaderContentType)) {
		return refuse(codeUnsupportedMedia, "", "send the header Content-Type: application/json (curl does with --json)")
	}
	if coding := h.Get(echo.HeaderContentEncoding); coding != "" && coding != "identity" {
		return refuse(codeUnsupportedMedia, "", "send the body as it is, without Content-Encoding")
	}
	if !utf8.Valid(body) || halfSurrogate(body) {
		// encoding/json would replace what is broken in silence.
		return refuse(codeNotUTF8, "", "encode the body as UTF-8, and write \\u escapes of surrogates in pairs")
	}
	sound, misshapen := checkShape(body, reflect.TypeOf(v))
	if sound == nil {
		return misshapen
	}
	if err := json.Unmarshal(sound, v); err != nil {
		return fmt.Errorf("a body of the right shape cannot be read: %w", err)
	}
	return misshapen
}

// besides adds to what is wrong with the shape of a body what is wrong besides with what was read of it. It leaves out what only
// follows from the shape: errors of values that were not read, and of references to what was not.
func besides(shape, content error) error {
	var errs, more game.Errors
	if !errors.As(shape, &errs) || !errors.As(content, &more) || errs[0].Pointer == "" { // nothing was read
		return shape
	}
	for _, e := range more {
		follows := slices.ContainsFunc(errs, func(x *game.Error) bool {
			return e.Pointer == "" || e.Pointer == x.Pointer || strings.HasPrefix(e.Pointer, x.Pointer+"/") ||
				refers(e.Code) && (strings.HasPrefix(x.Pointer, "/game") || e.Pointer[:strings.LastIndexByte(e.Pointer, '/')]+"/kind" == x.Pointer)
		})
		if !follows {
			errs = append(errs, e)
		}
	}
	return errs
}

// refers tells the codes of a name that something else in the request may have brought in.
func refers(code game.Code) bool {
	return code == game.CodeUnknownPlayer || code == game.CodeUnknownPhase || code == game.CodeUnknownChannel
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

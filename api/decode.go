package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// decode reads the request body into v: one JSON value in UTF-8, of exactly the shape of v.
//
// check reports errors in the values of v; nil means no check. It is only called for a body of a
// wrong shape, after the valid parts were read into v. So one answer lists every mistake. A body of
// the right shape needs no check: the handler passes v to the engine, which makes the same checks.
//
// The token of a seat only takes a body that speaks for the seat alone.
func decode(c echo.Context, v any, check func() error) error {
	body, err := readBody(c)
	if err != nil {
		return err
	}
	g, _ := grantOf(c)
	if g.own == nil {
		return decodeBody(c.Request().Header, body, v, check)
	}
	err = decodeBody(c.Request().Header, body, v, func() error {
		if check == nil || g.own(v) != nil {
			return nil // a check may tell what only the seat of the body may know
		}
		return check()
	})
	if err != nil {
		return err
	}
	return g.own(v)
}

// decodeOptional is decode for a body that may be left out. Without a body v stays as it is. Routes
// that take the token of a seat do not use it: it does not check for whom a body speaks.
func decodeOptional(c echo.Context, v any, check func() error) error {
	body, err := readBody(c)
	if err != nil || len(body) == 0 {
		return err
	}
	return decodeBody(c.Request().Header, body, v, check)
}

// readBody reads the body. It then removes the time limit of the body, because the limit would also
// end the handler.
func readBody(c echo.Context) ([]byte, error) {
	announced := max(c.Request().ContentLength, 0)
	if err := allowanceOf(c).use(c, useBytes, int(announced)); err != nil {
		return nil, err
	}
	b, err := readAll(c.Request())
	if announced == 0 { // chunked
		if used := allowanceOf(c).use(c, useBytes, len(b)); used != nil {
			return nil, used
		}
	}
	if err == nil && len(b) <= maxBody {
		values := int64(min(bytes.Count(b, []byte{','}), maxValues))
		err = heldOf(c.Request()).grow(c.Request().Context(), int64(cap(b)-freeBody)+values*valueCost)
	}
	switch {
	case errors.Is(err, errBusy):
		return nil, err
	case len(b) > maxBody:
		return nil, refuse(codeBodyTooLarge, "", "send at most 1 MiB; split a batch")
	case err != nil:
		return nil, refuseBroken(err)
	}
	// This fails only if limitBody could not set the deadline either.
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Time{})
	return b, nil
}

// refuseBroken refuses a body that could not be read to its end.
func refuseBroken(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return refuse(codeMalformedJSON, "", "the body took too long to arrive; send it at once")
	}
	return refuse(codeMalformedJSON, "", "the body ended early; send it again")
}

// firstRead bounds the buffer in which a body is read first, in bytes. It holds a usual message. A
// client could announce much and send nothing.
const firstRead = 4 << 10

// readAll reads a body into a buffer that doubles when it is full. It reserves what the buffer has
// above freeBody. Of a body that is too large it returns more than maxBody bytes, but not all.
func readAll(r *http.Request) ([]byte, error) {
	held, size := heldOf(r), int64(firstRead)
	if r.ContentLength >= 0 {
		size = min(size, r.ContentLength+1) // with one byte more, the body does not fill it
	}
	b := make([]byte, 0, size)
	for {
		if len(b) == cap(b) {
			if err := held.grow(r.Context(), int64(2*cap(b)-freeBody)); err != nil {
				return b, err
			}
			b = append(make([]byte, 0, 2*cap(b)), b...)
		}
		n, err := r.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) || len(b) > maxBody {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}

func decodeBody(h http.Header, body []byte, v any, check func() error) error {
	if !isJSON(h.Get(echo.HeaderContentType)) {
		return refuse(codeUnsupportedMedia, "", "send the header Content-Type: application/json (curl does with --json)")
	}
	if coding := h.Get(echo.HeaderContentEncoding); coding != "" && coding != "identity" {
		return refuse(codeUnsupportedMedia, "", "send the body without compression, and without the header Content-Encoding")
	}
	if brokenText(body) != "" { // encoding/json would silently replace it
		return notUTF8(body)
	}
	repaired, shapeErr := checkShape(body, reflect.TypeOf(v))
	if repaired == nil {
		return shapeErr
	}
	if own, ok := v.(reader); ok && shapeErr == nil {
		own.read(&walk{body: repaired})
		takeKey(h, v)
		return nil
	}
	err := json.Unmarshal(repaired, v)
	if err != nil && bytes.IndexByte(repaired, '\\') >= 0 {
		err = json.Unmarshal(withoutEscapes(repaired), v)
	}
	if err != nil {
		return fmt.Errorf("a body of the right shape cannot be read: %w", err)
	}
	takeKey(h, v)
	if shapeErr == nil || check == nil {
		return shapeErr
	}
	return mergeErrors(shapeErr, check())
}

// withoutEscapes writes a body again, with only those escapes that JSON needs. time.Time reads no
// others, but some clients write a plus sign as \u002B.
func withoutEscapes(body []byte) []byte {
	var v any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber() // numbers stay as they are
	if err := d.Decode(&v); err != nil {
		return body
	}
	again, err := json.Marshal(v)
	if err != nil {
		return body
	}
	return again
}

// reader is implemented by types that read a body of the right shape themselves. The result is the
// same as with encoding/json, which takes three times as long.
type reader interface{ read(w *walk) }

// mergeErrors returns the errors of a body's shape, followed by the errors of its values. It leaves
// out errors that only follow from the shape: errors of values that were not read, and of
// references to them.
func mergeErrors(shape, values error) error {
	errs, _ := errors.AsType[session.Errors](shape)
	more, _ := errors.AsType[session.Errors](values)
	// The body as a whole has the wrong shape: nothing was read.
	if len(errs) == 0 || errs[0].Pointer == "" {
		return shape
	}
	for _, e := range more {
		follows := slices.ContainsFunc(errs, func(x *session.Error) bool {
			return e.Pointer == "" || e.Pointer == x.Pointer || strings.HasPrefix(e.Pointer, x.Pointer+"/") ||
				isReference(e.Code) && (strings.HasPrefix(x.Pointer, "/game") || e.Pointer[:strings.LastIndexByte(e.Pointer, '/')]+"/kind" == x.Pointer)
		})
		if !follows {
			errs = append(errs, e)
		}
	}
	return errs
}

// isReference reports whether a code refuses a name that another part of the request may define.
func isReference(code session.Code) bool {
	return code == session.CodeUnknownPlayer || code == session.CodeUnknownPhase || code == session.CodeUnknownChannel
}

func isJSON(contentType string) bool {
	if contentType == echo.MIMEApplicationJSON { // the usual form
		return true
	}
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == echo.MIMEApplicationJSON
}

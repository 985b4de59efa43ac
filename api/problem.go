package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// problem is an RFC 9457 problem document.
type problem struct {
	// Type is the address of the page that explains the code.
	Type      string       `json:"type"`
	Title     string       `json:"title"`
	Status    int          `json:"status"`
	Code      session.Code `json:"code"`
	Detail    string       `json:"detail,omitempty"`
	RequestID string       `json:"request_id"`
	Retryable bool         `json:"retryable"`
	// Errors lists each invalid value.
	Errors []invalid `json:"errors,omitempty"`
}

type invalid struct {
	// In is where the value is: body, query or header.
	In string `json:"in"`
	// Pointer is a JSON pointer into the body, or the name of the parameter or header.
	Pointer string       `json:"pointer"`
	Code    session.Code `json:"code"`
	Detail  string       `json:"detail"`
}

// errorsPage is the page that explains each code, with the code as the anchor.
const errorsPage = "/docs/errors"

// newProblem returns the problem document for errors. The first error decides the status.
func newProblem(errs session.Errors, requestID string) problem {
	first := errs[0]
	m := meanings()[first.Code]
	p := problem{
		Type: errorsPage + "#" + string(first.Code), Title: m.Title, Status: m.Status, Code: first.Code, Detail: summary(errs),
		Retryable: m.Retryable, RequestID: requestID,
	}
	for _, e := range errs[:min(len(errs), session.MaxErrors)] {
		if e.Pointer != "" {
			p.Errors = append(p.Errors, invalid{location(e.Pointer), e.Pointer, e.Code, e.Detail})
		}
	}
	return p
}

// summary returns the errors in one line.
func summary(errs session.Errors) string {
	const shown = 5 // the full list follows in the field errors
	if len(errs) <= shown {
		return errs.Error()
	}
	return fmt.Sprintf("%s; and %d more", errs[:shown].Error(), len(errs)-shown)
}

// location returns the part of the request that a pointer points into.
func location(pointer string) string {
	switch {
	case strings.HasPrefix(pointer, "/"):
		return "body"
	case unicode.IsUpper(rune(pointer[0])): // headers begin with a capital, parameters do not
		return "header"
	}
	return "query"
}

// sample returns the example of a code as the server writes it.
func sample(code session.Code) problem {
	return newProblem(refuseAs(code), "req_q5zsf7k2m6w3x4ab")
}

// refuse returns the error of one refused value.
func refuse(code session.Code, pointer, detail string) session.Errors {
	return session.Errors{{Code: code, Pointer: pointer, Detail: detail}}
}

// refuseAs returns the error of a code that always has the same detail.
func refuseAs(code session.Code) session.Errors {
	m := meanings()[code]
	return refuse(code, m.Pointer, m.Detail)
}

// fail writes an error as a problem document. No other function writes one.
func (s *Server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	errs := translate(err)
	switch code := errs[0].Code; code {
	case codeRouteNotFound:
		errs = refuse(code, "", s.nearestAddress(c.Request().URL.Path))
	case codeMethodNotAllowed:
		errs = refuse(code, "", "this address takes "+strings.ReplaceAll(c.Response().Header().Get(echo.HeaderAllow), "OPTIONS, ", ""))
	}
	s.refused(errs)
	p := newProblem(errs, requestIDOf(c))
	p.moveTo(prefixOf(c.Request()))
	switch p.Status {
	case http.StatusServiceUnavailable:
		c.Response().Header().Set(echo.HeaderRetryAfter, "1")
	case http.StatusUnauthorized:
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	body, err := json.Marshal(p)
	if err != nil {
		panic("api: a problem document: " + err.Error()) // it holds only texts and numbers
	}
	body = append(body, '\n') // other answers end with a line break, too
	if c.Request().Method == http.MethodHead {
		body = nil
	}
	// The write fails only when the client has gone.
	_ = c.Blob(p.Status, mimeProblem, body)
}

// translate returns the codes of any error. An unknown error becomes internal, without its text.
func translate(err error) session.Errors {
	if errs, ok := errors.AsType[session.Errors](err); ok && len(errs) > 0 {
		return errs
	}
	if broken, ok := errors.AsType[*journal.Broken](err); ok {
		return refuse(codeInternal, "", fmt.Sprintf("this version cannot go on from event %d of the log, so its bots rest, and all others go on; report it with the request id, or delete it and create another", broken.Seq))
	}
	if q, ok := errors.AsType[*journal.QuotaReached](err); ok {
		return refuseQuota(q)
	}
	router, _ := errors.AsType[*echo.HTTPError](err)
	code := codeInternal
	switch {
	case errors.Is(err, journal.ErrNotFound):
		code = session.CodeNotFound
	case errors.Is(err, journal.ErrInspecting):
		code = codeInspectOnly
	case errors.Is(err, journal.ErrCopied):
		code = codeDatabaseCopied
	case errors.Is(err, journal.ErrOutcomeUnknown):
		code = codeOutcomeUnknown
	case errors.Is(err, journal.ErrValueRefused):
		code = codeNotStorable
	case errors.Is(err, journal.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return notStored(err)
	case router != nil && router.Code == http.StatusMethodNotAllowed:
		code = codeMethodNotAllowed
	case router != nil && router.Code == http.StatusNotFound:
		code = codeRouteNotFound
	}
	return refuseAs(code)
}

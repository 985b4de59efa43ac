package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine"
	"ringer/engine/game"
)

// Codes of the HTTP layer. Those of what a request says are in package game.
const (
	codeMalformedJSON    game.Code = "malformed_json"
	codeUnknownField     game.Code = "unknown_field"
	codeWrongType        game.Code = "wrong_type"
	codeDuplicateField   game.Code = "duplicate_field"
	codeTooDeep          game.Code = "too_deep"
	codeNotUTF8          game.Code = "not_utf8"
	codeBodyTooLarge     game.Code = "body_too_large"
	codeUnsupportedMedia game.Code = "unsupported_media_type"
	codeNotAcceptable    game.Code = "not_acceptable"
	codeMethodNotAllowed game.Code = "method_not_allowed"
	codeRouteNotFound    game.Code = "route_not_found"
	codeInvalidCursor    game.Code = "invalid_cursor"
	codeInvalidParameter game.Code = "invalid_parameter"
	codeUnavailable      game.Code = "unavailable"
	codeOutcomeUnknown   game.Code = "outcome_unknown"
	codeInternal         game.Code = "internal"
)

// meaning is what a code means over HTTP.
type meaning struct {
	status    int
	title     string
	retryable bool
}

// meanings is the one table from code to status.
var meanings = map[game.Code]meaning{
	game.CodeRequired:        {422, "A required value is missing", false},
	game.CodeTooLong:         {422, "A value is too long", false},
	game.CodeTooMany:         {422, "A list has too many entries", false},
	game.CodeOutOfRange:      {422, "A number is out of range", false},
	game.CodeInvalidName:     {422, "A name cannot be used", false},
	game.CodeInvalidID:       {422, "An id cannot be used", false},
	game.CodeInvalidValue:    {422, "A value is not one of those allowed", false},
	game.CodeEmptyText:       {422, "A text is empty", false},
	game.CodeDuplicatePlayer: {422, "Two players have the same id or name", false},
	game.CodeUnknownPlayer:   {422, "There is no such player in this session", false},
	game.CodeUnknownPhase:    {422, "There is no such phase in this session", false},
	game.CodeUnknownChannel:  {422, "There is no such channel in this session", false},
	game.CodeUnknownRules:    {422, "There is no such rules preset", false},
	game.CodeUnknownStrategy: {422, "There is no such strategy", false},
	game.CodeUnknownOption:   {422, "The strategy has no such option", false},
	game.CodeInvalidOption:   {422, "An option's value is not allowed", false},
	game.CodeIDReused:        {422, "An id was used before with another body", false},
	game.CodeSessionEnded:    {409, "The session has ended", false},
	game.CodeConflict:        {409, "The session changed meanwhile", true},
	game.CodeNotFound:        {404, "There is no such session", false},
	game.CodeNoMessage:       {404, "The bot has sent no such message", false},
	game.CodeNoPlan:          {409, "There is no plan", false},
	game.CodePlanChanged:     {409, "The plan is another one by now", false},
	game.CodeRejectedBefore:  {409, "The message was rejected before", false},
	codeMalformedJSON:        {400, "The body is not valid JSON", false},
	codeUnknownField:         {422, "The body has a field that is not known", false},
	codeWrongType:            {422, "A value has the wrong type", false},
	codeDuplicateField:       {422, "The body has a field more than once", false},
	codeTooDeep:              {422, "The body is nested too deeply", false},
	codeNotUTF8:              {400, "The body is not UTF-8", false},
	codeBodyTooLarge:         {413, "The body is larger than 1 MiB", false},
	codeUnsupportedMedia:     {415, "The body's content type is not JSON", false},
	codeNotAcceptable:        {406, "None of the accepted content types is offered", false},
	codeMethodNotAllowed:     {405, "The method is not allowed here", false},
	codeRouteNotFound:        {404, "There is nothing at this address", false},
	codeInvalidCursor:        {422, "The cursor cannot be used", false},
	codeInvalidParameter:     {422, "A query parameter cannot be used", false},
	codeUnavailable:          {503, "The database does not answer", true},
	codeOutcomeUnknown:       {503, "It is not known whether this was stored", false},
	codeInternal:             {500, "Something went wrong on our side", true},
}

// problem is an RFC 9457 problem document.
type problem struct {
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Status    int       `json:"status"`
	Code      game.Code `json:"code"`
	Detail    string    `json:"detail,omitempty"`
	RequestID string    `json:"request_id"`
	Retryable bool      `json:"retryable"`
	// Errors names each invalid value.
	Errors []invalid `json:"errors,omitempty"`
}

type invalid struct {
	Pointer string    `json:"pointer,omitempty"`
	Code    game.Code `json:"code"`
	Detail  string    `json:"detail"`
}

var errInternal = refuse(codeInternal, "", "try again; if it stays, report it with the request id")

// refuse returns the error of one refused value.
func refuse(code game.Code, pointer, detail string) error {
	return game.Errors{{Code: code, Pointer: pointer, Detail: detail}}
}

// fail writes an error as a problem document. It is the only place that does, and the only one that logs a request's error.
func (s *Server) fail(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	errs := s.translate(err, c)
	first := errs[0]
	m := meanings[first.Code]
	p := problem{
		Type: "about:blank", Title: m.title, Status: m.status, Code: first.Code, Detail: errs.Error(), Retryable: m.retryable,
		RequestID: c.Response().Header().Get(echo.HeaderXRequestID),
	}
	for _, e := range errs {
		if e.Pointer != "" {
			p.Errors = append(p.Errors, invalid{e.Pointer, e.Code, e.Detail})
		}
	}
	if m.status == http.StatusServiceUnavailable {
		c.Response().Header().Set("Retry-After", "1")
	}
	body, err := json.Marshal(p)
	if err != nil {
		s.log.Error("a problem document could not be written", "error", err)
		return
	}
	if c.Request().Method == http.MethodHead {
		body = nil
	}
	if err := c.Blob(m.status, "application/problem+json", body); err != nil {
		s.log.Debug("a client left before its answer", "error", err)
	}
}

// translate turns any error into codes. What it does not know is logged and becomes internal, without its text.
func (s *Server) translate(err error, c echo.Context) game.Errors {
	var errs game.Errors
	var router *echo.HTTPError
	var code game.Code
	var detail string
	switch {
	case errors.As(err, &errs) && len(errs) > 0:
		return errs
	case errors.Is(err, engine.ErrNotFound):
		code, detail = game.CodeNotFound, "there is no session with this id; GET /v1/sessions lists those there are"
	case errors.Is(err, engine.ErrOutcomeUnknown):
		code, detail = codeOutcomeUnknown, "the connection to the database was lost on the way; what has an id is safe to send again, "+
			"of anything else look in the events whether it is there"
	case errors.Is(err, engine.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		code, detail = codeUnavailable, "nothing was stored; wait a moment and send the request again"
	case errors.As(err, &router) && router.Code == http.StatusMethodNotAllowed:
		code, detail = codeMethodNotAllowed, "the Allow header lists the methods of this address"
	case errors.As(err, &router) && router.Code == http.StatusNotFound:
		code, detail = codeRouteNotFound, "the API begins at /v1/sessions"
	case errors.Is(err, context.Canceled): // the client has gone; nobody reads this
		code = codeUnavailable
	default:
		s.log.Error("a request failed", "method", c.Request().Method, "path", c.Path(), "error", err,
			"request_id", c.Response().Header().Get(echo.HeaderXRequestID))
		errors.As(errInternal, &errs)
		return errs
	}
	return game.Errors{{Code: code, Detail: detail}}
}

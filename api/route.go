package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// route is one operation of the API.
type route struct {
	method, path string
	handler      echo.HandlerFunc
	// open routes need no key.
	open bool
	// offers are the media types of its answers, the standard one first; none means JSON.
	offers []string
	// refuses are the codes it answers with, besides those that any route may.
	refuses []game.Code
	// page routes are for people and no operations of the API: openapi.yaml leaves them out.
	page bool
}

// Codes that routes have in common.
var (
	// byAny are those of every route.
	byAny = []game.Code{codeNotAcceptable, codeInternal}
	// byBody are those of a route that reads a body.
	byBody = []game.Code{
		codeMalformedJSON, codeNotUTF8, codeBodyTooLarge, codeUnsupportedMedia, codeUnknownField, codeDuplicateField, codeWrongType, codeTooDeep,
		game.CodeOutOfRange,
	}
	// bySession are those of a route that reads a session.
	bySession = []game.Code{game.CodeNotFound, codeUnavailable}
	// byFact are those of a route that adds to a session's log.
	byFact = append(slices.Clip(bySession), game.CodeSessionEnded, codeOutcomeUnknown)
	// byCommand are those of a command on the plan.
	byCommand = slices.Concat(byBody, byFact, []game.Code{game.CodeNoPlan, game.CodePlanChanged, game.CodeConflict})
	// byConfig are those of a route that changes what a session is set up with.
	byConfig = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeUnknownOption, game.CodeInvalidOption,
	}
)

// routes is the one table of what the server answers. openapi.yaml has an operation for each, and no other.
func (s *Server) routes() []route {
	const session = "/v1/sessions/:id"
	return []route{
		{method: http.MethodPost, path: "/v1/sessions", handler: s.createSession, refuses: slices.Concat(byBody, byConfig, []game.Code{
			game.CodeInvalidID, game.CodeInvalidValue, game.CodeDuplicatePlayer, game.CodeUnknownPlayer, game.CodeUnknownPhase, game.CodeUnknownChannel,
			game.CodeUnknownRules, game.CodeUnknownStrategy, game.CodeIDReused, codeUnavailable, codeOutcomeUnknown,
		})},
		{method: http.MethodGet, path: "/v1/sessions", handler: s.listSessions, refuses: []game.Code{codeInvalidParameter, codeInvalidCursor, codeUnavailable}},
		{method: http.MethodGet, path: session, handler: s.getSession, refuses: bySession},
		{method: http.MethodPatch, path: session, handler: s.patchSession, refuses: slices.Concat(byBody, byFact, byConfig, []game.Code{game.CodeConflict})},
		{method: http.MethodDelete, path: session, handler: s.deleteSession, refuses: slices.Concat(bySession, []game.Code{game.CodeConflict, codeOutcomeUnknown})},
		{method: http.MethodPost, path: session + "/end", handler: s.endSession, refuses: slices.Concat(byBody, byFact, []game.Code{
			game.CodeTooLong, game.CodeTooMany, game.CodeInvalidValue, game.CodeUnknownPlayer, game.CodeConflict,
		})},
		{method: http.MethodPost, path: session + "/messages", handler: s.postMessages, refuses: slices.Concat(byBody, byFact, []game.Code{
			game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue, game.CodeEmptyText,
			game.CodeUnknownPlayer, game.CodeUnknownChannel, game.CodeIDReused,
		})},
		{method: http.MethodGet, path: session + "/messages", handler: s.listMessages, refuses: slices.Concat(bySession, []game.Code{codeInvalidParameter})},
		{method: http.MethodPost, path: session + "/messages/:mid/receipt", handler: s.postReceipt, refuses: slices.Concat(byBody, byFact, []game.Code{
			game.CodeTooLong, game.CodeInvalidValue, game.CodeNoMessage, game.CodeRejectedBefore, game.CodeIDReused, game.CodeConflict,
		})},
		{method: http.MethodGet, path: session + "/messages/:mid/trace", handler: s.getTrace, refuses: slices.Concat(bySession, []game.Code{game.CodeNoMessage})},
		{method: http.MethodPost, path: session + "/observations", handler: s.postObservation, refuses: slices.Concat(byBody, byFact, []game.Code{
			game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue, game.CodeEmptyText,
			game.CodeDuplicatePlayer, game.CodeUnknownPlayer, game.CodeUnknownPhase, game.CodeIDReused, game.CodeConflict,
		})},
		{method: http.MethodGet, path: session + "/events", handler: s.getEvents, offers: eventOffers, refuses: slices.Concat(bySession, []game.Code{
			codeInvalidCursor, codeInvalidParameter,
		})},
		{method: http.MethodGet, path: session + "/plan", handler: s.getPlan, refuses: bySession},
		{method: http.MethodPost, path: session + "/plan/cancel", handler: s.cancelPlan, refuses: byCommand},
		{method: http.MethodPost, path: session + "/plan/send", handler: s.sendPlan, refuses: byCommand},
		{method: http.MethodGet, path: session + "/mind", handler: s.getMind, refuses: slices.Concat(bySession, []game.Code{codeInvalidParameter, game.CodeOutOfRange})},
		{method: http.MethodGet, path: session + "/export", handler: s.exportSession, offers: []string{mimeNDJSON}, refuses: bySession},
		{method: http.MethodGet, path: "/v1/strategies", handler: s.listStrategies},
		{method: http.MethodGet, path: "/v1/rules", handler: s.listRules},
		{method: http.MethodGet, path: "/healthz", handler: s.healthz, open: true},
		{method: http.MethodGet, path: "/readyz", handler: s.readyz, open: true, refuses: []game.Code{codeUnavailable}},
		{method: http.MethodGet, path: "/metrics", handler: s.getMetrics, offers: []string{echo.MIMETextPlain}, refuses: []game.Code{codeRouteNotFound}},
		{method: http.MethodGet, path: "/openapi.yaml", handler: s.getDocument, open: true, offers: []string{mimeYAML}},
		{method: http.MethodGet, path: errorsPage, handler: errorsHandler(), open: true, page: true},
	}
}

const (
	mimeEventStream = "text/event-stream"
	mimeYAML        = "application/yaml"
)

var eventOffers = []string{echo.MIMEApplicationJSON, mimeEventStream}

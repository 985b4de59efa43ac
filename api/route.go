package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ringer/engine/game"
)

// route is one operation of the API.
type route struct {
	method, path string
	handler      echo.HandlerFunc
	// open routes need no key.
	open bool
	// tokens says that a read token will do in place of the key.
	tokens bool
	// query are the parameters it knows.
	query []string
	// offers are the media types of its answers, the standard one first; none means JSON.
	offers []string
	// refuses are the codes it answers with, besides those that any route may; refusal.go has them.
	refuses []game.Code
	// page routes are for people and no operations of the API: openapi.yaml leaves them out.
	page bool
}

// routes is the one table of what the server answers. openapi.yaml has an operation for each, and no other.
func (s *Server) routes() []route {
	const (
		session = "/v1/sessions/:id"
		message = session + "/messages/:mid"
		get     = http.MethodGet
		post    = http.MethodPost
	)
	return []route{
		{method: post, path: "/v1/sessions", handler: s.createSession, refuses: byCreate},
		{method: get, path: "/v1/sessions", handler: s.listSessions, query: []string{"status", "strategy", "external_id", "limit", "cursor"}, refuses: byList},
		{method: get, path: session, handler: s.getSession, refuses: bySession},
		{method: http.MethodPatch, path: session, handler: s.patchSession, refuses: byPatch},
		{method: http.MethodDelete, path: session, handler: s.deleteSession, refuses: byDelete},
		{method: post, path: session + "/end", handler: s.endSession, refuses: byEnd},
		{method: post, path: session + "/messages", handler: s.postMessages, refuses: byMessages},
		{method: get, path: session + "/messages", handler: s.listMessages, query: []string{"after", "limit"}, refuses: bySession},
		{method: post, path: message + "/receipt", handler: s.postReceipt, refuses: byReceipt},
		{method: get, path: message + "/trace", handler: s.getTrace, refuses: byTrace},
		{method: post, path: session + "/observations", handler: s.postObservation, refuses: byObservation},
		{method: get, path: session + "/events", handler: s.getEvents, tokens: true, query: eventQuery, offers: eventOffers, refuses: byEvents},
		{method: post, path: session + "/read-token", handler: s.createReadToken, refuses: byToken},
		{method: get, path: session + "/plan", handler: s.getPlan, refuses: bySession},
		{method: post, path: session + "/plan/cancel", handler: s.cancelPlan, refuses: byCommand},
		{method: post, path: session + "/plan/send", handler: s.sendPlan, refuses: byCommand},
		{method: get, path: session + "/mind", handler: s.getMind, query: []string{"at"}, refuses: byMind},
		{method: get, path: session + "/export", handler: s.exportSession, offers: []string{mimeNDJSON}, refuses: bySession},
		{method: get, path: "/v1/strategies", handler: s.listStrategies},
		{method: get, path: "/v1/rules", handler: s.listRules},
		{method: get, path: "/healthz", handler: s.healthz, open: true},
		{method: get, path: "/readyz", handler: s.readyz, open: true, refuses: []game.Code{codeUnavailable}},
		{method: get, path: "/metrics", handler: s.getMetrics, offers: []string{echo.MIMETextPlain}, refuses: []game.Code{codeRouteNotFound}},
		{method: get, path: "/openapi.yaml", handler: s.getDocument, open: true, offers: []string{mimeYAML}},
		{method: get, path: errorsPage, handler: errorsHandler(), open: true, page: true},
		{method: get, path: "/docs", handler: s.redirectDocs, open: true, page: true, offers: docsTypes},
		{method: get, path: "/docs/*", handler: s.getDocs, open: true, page: true, offers: docsTypes},
	}
}

const (
	mimeEventStream = "text/event-stream"
	mimeYAML        = "application/yaml"
)

var eventQuery = []string{"after", "types", "limit", "wait", "snapshot", tokenParameter}

var eventOffers = []string{echo.MIMEApplicationJSON, mimeEventStream}

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
	// offers are the media types of its answers, the standard one first; none means JSON.
	offers []string
	// refuses are the codes it answers with, besides those that any route may.
	refuses []game.Code
}

// routes is the one table of what the server answers. openapi.yaml has an operation for each, and no other.
func (s *Server) routes() []route {
	const session = "/v1/sessions/:id"
	return []route{
		{method: http.MethodPost, path: "/v1/sessions", handler: s.createSession},
		{method: http.MethodGet, path: "/v1/sessions", handler: s.listSessions},
		{method: http.MethodGet, path: session, handler: s.getSession},
		{method: http.MethodPatch, path: session, handler: s.patchSession},
		{method: http.MethodDelete, path: session, handler: s.deleteSession},
		{method: http.MethodPost, path: session + "/end", handler: s.endSession},
		{method: http.MethodPost, path: session + "/messages", handler: s.postMessages},
		{method: http.MethodGet, path: session + "/messages", handler: s.listMessages},
		{method: http.MethodPost, path: session + "/messages/:mid/receipt", handler: s.postReceipt},
		{method: http.MethodGet, path: session + "/messages/:mid/trace", handler: s.getTrace},
		{method: http.MethodPost, path: session + "/observations", handler: s.postObservation},
		{method: http.MethodGet, path: session + "/events", handler: s.getEvents, offers: []string{echo.MIMEApplicationJSON, mimeEventStream}},
		{method: http.MethodGet, path: session + "/plan", handler: s.getPlan},
		{method: http.MethodPost, path: session + "/plan/cancel", handler: s.cancelPlan},
		{method: http.MethodPost, path: session + "/plan/send", handler: s.sendPlan},
		{method: http.MethodGet, path: session + "/mind", handler: s.getMind},
		{method: http.MethodGet, path: session + "/export", handler: s.exportSession, offers: []string{mimeNDJSON}},
		{method: http.MethodGet, path: "/v1/strategies", handler: s.listStrategies},
		{method: http.MethodGet, path: "/v1/rules", handler: s.listRules},
		{method: http.MethodGet, path: "/healthz", handler: s.healthz, open: true},
		{method: http.MethodGet, path: "/readyz", handler: s.readyz, open: true},
		{method: http.MethodGet, path: "/metrics", handler: s.getMetrics, offers: []string{echo.MIMETextPlain}},
	}
}

const mimeEventStream = "text/event-stream"

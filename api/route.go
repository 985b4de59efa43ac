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
	query []parameter
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
		votes   = session + "/votes"
		vote    = votes + "/:vid"
		get     = http.MethodGet
		post    = http.MethodPost
	)
	return []route{
		{method: post, path: "/v1/sessions", handler: s.createSession, refuses: createCodes},
		{method: get, path: "/v1/sessions", handler: s.listSessions, query: listQuery, refuses: listCodes},
		{method: get, path: session, handler: s.getSession, refuses: sessionCodes},
		{method: http.MethodPatch, path: session, handler: s.patchSession, refuses: patchCodes},
		{method: http.MethodDelete, path: session, handler: s.deleteSession, refuses: deleteCodes},
		{method: post, path: session + "/end", handler: s.endSession, refuses: endCodes},
		{method: post, path: session + "/messages", handler: s.postMessages, refuses: messagesCodes},
		{method: get, path: session + "/messages", handler: s.listMessages, query: []parameter{position("after"), whole("limit", 1, 1000)}, refuses: transcriptCodes},
		{method: post, path: message + "/receipt", handler: s.postReceipt, refuses: receiptCodes},
		{method: get, path: message + "/trace", handler: s.getTrace, refuses: traceCodes},
		{method: post, path: session + "/observations", handler: s.postObservation, refuses: observationCodes},
		{method: post, path: votes, handler: s.postVote, query: []parameter{waiting}, refuses: votesCodes},
		{method: get, path: votes, handler: s.listVotes, query: voteQuery, refuses: transcriptCodes},
		{method: get, path: vote, handler: s.getVote, query: []parameter{waiting}, refuses: voteCodes},
		{method: http.MethodPatch, path: vote, handler: s.patchVote, refuses: voteChangeCodes},
		{method: post, path: vote + "/cancel", handler: s.cancelVote, refuses: voteCancelCodes},
		{method: post, path: vote + "/receipt", handler: s.postVoteReceipt, refuses: voteReceiptCodes},
		{method: get, path: vote + "/trace", handler: s.getVoteTrace, refuses: voteCodes},
		{method: get, path: session + "/events", handler: s.getEvents, tokens: true, query: eventQuery, offers: eventOffers, refuses: eventsCodes},
		{method: post, path: session + "/read-token", handler: s.createReadToken, refuses: tokenCodes},
		{method: get, path: session + "/plan", handler: s.getPlan, refuses: sessionCodes},
		{method: post, path: session + "/plan/cancel", handler: s.cancelPlan, refuses: commandCodes},
		{method: post, path: session + "/plan/send", handler: s.sendPlan, refuses: commandCodes},
		{method: get, path: session + "/mind", handler: s.getMind, query: []parameter{whole("at", 1, maxSeq)}, refuses: mindCodes},
		{method: get, path: session + "/export", handler: s.exportSession, offers: []string{mimeNDJSON}, refuses: sessionCodes},
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

var eventOffers = []string{echo.MIMEApplicationJSON, mimeEventStream}

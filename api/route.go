package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
	"ringer/engine/tenant"
)

// route is one operation of the API.
type route struct {
	method, path string
	handler      echo.HandlerFunc
	// open says that the route needs no key.
	open bool
	// scope is what a key needs for the route. By default it follows from the rest; see needs.
	scope tenant.Scope
	// tokens says that the route takes a read token in place of the key.
	tokens bool
	// roles lists which game tokens open the route, those of another game excepted. By default none
	// does.
	roles []role
	// ended says that tokens of seats and of spectators open the route only after the end.
	ended bool
	// own checks that a body speaks for one seat alone. Each route that is not a GET and takes the
	// token of a seat needs it.
	own ownCheck
	// query lists the query parameters that the route knows.
	query []parameter
	// offers lists the media types of the answers, the default first; empty means JSON.
	offers []string
	// codes lists the error codes of this route. Codes that every route may return are left out;
	// see route_codes.go.
	codes []session.Code
	// empty says that a success has no body.
	empty bool
	// reads says that the route stores nothing and asks no model, although it is not a GET.
	reads bool
	// deprecated says that clients should use another route; nil for most.
	deprecated *deprecation
	// page says that the route belongs to a web page. openapi.yaml leaves it out, and its Accept
	// header is not checked.
	page bool
}

// writes reports whether a server that only reads refuses the route.
func (r *route) writes() bool { return r.method != http.MethodGet && !r.reads }

// needs returns what a key needs for the route.
func (r *route) needs() tenant.Scope {
	switch {
	case r.scope != "":
		return r.scope
	case r.tokens:
		return tenant.Stream
	case r.writes():
		return tenant.Write
	}
	return tenant.Read
}

// routes is the one table of what the server answers. openapi.yaml has exactly one operation for
// each route that is not a page.
func (s *Server) routes() []route {
	const (
		sessionID    = sessionRoute
		webhookRoute = "/v1/webhooks/:wid"
		message      = sessionID + "/messages/:mid"
		votes        = sessionID + "/votes"
		vote         = votes + "/:vid"
		get          = http.MethodGet
		post         = http.MethodPost
		modelServer  = "/v1/model-server"
	)
	return []route{
		{method: post, path: "/v1/sessions", handler: s.createSession, codes: createCodes},
		{method: get, path: "/v1/sessions", handler: s.listSessions, query: listQuery, codes: listCodes},
		{method: get, path: sessionID, handler: s.getSession, roles: owners, codes: sessionCodes},
		{method: http.MethodPatch, path: sessionID, handler: s.updateSession, codes: patchCodes},
		{method: http.MethodDelete, path: sessionID, handler: s.deleteSession, empty: true, codes: deleteCodes},
		{method: post, path: sessionID + "/end", handler: s.endSession, codes: endCodes},
		{method: post, path: sessionID + "/pause", handler: s.pauseSession, codes: pauseCodes},
		{method: post, path: sessionID + "/resume", handler: s.resumeSession, codes: pauseCodes},
		{method: post, path: sessionID + "/messages", handler: s.postMessages, codes: messagesCodes},
		{method: get, path: sessionID + "/messages", handler: s.listMessages, roles: owners, query: []parameter{seqParameter("after"), wholeNumber("limit", 1, 1000)}, codes: transcriptCodes},
		{method: http.MethodPatch, path: message, handler: s.updateMessage, codes: messageChangeCodes},
		{method: http.MethodDelete, path: message, handler: s.deleteMessage, empty: true, codes: messageDeleteCodes},
		{method: post, path: message + "/receipt", handler: s.postMessageReceipt, codes: receiptCodes},
		{method: get, path: message + "/trace", handler: s.getMessageTrace, roles: owners, codes: traceCodes},
		{method: post, path: sessionID + "/observations", handler: s.postObservation, codes: observationCodes},
		{method: post, path: votes, handler: s.postVote, query: []parameter{waitParameter}, codes: votesCodes},
		{method: get, path: votes, handler: s.listVotes, roles: owners, query: voteQuery, codes: transcriptCodes},
		{method: get, path: vote, handler: s.getVote, roles: owners, query: []parameter{waitParameter}, codes: voteCodes},
		{method: http.MethodPatch, path: vote, handler: s.updateVote, codes: voteChangeCodes},
		{method: post, path: vote + "/cancel", handler: s.cancelVote, codes: voteCancelCodes},
		{method: post, path: vote + "/receipt", handler: s.postVoteReceipt, codes: voteReceiptCodes},
		{method: get, path: vote + "/trace", handler: s.getVoteTrace, roles: owners, codes: voteCodes},
		{method: get, path: sessionID + "/events", handler: s.getEvents, roles: owners, tokens: true, query: eventQuery, offers: eventOffers, codes: eventsCodes},
		{method: get, path: sessionID + "/stream", handler: s.streamEvents, roles: owners, tokens: true, query: streamQuery, offers: streamOffers, codes: eventsCodes},
		{method: post, path: sessionID + "/read-token", handler: s.createReadToken, reads: true, scope: tenant.Stream, codes: tokenCodes},
		{method: get, path: sessionID + "/plan", handler: s.getPlan, roles: owners, codes: sessionCodes},
		{method: post, path: sessionID + "/plan/cancel", handler: s.cancelPlan, roles: owners, codes: commandCodes},
		{method: post, path: sessionID + "/plan/send", handler: s.sendPlan, roles: owners, codes: commandCodes},
		{method: get, path: sessionID + "/mind", handler: s.getMind, roles: owners, query: []parameter{wholeNumber("at", 1, maxSeq)}, codes: mindCodes},
		{method: get, path: sessionID + "/calls", handler: s.getCalls, roles: owners, query: []parameter{thoughtParameter}, codes: sessionCodes},
		{method: get, path: sessionID + "/export", handler: s.exportSession, roles: owners, offers: []string{mimeNDJSON}, codes: sessionCodes},
		{method: post, path: "/v1/games", handler: s.createGame, codes: createGameCodes},
		{method: get, path: "/v1/games", handler: s.listGames, query: gameListQuery, codes: listCodes},
		{method: get, path: gameRoute, handler: s.getGame, roles: owners, codes: sessionCodes},
		{method: http.MethodPatch, path: gameRoute, handler: s.updateGame, roles: owners, codes: gamePatchCodes},
		{method: http.MethodDelete, path: gameRoute, handler: s.deleteGame, roles: owners, empty: true, codes: deleteCodes},
		{method: post, path: gameRoute + "/end", handler: s.endGame, roles: owners, codes: endCodes},
		{method: post, path: gameRoute + "/pause", handler: s.pauseGame, roles: owners, codes: pauseCodes},
		{method: post, path: gameRoute + "/resume", handler: s.resumeGame, roles: owners, codes: pauseCodes},
		{method: post, path: gameRoute + "/messages", handler: s.postGameMessages, roles: players, own: ownMessages, codes: gameMessageCodes},
		{method: http.MethodPatch, path: gameRoute + "/messages/:mid", handler: s.updateGameMessage, roles: owners, codes: messageChangeCodes},
		{method: http.MethodDelete, path: gameRoute + "/messages/:mid", handler: s.deleteGameMessage, roles: owners, empty: true, codes: messageDeleteCodes},
		{method: post, path: gameRoute + "/observations", handler: s.postGameObservation, roles: anyone, own: ownObservation, codes: gameObservationCodes},
		{method: post, path: gameRoute + "/votes", handler: s.postGameVote, roles: owners, query: []parameter{waitParameter}, codes: votesCodes},
		{method: get, path: gameRoute + "/votes", handler: s.listGameVotes, roles: owners, query: voteQuery, codes: transcriptCodes},
		{method: get, path: gameRoute + "/votes/:vid", handler: s.getGameVote, roles: owners, query: []parameter{waitParameter}, codes: voteCodes},
		{method: http.MethodPatch, path: gameRoute + "/votes/:vid", handler: s.updateGameVote, roles: owners, codes: voteChangeCodes},
		{method: post, path: gameRoute + "/votes/:vid/casts", handler: s.postGameCast, roles: players, own: ownCast, codes: gameCastCodes},
		{method: post, path: gameRoute + "/votes/:vid/cancel", handler: s.cancelGameVote, roles: owners, codes: voteCancelCodes},
		{method: get, path: gameRoute + "/events", handler: s.getGameEvents, roles: anyone, tokens: true, query: gameEventQuery, offers: eventOffers, codes: gameEventsCodes},
		{method: get, path: gameRoute + "/stream", handler: s.streamGameEvents, roles: anyone, tokens: true, query: gameStreamQuery, offers: streamOffers, codes: gameEventsCodes},
		{method: post, path: gameRoute + "/survey", handler: s.postGameSurvey, roles: players, ended: true, own: ownSurvey, codes: surveyCodes},
		{method: post, path: gameRoute + "/rematch", handler: s.createRematch, roles: owners, codes: rematchCodes},
		{method: get, path: gameRoute + "/rematch", handler: s.getRematch, roles: anyone, query: []parameter{anyText(asParameter)}, codes: sessionCodes},
		{method: get, path: gameRoute + "/result", handler: s.getGameResult, roles: anyone, ended: true, codes: resultCodes},
		{method: post, path: gameRoute + "/read-token", handler: s.createGameReadToken, reads: true, scope: tenant.Stream, roles: owners, codes: gameTokenCodes},
		{method: get, path: gameRoute + "/tokens", handler: s.getGameToken, roles: anyone, codes: sessionCodes},
		{method: post, path: gameRoute + "/tokens", handler: s.createGameToken, reads: true, scope: tenant.Write, roles: owners, codes: gameTokenCodes},
		{method: get, path: "/v1/usage", handler: s.getUsage, query: dayQuery, codes: []session.Code{codeUnavailable}},
		{method: get, path: "/v1/export", handler: s.exportTenant, scope: tenant.Admin, query: []parameter{tenantParameter}, offers: []string{mimeNDJSON}, codes: []session.Code{codeUnavailable}},
		{method: http.MethodDelete, path: "/v1/tenants/:tid", handler: s.deleteTenant, scope: tenant.Admin, empty: true, codes: tenantDeleteCodes},
		{method: post, path: "/v1/keys", handler: s.createKey, scope: tenant.Admin, codes: keyCodes},
		{method: get, path: "/v1/keys", handler: s.listKeys, scope: tenant.Admin, query: []parameter{tenantParameter}, codes: []session.Code{codeUnavailable}},
		{method: post, path: "/v1/keys/:kid/rotate", handler: s.rotateKey, scope: tenant.Admin, codes: keyChangeCodes},
		{method: http.MethodDelete, path: "/v1/keys/:kid", handler: s.revokeKey, scope: tenant.Admin, codes: keyChangeCodes},
		{method: get, path: modelServer, handler: s.getModelServer, scope: tenant.Admin, query: []parameter{tenantParameter}},
		{method: http.MethodPut, path: modelServer, handler: s.putModelServer, scope: tenant.Admin, query: []parameter{tenantParameter}, codes: modelServerCodes},
		{method: http.MethodDelete, path: modelServer, handler: s.deleteModelServer, scope: tenant.Admin, query: []parameter{tenantParameter}, codes: []session.Code{codeModelServersOff, codeUnavailable, codeOutcomeUnknown}},
		{method: get, path: "/v1/events", handler: s.getFeed, scope: tenant.Stream, query: feedParameters, offers: eventOffers, codes: feedCodes},
		{method: post, path: "/v1/webhooks", handler: s.createWebhook, scope: tenant.Admin, codes: webhookCodes},
		{method: get, path: "/v1/webhooks", handler: s.listWebhooks, scope: tenant.Admin, codes: []session.Code{codeUnavailable}},
		{method: get, path: webhookRoute, handler: s.getWebhook, scope: tenant.Admin, codes: []session.Code{codeWebhookUnknown, codeUnavailable}},
		{method: http.MethodPatch, path: webhookRoute, handler: s.updateWebhook, scope: tenant.Admin, codes: webhookChangeCodes},
		{method: http.MethodDelete, path: webhookRoute, handler: s.deleteWebhook, scope: tenant.Admin, empty: true, codes: []session.Code{codeWebhookUnknown, codeUnavailable, codeOutcomeUnknown}},
		{method: post, path: webhookRoute + "/rotate", handler: s.rotateWebhook, scope: tenant.Admin, codes: webhookChangeCodes},
		{method: post, path: webhookRoute + "/test", handler: s.testWebhook, scope: tenant.Admin, codes: webhookChangeCodes},
		{method: post, path: webhookRoute + "/replay", handler: s.replayWebhook, scope: tenant.Admin, codes: slices.Concat(webhookChangeCodes, []session.Code{codeInvalidCursor})},
		{method: get, path: webhookRoute + "/deliveries", handler: s.listDeliveries, scope: tenant.Admin, query: deliveryQuery, codes: []session.Code{codeWebhookUnknown, codeUnavailable}},
		{method: post, path: "/v1/suspicion", handler: s.scoreTranscript, reads: true, codes: suspicionCodes},
		{method: get, path: "/v1/strategies", handler: s.listStrategies},
		{method: get, path: "/v1/rules", handler: s.listRules, open: true},
		{method: get, path: "/healthz", handler: s.getHealth, open: true},
		{method: get, path: "/readyz", handler: s.getReadiness, open: true, codes: readyCodes},
		{method: get, path: "/metrics", handler: s.getMetrics, scope: tenant.Metrics, offers: []string{echo.MIMETextPlain}, codes: []session.Code{codeRouteNotFound}},
		{method: get, path: "/openapi.yaml", handler: s.getDocument, open: true, offers: []string{mimeYAML}},
		{method: get, path: "/openapi.json", handler: s.getDocumentJSON, open: true},
		{method: get, path: "/", handler: s.redirectHome, open: true, page: true, offers: pageTypes},
		{method: get, path: errorsPage, handler: errorsHandler(), open: true, page: true},
		{method: get, path: "/docs", handler: s.redirectDocs, open: true, page: true, offers: pageTypes},
		{method: get, path: "/docs/*", handler: s.getDocs, open: true, page: true, offers: pageTypes},
		{method: get, path: "/playground", handler: s.redirectPlayground, open: true, page: true, offers: pageTypes},
		{method: get, path: "/playground/*", handler: s.getPlayground, open: true, page: true, offers: pageTypes},
		{method: post, path: "/playground/recordings", handler: s.postRecordings, reads: true, query: recordedQuery, page: true},
		{method: get, path: studyRoute, handler: s.withStudy(s.getStudy), open: true, page: true},
		{method: post, path: studyRoute + "/people", handler: s.withStudy(s.joinStudy), open: true, page: true},
		{method: get, path: studyRoute + "/me", handler: s.withStudy(s.getStudyView), open: true, page: true},
		{method: http.MethodDelete, path: studyRoute + "/me", handler: s.withStudy(s.leaveStudy), open: true, page: true},
		{method: post, path: studyRoute + "/me/answers", handler: s.withStudy(s.answerStudy), open: true, page: true},
		{method: post, path: arenaRoute, handler: s.withArena(s.postContest), page: true},
		{method: get, path: arenaRoute, handler: s.withArena(s.listContests), page: true},
		{method: post, path: arenaRoute + "/plan", handler: s.withArena(s.planContest), page: true},
		{method: post, path: arenaRoute + "/report", handler: s.withArena(s.postContestReport), page: true},
		{method: get, path: arenaRoute + "/ratings", handler: s.withArena(s.getRatings), page: true},
		{method: get, path: arenaRoute + "/:id", handler: s.withArena(s.getContest), page: true},
		{method: http.MethodDelete, path: arenaRoute + "/:id", handler: s.withArena(s.stopContest), page: true},
		{method: get, path: arenaRoute + "/:id/games", handler: s.withArena(s.getContestFile), page: true},
		{method: get, path: arenaRoute + "/:id/games/:number", handler: s.withArena(s.getContestGame), page: true},
	}
}

const (
	mimeEventStream = "text/event-stream"
	mimeProblem     = "application/problem+json"
	mimeYAML        = "application/yaml"
)

var (
	eventOffers  = []string{echo.MIMEApplicationJSON, mimeEventStream}
	streamOffers = []string{mimeEventStream}
)

package api

import "ringer/engine/game"

// Codes of the HTTP layer. The codes for the content of a request are in package game.
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
	codeUnauthorized     game.Code = "unauthorized"
	codeTokenInvalid     game.Code = "token_invalid"
	codeTokenExpired     game.Code = "token_expired"
	codeTokenScope       game.Code = "token_scope"
	codeCrossOrigin      game.Code = "cross_origin"
	codeHostNotAllowed   game.Code = "host_not_allowed"
	codeRateLimited      game.Code = "rate_limited"
	codeUnavailable      game.Code = "unavailable"
	codeOutcomeUnknown   game.Code = "outcome_unknown"
	codeInternal         game.Code = "internal"
)

package api

import (
	"slices"

	"ringer/engine/game"
)

// The codes that routes answer with, for the table of routes. The tests hold their traffic to them.
var (
	// byAny are those of every route.
	byAny = []game.Code{codeNotAcceptable, codeInternal}
	// byGuarded are those of every route that is not open.
	byGuarded = []game.Code{codeUnauthorized, codeCrossOrigin, codeHostNotAllowed, codeRateLimited, codeInvalidParameter}
	// byBody are those of a route that reads a body.
	byBody = []game.Code{
		codeMalformedJSON, codeNotUTF8, codeBodyTooLarge, codeUnsupportedMedia, codeUnknownField, codeDuplicateField, codeWrongType, codeTooDeep,
		game.CodeOutOfRange,
	}
	// bySession are those of a route that reads a session.
	bySession = []game.Code{game.CodeNotFound, codeUnavailable}
	// byFact are those of a route that adds to a session's log, byBarrier those of one that changes who may do what.
	byFact    = slices.Concat(byBody, bySession, []game.Code{game.CodeSessionEnded, codeOutcomeUnknown})
	byBarrier = slices.Concat(byFact, []game.Code{game.CodeConflict})
	// byConfig are those of a route that changes what a session is set up with.
	byConfig = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeUnknownOption, game.CodeInvalidOption,
	}
	// byText are those of a route that takes what was said or seen.
	byText = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue,
		game.CodeEmptyText, game.CodeUnknownPlayer, game.CodeIDReused,
	}

	byCreate = slices.Concat(byBody, byConfig, []game.Code{
		game.CodeInvalidID, game.CodeInvalidValue, game.CodeDuplicatePlayer, game.CodeUnknownPlayer, game.CodeUnknownPhase, game.CodeUnknownChannel,
		game.CodeUnknownRules, game.CodeUnknownStrategy, game.CodeIDReused, codeUnavailable, codeOutcomeUnknown,
	})
	byList        = []game.Code{codeInvalidCursor, codeUnavailable}
	byPatch       = slices.Concat(byBarrier, byConfig)
	byDelete      = slices.Concat(bySession, []game.Code{game.CodeConflict, codeOutcomeUnknown})
	byEnd         = slices.Concat(byBarrier, []game.Code{game.CodeTooLong, game.CodeTooMany, game.CodeInvalidValue, game.CodeUnknownPlayer})
	byMessages    = slices.Concat(byFact, byText, []game.Code{game.CodeUnknownChannel})
	byObservation = slices.Concat(byBarrier, byText, []game.Code{game.CodeDuplicatePlayer, game.CodeUnknownPhase})
	byEvents      = slices.Concat(bySession, []game.Code{codeInvalidCursor, codeTokenInvalid, codeTokenExpired, codeTokenScope})
	byMind        = slices.Concat(bySession, []game.Code{game.CodeOutOfRange})
	byReceipt     = slices.Concat(byBarrier, []game.Code{game.CodeTooLong, game.CodeInvalidValue, game.CodeNoMessage, game.CodeRejectedBefore, game.CodeIDReused})
	byTrace       = slices.Concat(bySession, []game.Code{game.CodeNoMessage})
	byCommand     = slices.Concat(byBarrier, []game.Code{game.CodeNoPlan, game.CodePlanChanged})
	byToken       = slices.Concat(byBody, bySession)
)

package api

import (
	"slices"

	"ringer/engine/game"
)

// The codes that routes answer with, for the table of routes. The tests hold their traffic to them.
var (
	// anyCodes are those of every route.
	anyCodes = []game.Code{codeNotAcceptable, codeInternal}
	// guardedCodes are those of every route that is not open.
	guardedCodes = []game.Code{codeUnauthorized, codeCrossOrigin, codeHostNotAllowed, codeRateLimited, codeInvalidParameter}
	// bodyCodes are those of a route that reads a body.
	bodyCodes = []game.Code{
		codeMalformedJSON, codeNotUTF8, codeBodyTooLarge, codeUnsupportedMedia, codeUnknownField, codeDuplicateField, codeWrongType, codeTooDeep,
		game.CodeOutOfRange,
	}
	// sessionCodes are those of a route that reads a session.
	sessionCodes = []game.Code{game.CodeNotFound, codeUnavailable}
	// factCodes are those of a route that adds to a session's log, barrierCodes those of one that changes who may do what.
	factCodes    = slices.Concat(bodyCodes, sessionCodes, []game.Code{game.CodeSessionEnded, codeOutcomeUnknown})
	barrierCodes = slices.Concat(factCodes, []game.Code{game.CodeConflict})
	// configCodes are those of a route that changes what a session is set up with.
	configCodes = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeUnknownOption, game.CodeInvalidOption,
		game.CodeModelNotAllowed,
	}
	// textCodes are those of a route that takes what was said or seen.
	textCodes = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue,
		game.CodeEmptyText, game.CodeUnknownPlayer, game.CodeIDReused,
	}

	createCodes = slices.Concat(bodyCodes, configCodes, []game.Code{
		game.CodeInvalidID, game.CodeInvalidValue, game.CodeDuplicatePlayer, game.CodeUnknownPlayer, game.CodeUnknownPhase, game.CodeUnknownChannel,
		game.CodeUnknownRules, game.CodeUnknownStrategy, game.CodeIDReused, codeUnavailable, codeOutcomeUnknown,
	})
	listCodes        = []game.Code{codeInvalidCursor, codeUnavailable}
	patchCodes       = slices.Concat(barrierCodes, configCodes, []game.Code{game.CodeInvalidValue})
	deleteCodes      = slices.Concat(sessionCodes, []game.Code{game.CodeConflict, codeOutcomeUnknown})
	endCodes         = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeTooMany, game.CodeInvalidValue, game.CodeUnknownPlayer})
	transcriptCodes  = slices.Concat(sessionCodes, []game.Code{codeInvalidCursor})
	messagesCodes    = slices.Concat(factCodes, textCodes, []game.Code{game.CodeUnknownChannel})
	observationCodes = slices.Concat(barrierCodes, textCodes, []game.Code{game.CodeDuplicatePlayer, game.CodeUnknownPhase})
	eventsCodes      = slices.Concat(sessionCodes, []game.Code{codeInvalidCursor, codeTokenInvalid, codeTokenExpired, codeTokenScope})
	mindCodes        = slices.Concat(sessionCodes, []game.Code{game.CodeOutOfRange})
	receiptCodes     = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeInvalidValue, game.CodeNoMessage, game.CodeRejectedBefore, game.CodeIDReused})
	traceCodes       = slices.Concat(sessionCodes, []game.Code{game.CodeNoMessage})
	commandCodes     = slices.Concat(barrierCodes, []game.Code{game.CodeNoPlan, game.CodePlanChanged})
	optionCodes      = []game.Code{game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidID, game.CodeInvalidValue, game.CodeUnknownPlayer}
	votesCodes       = slices.Concat(barrierCodes, optionCodes, []game.Code{game.CodeEmptyText, game.CodeIDReused, game.CodeTooManyVotes})
	voteCodes        = slices.Concat(sessionCodes, []game.Code{game.CodeNoVote})
	voteChangeCodes  = slices.Concat(barrierCodes, optionCodes, []game.Code{game.CodeNoVote, game.CodeVoteOver})
	voteCancelCodes  = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeIDReused, game.CodeNoVote, game.CodeVoteOver})
	voteReceiptCodes = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeInvalidValue, game.CodeIDReused, game.CodeNoVote})
	tokenCodes       = slices.Concat(bodyCodes, sessionCodes)
)

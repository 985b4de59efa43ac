package api

import (
	"slices"

	"ringer/engine/game"
)

// The error codes of routes, for the table of routes. The tests check all their traffic against
// them.
var (
	// anyCodes are codes of every route.
	anyCodes = []game.Code{codeNotAcceptable, codeInternal}
	// guardedCodes are codes of every route that is not open.
	guardedCodes = []game.Code{codeUnauthorized, codeTokenInvalid, codeTokenExpired, codeTokenScope, codeCrossOrigin, codeHostNotAllowed, codeRateLimited, codeInvalidParameter}
	// writingCodes are codes of every route that a server refuses while it only reads.
	writingCodes = []game.Code{codeInspectOnly, codeDatabaseCopied}
	// bodyCodes are codes of routes that read a body.
	bodyCodes = []game.Code{
		codeUnsupportedHeader, codeMalformedJSON, codeNotUTF8, codeBodyTooLarge, codeUnsupportedMedia, codeUnknownField, codeDuplicateField, codeWrongType, codeTooDeep,
		game.CodeOutOfRange, game.CodeTooMany,
	}
	// readyCodes are codes of /readyz. They say why nothing can be stored.
	readyCodes = []game.Code{codeUnavailable, codeShuttingDown, codeDatabaseFull, codeDatabaseReadOnly, codeDatabaseLocked, codeDatabaseReplaced, codeDatabaseCopied}
	// sessionCodes are codes of routes that read a session.
	sessionCodes = []game.Code{game.CodeNotFound, codeUnavailable}
	// factCodes are codes of routes that add to a session's log.
	factCodes = slices.Concat(bodyCodes, sessionCodes, []game.Code{game.CodeSessionEnded, game.CodeOfGame, game.CodeHosted, codeOutcomeUnknown, codeNotStorable})
	// barrierCodes are codes of routes that change who may do what. Two such changes can conflict.
	barrierCodes = slices.Concat(factCodes, []game.Code{game.CodeConflict})
	// configCodes are codes of routes that change the configuration of a session.
	configCodes = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeUnknownOption, game.CodeInvalidOption,
		game.CodeModelNotAllowed,
	}
	// textCodes are codes of routes that take what was said or seen.
	textCodes = []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue,
		game.CodeEmptyText, game.CodeUnknownPlayer, game.CodeIDReused,
	}

	createGameCodes = slices.Concat(createCodes, []game.Code{game.CodeHosted})
	createCodes     = slices.Concat(bodyCodes, configCodes, []game.Code{
		game.CodeInvalidID, game.CodeInvalidValue, game.CodeDuplicatePlayer, game.CodeUnknownPlayer, game.CodeUnknownPhase, game.CodeUnknownChannel,
		game.CodeUnknownRules, game.CodeUnknownStrategy, game.CodeMisleadingName, game.CodeLanguageNotAllowed, game.CodeIDReused, codeUnavailable, codeOutcomeUnknown, codeNotStorable,
	})
	listCodes        = []game.Code{codeInvalidCursor, codeUnavailable}
	patchCodes       = slices.Concat(barrierCodes, configCodes, []game.Code{game.CodeInvalidValue})
	deleteCodes      = slices.Concat(sessionCodes, []game.Code{codeUnsupportedHeader, game.CodeConflict, game.CodeOfGame, codeOutcomeUnknown})
	endCodes         = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeTooMany, game.CodeInvalidValue, game.CodeUnknownPlayer})
	transcriptCodes  = slices.Concat(sessionCodes, []game.Code{codeInvalidCursor})
	messagesCodes    = slices.Concat(factCodes, textCodes, []game.Code{game.CodeLogFull, game.CodeUnknownChannel, game.CodeUnlikelyTime, game.CodeUnknownEcho, game.CodeUnknownReply})
	gameMessageCodes = slices.Concat(messagesCodes, []game.Code{game.CodeMayNotSpeak, game.CodeConflict})
	observationCodes = slices.Concat(barrierCodes, textCodes, []game.Code{game.CodeLogFull, game.CodeDuplicatePlayer, game.CodeUnknownPhase, game.CodeOutOfRange, game.CodeNameKept, game.CodeMisleadingName})
	eventsCodes      = slices.Concat(sessionCodes, []game.Code{codeInvalidCursor})
	mindCodes        = slices.Concat(sessionCodes, []game.Code{game.CodeOutOfRange})
	receiptCodes     = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeInvalidValue, game.CodeNoMessage, game.CodeRejectedBefore, game.CodeIDReused})
	traceCodes       = slices.Concat(sessionCodes, []game.Code{game.CodeNoMessage})
	commandCodes     = slices.Concat(barrierCodes, []game.Code{game.CodeNoPlan, game.CodePlanChanged})
	optionCodes      = []game.Code{game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidID, game.CodeInvalidValue, game.CodeUnknownPlayer, game.CodeOptionNotPlayer, game.CodeOptionsAlike}
	votesCodes       = slices.Concat(barrierCodes, optionCodes, []game.Code{game.CodeEmptyText, game.CodeIDReused, game.CodeTooManyVotes, game.CodeLogFull})
	voteCodes        = slices.Concat(sessionCodes, []game.Code{game.CodeNoVote})
	voteChangeCodes  = slices.Concat(barrierCodes, optionCodes, []game.Code{game.CodeNoVote, game.CodeVoteOver})
	voteCancelCodes  = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeIDReused, game.CodeNoVote, game.CodeVoteOver})
	voteReceiptCodes = slices.Concat(barrierCodes, []game.Code{game.CodeTooLong, game.CodeInvalidValue, game.CodeIDReused, game.CodeNoVote})
	tokenCodes       = slices.Concat(bodyCodes, sessionCodes)
	gamePatchCodes   = slices.Concat(barrierCodes, []game.Code{game.CodeLogFull, game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName})
	gameCastCodes    = slices.Concat(barrierCodes, []game.Code{game.CodeRequired, game.CodeInvalidValue, game.CodeUnknownPlayer, game.CodeVoteFinal, game.CodeNoVote, game.CodeVoteOver})
	surveyCodes      = slices.Concat(bodyCodes, sessionCodes, []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidValue, game.CodeUnknownPlayer, game.CodeIDReused, game.CodeNotEnded,
		codeOutcomeUnknown, codeNotStorable,
	})
	suspicionCodes = slices.Concat(bodyCodes, []game.Code{
		game.CodeRequired, game.CodeTooLong, game.CodeTooMany, game.CodeInvalidName, game.CodeInvalidID, game.CodeInvalidValue, game.CodeEmptyText,
		game.CodeUnknownPlayer, game.CodeDuplicatePlayer, codeUnavailable,
	})
	gameObservationCodes = slices.Concat(observationCodes, []game.Code{game.CodeMayNotSpeak})
	gameEventsCodes      = slices.Concat(eventsCodes, []game.Code{game.CodeUnknownPlayer})
	gameTokenCodes       = slices.Concat(tokenCodes, []game.Code{game.CodeRequired, game.CodeInvalidValue, game.CodeUnknownPlayer})
	resultCodes          = slices.Concat(sessionCodes, []game.Code{game.CodeNotEnded})
)

package api

import (
	"slices"

	"ringer/engine/session"
)

// The error codes of routes, for the table of routes. The tests check all their traffic against
// them.
var (
	// anyCodes are codes of every route.
	anyCodes = []session.Code{codeNotAcceptable, codeInternal}
	// guardedCodes are codes of every route that is not open.
	guardedCodes = []session.Code{codeUnauthorized, codeKeyRevoked, codeKeyExpired, codeKeyScope, codeUnavailable, codeTokenInvalid, codeTokenExpired, codeTokenScope, codeCrossOrigin, codeHostNotAllowed, codeRateLimited, codeInvalidParameter}
	// writingCodes are codes of every route that a server refuses while it only reads.
	writingCodes = []session.Code{codeInspectOnly, codeDatabaseCopied}
	// bodyCodes are codes of routes that read a body.
	bodyCodes = []session.Code{
		session.CodeInvalidID, codeMalformedJSON, codeNotUTF8, codeBodyTooLarge, codeUnsupportedMedia, codeUnknownField, codeDuplicateField, codeWrongType, codeTooDeep,
		session.CodeOutOfRange, session.CodeTooMany,
	}
	// readyCodes are codes of /readyz. They say why nothing can be stored.
	readyCodes = []session.Code{codeUnavailable, codeShuttingDown, codeDatabaseFull, codeDatabaseReadOnly, codeDatabaseLocked, codeDatabaseReplaced, codeDatabaseCopied}
	// sessionCodes are codes of routes that read a session.
	sessionCodes = []session.Code{session.CodeNotFound, codeUnavailable}
	// factCodes are codes of routes that add to a session's log.
	factCodes = slices.Concat(bodyCodes, sessionCodes, []session.Code{session.CodeSessionEnded, session.CodeOfGame, session.CodeHosted, codeOutcomeUnknown, codeNotStorable})
	// barrierCodes are codes of routes that change who may do what. Two such changes can conflict.
	barrierCodes = slices.Concat(factCodes, []session.Code{session.CodeConflict})
	// configCodes are codes of routes that change the configuration of a session.
	configCodes = []session.Code{
		session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidName, session.CodeUnknownOption, session.CodeInvalidOption,
		session.CodeModelNotAllowed,
	}
	// textCodes are codes of routes that take what was said or seen.
	textCodes = []session.Code{
		session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidName, session.CodeInvalidID, session.CodeInvalidValue,
		session.CodeEmptyText, session.CodeUnknownPlayer, session.CodeIDReused,
	}

	createGameCodes = slices.Concat(createCodes, []session.Code{session.CodeHosted})
	createCodes     = slices.Concat(bodyCodes, configCodes, []session.Code{
		session.CodeInvalidID, session.CodeInvalidValue, session.CodeDuplicatePlayer, session.CodeUnknownPlayer, session.CodeUnknownPhase, session.CodeUnknownChannel,
		session.CodeUnknownRules, session.CodeUnknownStrategy, session.CodeMisleadingName, session.CodeLanguageNotAllowed, session.CodeIDReused, codeQuotaReached, codeUnavailable, codeOutcomeUnknown, codeNotStorable,
	})
	listCodes        = []session.Code{codeInvalidCursor, codeUnavailable}
	patchCodes       = slices.Concat(barrierCodes, configCodes, []session.Code{session.CodeInvalidValue})
	deleteCodes      = slices.Concat(sessionCodes, []session.Code{session.CodeConflict, session.CodeOfGame, codeOutcomeUnknown})
	endCodes         = slices.Concat(barrierCodes, []session.Code{session.CodeTooLong, session.CodeTooMany, session.CodeInvalidValue, session.CodeUnknownPlayer})
	transcriptCodes  = slices.Concat(sessionCodes, []session.Code{codeInvalidCursor})
	messagesCodes    = slices.Concat(factCodes, textCodes, []session.Code{codeQuotaReached, session.CodeLogFull, session.CodeUnknownChannel, session.CodeUnlikelyTime, session.CodeUnknownEcho, session.CodeUnknownReply})
	gameMessageCodes = slices.Concat(messagesCodes, []session.Code{session.CodeMayNotSpeak, session.CodeConflict})
	observationCodes = slices.Concat(barrierCodes, textCodes, []session.Code{session.CodeLogFull, session.CodeDuplicatePlayer, session.CodeUnknownPhase, session.CodeOutOfRange, session.CodeNameKept, session.CodeMisleadingName})
	eventsCodes      = slices.Concat(sessionCodes, []session.Code{codeInvalidCursor})
	feedCodes        = []session.Code{codeInvalidCursor, codeCursorExpired, codeUnavailable}
	mindCodes        = slices.Concat(sessionCodes, []session.Code{session.CodeOutOfRange})
	receiptCodes     = slices.Concat(barrierCodes, []session.Code{session.CodeTooLong, session.CodeInvalidValue, session.CodeNoMessage, session.CodeRejectedBefore, session.CodeIDReused})
	traceCodes       = slices.Concat(sessionCodes, []session.Code{session.CodeNoMessage})
	commandCodes     = slices.Concat(barrierCodes, []session.Code{session.CodeNoPlan, session.CodePlanChanged, session.CodeIDReused})
	optionCodes      = []session.Code{session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidID, session.CodeInvalidValue, session.CodeUnknownPlayer, session.CodeOptionNotPlayer, session.CodeOptionsAlike}
	votesCodes       = slices.Concat(barrierCodes, optionCodes, []session.Code{session.CodeEmptyText, session.CodeIDReused, session.CodeTooManyVotes, session.CodeLogFull})
	voteCodes        = slices.Concat(sessionCodes, []session.Code{session.CodeNoVote})
	voteChangeCodes  = slices.Concat(barrierCodes, optionCodes, []session.Code{session.CodeNoVote, session.CodeVoteOver})
	voteCancelCodes  = slices.Concat(barrierCodes, []session.Code{session.CodeTooLong, session.CodeIDReused, session.CodeNoVote, session.CodeVoteOver})
	voteReceiptCodes = slices.Concat(barrierCodes, []session.Code{session.CodeTooLong, session.CodeInvalidValue, session.CodeIDReused, session.CodeNoVote})
	tokenCodes       = slices.Concat(bodyCodes, sessionCodes)
	gamePatchCodes   = slices.Concat(barrierCodes, []session.Code{session.CodeLogFull, session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidName})
	gameCastCodes    = slices.Concat(barrierCodes, []session.Code{session.CodeRequired, session.CodeInvalidValue, session.CodeUnknownPlayer, session.CodeVoteFinal, session.CodeNoVote, session.CodeVoteOver})
	surveyCodes      = slices.Concat(bodyCodes, sessionCodes, []session.Code{
		session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidValue, session.CodeUnknownPlayer, session.CodeIDReused, session.CodeNotEnded,
		codeOutcomeUnknown, codeNotStorable,
	})
	suspicionCodes = slices.Concat(bodyCodes, []session.Code{
		session.CodeRequired, session.CodeTooLong, session.CodeTooMany, session.CodeInvalidName, session.CodeInvalidID, session.CodeInvalidValue, session.CodeEmptyText,
		session.CodeUnknownPlayer, session.CodeDuplicatePlayer, codeUnavailable,
	})
	gameObservationCodes = slices.Concat(observationCodes, []session.Code{session.CodeMayNotSpeak})
	gameEventsCodes      = slices.Concat(eventsCodes, []session.Code{session.CodeUnknownPlayer})
	gameTokenCodes       = slices.Concat(tokenCodes, []session.Code{session.CodeRequired, session.CodeInvalidValue, session.CodeUnknownPlayer})
	webhookCodes         = slices.Concat(bodyCodes, []session.Code{session.CodeRequired, session.CodeTooLong, session.CodeInvalidValue, session.CodeTooMany, session.CodeIDReused, codeUnavailable, codeOutcomeUnknown})
	webhookChangeCodes   = slices.Concat(webhookCodes, []session.Code{codeWebhookUnknown})
	keyCodes             = slices.Concat(bodyCodes, []session.Code{session.CodeRequired, session.CodeTooLong, session.CodeInvalidName, session.CodeInvalidValue, session.CodeTooMany, session.CodeIDReused, codeUnavailable, codeOutcomeUnknown})
	modelServerCodes     = slices.Concat(bodyCodes, []session.Code{session.CodeRequired, session.CodeTooLong, session.CodeInvalidName, session.CodeInvalidValue, codeModelServersOff, codeUnavailable, codeOutcomeUnknown})
	keyChangeCodes       = slices.Concat(bodyCodes, []session.Code{codeKeyUnknown, session.CodeIDReused, codeUnavailable, codeOutcomeUnknown})
	tenantDeleteCodes    = []session.Code{codeTenantUnknown, session.CodeConflict, codeUnavailable, codeOutcomeUnknown}
	rematchCodes         = slices.Concat(createGameCodes, sessionCodes, []session.Code{session.CodeNotEnded})
	resultCodes          = slices.Concat(sessionCodes, []session.Code{session.CodeNotEnded})
)

var (
	pauseCodes         = slices.Concat(barrierCodes, []session.Code{session.CodeTooLong})
	messageDeleteCodes = slices.Concat(deleteCodes, []session.Code{session.CodeNoMessage, session.CodeHosted})
	messageChangeCodes = slices.Concat(barrierCodes, []session.Code{session.CodeEmptyText, session.CodeTooLong, session.CodeNoMessage, session.CodeMessageDeleted, session.CodeLogFull})
)

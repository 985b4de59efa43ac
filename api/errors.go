package api

import "ringer/engine/game"

// Codes of the HTTP layer. Those of what a request says are in package game.
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

// meaning is what a code means over HTTP.
type meaning struct {
	status    int
	title     string
	retryable bool
	// next says what to do.
	next string
	example
}

// example is a value that is refused with a code, and how. Where a code has only one thing to say, the detail is what it says.
type example struct{ pointer, detail string }

// meanings is the one table of codes. docs/errors.md and the page /docs/errors are made from it, and a test holds the examples
// against the server.
var meanings = map[game.Code]meaning{
	game.CodeRequired: {
		422, "A required value is missing", false,
		"Add the value that the pointer names.",
		example{"/bot/seat", "say which player the bot is: the id of one in game.players"},
	},
	game.CodeTooLong: {
		422, "A value is too long", false,
		"Shorten it to the limit that the detail names.",
		example{"/text", "is longer than 4000 characters; shorten or split it"},
	},
	game.CodeTooMany: {
		422, "A list has too many entries", false,
		"Leave some out, or split the request.",
		example{"/messages", "has 101 messages, at most 100 are taken; split it"},
	},
	game.CodeOutOfRange: {
		422, "A number or time is out of range", false,
		"Choose one within the bounds that the detail names.",
		example{"/speed", "must be from 0.01 to 1000; 1 is real time"},
	},
	game.CodeInvalidName: {
		422, "A name cannot be used", false,
		"Names are 1 to 80 characters on one line, without spaces around them, control characters and characters that turn the direction of text.",
		example{"/game/players/1/name", "contains a control or direction character; remove it"},
	},
	game.CodeInvalidID: {
		422, "An id cannot be used", false,
		"Ids follow the rules of names: 1 to 80 characters on one line.",
		example{"/id", "contains a control or direction character; remove it"},
	},
	game.CodeInvalidValue: {
		422, "A value is not one of those allowed", false,
		"Choose one that the detail names.",
		example{"/kind", "must be player or gamemaster"},
	},
	game.CodeEmptyText: {
		422, "A text is empty", false,
		"Leave the message out, or send what it says.",
		example{"/text", "must hold something other than spaces"},
	},
	game.CodeDuplicatePlayer: {
		422, "Two players have the same id or name", false,
		"Give each player an id and a name of its own.",
		example{"/game/players/1", "another player has this id or name; make both unique"},
	},
	game.CodeUnknownPlayer: {
		422, "There is no such player in this session", false,
		"Use the id of a player; GET /v1/sessions/{id} lists them. Post a joined observation for a new one first.",
		example{"/sender", "is not the id of a player in this session; post a joined observation first"},
	},
	game.CodeUnknownPhase: {
		422, "There is no such phase in this session", false,
		"Use the id of one of the game's phases.",
		example{"/phase", "is not a phase of this session; its config.game.phases lists them"},
	},
	game.CodeUnknownChannel: {
		422, "There is no such channel in this session", false,
		"Use the id of one of the game's channels, or leave it out for the main channel.",
		example{"/channel", "is not a channel of this session; leave it out for the main channel"},
	},
	game.CodeUnknownRules: {
		422, "There is no such rules preset", false,
		"GET /v1/rules lists the presets. For other games use freeform with rules_text.",
		example{"/game/rules", "is no rules preset; GET /v1/rules lists them, or use freeform with rules_text"},
	},
	game.CodeUnknownStrategy: {
		422, "There is no such strategy", false,
		"GET /v1/strategies lists the strategies.",
		example{"/strategy", "is not a strategy; GET /v1/strategies lists them"},
	},
	game.CodeUnknownOption: {
		422, "The strategy has no such option", false,
		"GET /v1/strategies has a JSON schema of the options of each strategy.",
		example{"/options/speeed", "is not an option of this strategy; GET /v1/strategies shows them"},
	},
	game.CodeInvalidOption: {
		422, "An option's value is not allowed", false,
		"GET /v1/strategies has a JSON schema of the options of each strategy.",
		example{"/options/wpm", "got string, want integer; GET /v1/strategies shows the options"},
	},
	game.CodeModelNotAllowed: {
		422, "Sessions may not choose this model", false,
		"Leave the model to the server, or take one that its operator allows.",
		example{"/model/reply/model", "is no model that this server lets sessions choose; leave it out"},
	},
	game.CodeIDReused: {
		422, "An id was used before with another body", false,
		"Send what you sent the first time, or use a new id.",
		example{"/id", "\"m-1\" was used before with another body; use a new id"},
	},
	game.CodeSessionEnded: {
		409, "The session has ended", false,
		"It can still be read. Create a new session to play on.",
		example{"", "the session has ended and takes nothing more; create a new one"},
	},
	game.CodeConflict: {
		409, "The session changed meanwhile", true,
		"Send the request again.",
		example{"", "the session changed too often while this was decided; try again"},
	},
	game.CodeNotFound: {
		404, "There is no such session", false,
		"Check the id. A session that was deleted is not found either.",
		example{"", "there is no session with this id; GET /v1/sessions lists those there are"},
	},
	game.CodeNoMessage: {
		404, "The bot has sent no such message", false,
		"Use the message_id of an event message.sent of this session.",
		example{"", "the bot has sent no message of this id; those it has sent are in its events of type message.sent, and in …/messages as own"},
	},
	game.CodeNoPlan: {
		409, "There is no plan", false,
		"Nothing is to be done: the bot intends to send nothing now.",
		example{"", "the bot intends to send nothing now; its events of type plan.created say when it does"},
	},
	game.CodePlanChanged: {
		409, "The plan is another one by now", false,
		"Look at GET …/plan, and decide again.",
		example{"/plan_id", "is not the plan any more, that is pln_7yq2c5x3mzkd4hwa_9_0; look at …/plan and decide again"},
	},
	game.CodeRejectedBefore: {
		409, "The message was rejected before", false,
		"Nothing is to be done: a rejection is final.",
		example{"", "the message was rejected before, and a rejection is final"},
	},
	game.CodeNoVote: {
		404, "There is no such vote in this session", false,
		"Use the id of a vote that was asked for, or the vote_id of an event vote.cast of this session.",
		example{"", "there is no vote of this id in this session; GET …/votes lists those there are"},
	},
	game.CodeVoteOver: {
		409, "The vote is over", false,
		"Nothing is to be done: GET …/votes/{vid} shows what became of it.",
		example{"", "the vote is not open any more; GET …/votes/{vid} shows what became of it"},
	},
	game.CodeTooManyVotes: {
		409, "The bot has too many votes to answer", true,
		"Wait until it has answered one, or cancel one.",
		example{"", "the bot has 20 votes to answer; wait for one of them, or cancel one"},
	},
	codeMalformedJSON: {
		400, "The body is not valid JSON", false,
		"Send one JSON value, whole.",
		example{"", "the body ends in the midst of a value; send it whole"},
	},
	codeUnknownField: {
		422, "The body has a field that is not known", false,
		"Check the spelling; names are exact, also in their case.",
		example{"/Sender", "is not known here; it is spelt sender"},
	},
	codeWrongType: {
		422, "A value has the wrong type", false,
		"Send a value of the type that the detail names. Nothing takes null: leave out what you do not set.",
		example{"/messages/0/sent_at", "must be a time as in RFC 3339, such as 2026-01-31T18:30:00Z"},
	},
	codeDuplicateField: {
		422, "The body has a field more than once", false,
		"Keep one of them.",
		example{"/text", "stands more than once; keep one of them"},
	},
	codeTooDeep: {
		422, "The body is nested too deeply", false,
		"Make it flatter.",
		example{"/options/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", "is nested deeper than 16 levels; make it flatter"},
	},
	codeNotUTF8: {
		400, "The body is not UTF-8", false,
		"Encode the body as UTF-8.",
		example{"", "encode the body as UTF-8, and write \\u escapes of surrogates in pairs"},
	},
	codeBodyTooLarge: {
		413, "The body is larger than 1 MiB", false,
		"Split it.",
		example{"", "send at most 1 MiB; split a batch"},
	},
	codeUnsupportedMedia: {
		415, "The body's content type is not JSON", false,
		"Send the body as it is, with the header Content-Type: application/json.",
		example{"", "send the header Content-Type: application/json (curl does with --json)"},
	},
	codeNotAcceptable: {
		406, "None of the accepted content types is offered", false,
		"Leave the header Accept out, or accept what the detail names.",
		example{"Accept", "is offered here as application/json; accept that or */*"},
	},
	codeMethodNotAllowed: {
		405, "The method is not allowed here", false,
		"Use one of the methods in the header Allow.",
		example{"", "the Allow header lists the methods of this address"},
	},
	codeRouteNotFound: {
		404, "There is nothing at this address", false,
		"Check the path; /openapi.yaml lists them all.",
		example{"", "the API begins at /v1/sessions; /openapi.yaml lists its addresses"},
	},
	codeInvalidCursor: {
		422, "The cursor cannot be used", false,
		"Use a cursor of this list or log, or begin without one.",
		example{"after", "lies beyond the session's last event; it belongs to another session"},
	},
	codeInvalidParameter: {
		422, "A query parameter cannot be used", false,
		"Choose a value that the detail names.",
		example{"limit", "must be a whole number from 1 to 1000"},
	},
	codeUnauthorized: {
		401, "The key is missing or wrong", false,
		"Send the header Authorization: Bearer with the key that the server was started with.",
		example{"", "send the header Authorization: Bearer with the server's key, RINGER_API_KEY"},
	},
	codeTokenInvalid: {
		401, "The read token is not valid here", false,
		"Make a token for this session with POST …/read-token, and open its stream with it.",
		example{"read_token", "opens only the stream of the session that it was made for; make one with POST …/read-token"},
	},
	codeTokenExpired: {
		401, "The read token has expired", false,
		"Make a new one with POST …/read-token.",
		example{"read_token", "has expired; make a new one with POST …/read-token"},
	},
	codeTokenScope: {
		403, "The read token does not show all events", false,
		"Leave the other types out, or make a token with all_types for those who may see what the bot thinks.",
		example{"types", "names events that this token does not show; leave them out, or make one with all_types"},
	},
	codeCrossOrigin: {
		403, "A web page of another origin may not do this", false,
		"Start the server with --cors-origin and the page's origin, or with a key.",
		example{"Origin", "is not of this server; start it with --cors-origin and this origin to let its pages in"},
	},
	codeHostNotAllowed: {
		403, "Without a key the server answers only to this machine's own names", false,
		"Ask for localhost. Behind a proxy, set RINGER_API_KEY, or let the proxy send Host: localhost.",
		example{"Host", "is none of this machine's own names; ask for localhost, or set RINGER_API_KEY (or let your proxy send Host: localhost)"},
	},
	codeRateLimited: {
		429, "Too many requests", true,
		"Wait as many seconds as the header Retry-After says. Send messages in batches.",
		example{"", "the server takes --rate-limit requests a second; wait as long as Retry-After says"},
	},
	codeUnavailable: {
		503, "The database does not answer", true,
		"Wait a moment, and send the request again: nothing was stored.",
		example{"", "nothing was stored; wait a moment and send the request again"},
	},
	codeOutcomeUnknown: {
		503, "It is not known whether this was stored", false,
		"What has an id is safe to send again. Of anything else look in the events whether it is there.",
		example{"", "the connection to the database was lost on the way; what has an id is safe to send again, of anything else look in the events whether it is there"},
	},
	codeInternal: {
		500, "Something went wrong on our side", true,
		"Try again. If it stays, report it with the request id.",
		example{"", "try again; if it stays, report it with the request id"},
	},
}

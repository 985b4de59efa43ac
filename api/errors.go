package api

import (
	"ringer/engine/contest"
	"ringer/engine/session"
)

// meaning is what a code means in HTTP.
type meaning struct {
	status    int
	title     string
	retryable bool
	// next says what the client should do.
	next string
	example
}

// example is a refused value with its detail. For a code that always has the same detail, it is
// that detail.
type example struct{ pointer, detail string }

// meanings is the one table of codes. docs/errors.md and the page /docs/errors are generated from
// it. TestErrorExamples checks that the server answers with most of the examples.
var meanings = withDoubts(map[session.Code]meaning{
	session.CodeRequired: {
		422, "A required value is missing", false,
		"Add the value that the pointer names.",
		example{"/bot/seat", "say which player the bot is: the id of one in game.players"},
	},
	session.CodeTooLong: {
		422, "A value is too long", false,
		"Shorten the value to the limit that the detail names.",
		example{"/text", "is longer than 4000 characters; shorten or split it"},
	},
	session.CodeTooMany: {
		422, "A list has too many entries", false,
		"Leave out some entries, or split the request.",
		example{"/messages", "has 101 messages, at most 100 are taken; split it"},
	},
	session.CodeLogFull: {
		409, "The log of the session or game is full", false,
		"End the session or game, and create a new one. A full log still takes answers to votes, and the end.",
		example{"", "the log of this game has 100000 events and takes nothing more; end it, and create a new one"},
	},
	session.CodeOutOfRange: {
		422, "A number or time is out of range", false,
		"Use a value within the bounds that the detail names.",
		example{"/speed", "must be from 0.01 to 1000; 1 is real time"},
	},
	session.CodeInvalidName: {
		422, "A name cannot be used", false,
		"Use 1 to 80 characters on one line, without spaces at the ends, and without characters that are invisible, control, or change the direction of text.",
		example{"/game/players/1/name", "contains a control or direction character; remove it"},
	},
	session.CodeInvalidID: {
		422, "An id cannot be used", false,
		"An id follows the rules for names.",
		example{"/id", "contains a control or direction character; remove it"},
	},
	session.CodeInvalidValue: {
		422, "A value is not one of those allowed", false,
		"Use one of the values that the detail names.",
		example{"/kind", "must be player, gamemaster or host, not \"robot\""},
	},
	session.CodeEmptyText: {
		422, "A text is empty", false,
		"Leave out the message, or give it a text.",
		example{"/text", "must not be empty or only spaces"},
	},
	session.CodeDuplicatePlayer: {
		422, "Two players have the same id or name", false,
		"Give each player a unique id, and a name that looks different. Case, accents and look-alike letters do not count.",
		example{"/game/players/1", "has the id \"Red\", as another player has; make all ids unique"},
	},
	session.CodeUnknownPlayer: {
		422, "The player does not exist", false,
		"Use the id of a player of this session or game. For a new player, post a joined observation first.",
		example{"/sender", "\"Bleu\" is not the id of a player; there are Red, b and Green; for a new player, post a joined observation first; did you mean b, whose name is Blue?"},
	},
	session.CodeUnknownPhase: {
		422, "The phase does not exist", false,
		"Use the id of one of the game's phases.",
		example{"/phase", "\"dusk\" is not the id of a phase; there are day and night"},
	},
	session.CodeUnknownChannel: {
		422, "The channel does not exist", false,
		"Use the id of one of the game's channels. For the main channel, leave the field out.",
		example{"/channel", "\"attic\" is not the id of a channel; there is only den; for the main channel, leave it out"},
	},
	session.CodeUnknownRules: {
		422, "The rules preset does not exist", false,
		"GET /v1/rules lists the presets. For other games, use freeform with rules_text.",
		example{"/game/rules", "\"chess\" is not a rules preset; there are freeform, turing, reverse_turing, mafia, gameshow and avalon; for other games, use freeform with rules_text"},
	},
	session.CodeUnknownStrategy: {
		422, "The strategy does not exist", false,
		"GET /v1/strategies lists the strategies.",
		example{"/strategy", "\"telepathy\" is not a strategy; there are scheduler, fourmind, recon and tom"},
	},
	session.CodeUnknownOption: {
		422, "The strategy does not have this option", false,
		"GET /v1/strategies returns a JSON schema of each strategy's options.",
		example{"/options/speeed", "\"speeed\" is not an option of this strategy; there are dead_band, floor_ms, max_tick_ms, order, tick_ms and wpm"},
	},
	session.CodeInvalidOption: {
		422, "An option's value is not allowed", false,
		"GET /v1/strategies returns a JSON schema of each strategy's options.",
		example{"/options/wpm", "must be a whole number, not a string"},
	},
	session.CodeModelNotAllowed: {
		422, "Sessions may not choose this model", false,
		"Leave the model out, or use a model that the server's operator allows.",
		example{"/model/reply/model", "is not a model that this server lets you choose; leave it out"},
	},
	session.CodeLanguageNotAllowed: {
		422, "The server has no word list of this language", false,
		"Use a language that the detail lists. The operator can allow others with --language-allow.",
		example{"/language", "has no word list, so the bot's texts cannot be checked in it; take one of de, en, es, fr, it, ja, nl, pl, pt, ru, tr, zh, or ask the operator of this server to allow it"},
	},
	session.CodeIDReused: {
		422, "An id was used before with another body", false,
		"Send the same body as the first time, or use a new id.",
		example{"/id", "\"m-1\" was used before with another body; use a new id"},
	},
	session.CodeVoteFinal: {
		422, "The player has voted already", false,
		"Count the first answer; GET …/votes/{vid} shows it. To let the player vote again, ask for another vote.",
		example{"/answer", "\"Green\" has voted already, and a vote is final; the first answer stays"},
	},
	session.CodeSessionEnded: {
		409, "The session or game has ended", false,
		"You can still read it. To play on, create a new one.",
		example{"", "the session has ended and takes nothing more; create a new one"},
	},
	session.CodeConflict: {
		409, "The session or game changed at the same time", true,
		"Send the request again.",
		example{"", "something else changed too often while this was decided; try again"},
	},
	session.CodeHosted: {
		422, "Not with this host of the rules", false,
		"Where Ringer runs the rules, leave roles, phases, votes and eliminations to it. Options of the rules need the host ringer.",
		example{"/kind", "Ringer runs the rules of this game and says itself when a player is out, a phase begins or a vote has decided; \"phase\" is not yours to post"},
	},
	session.CodeMayNotSpeak: {
		409, "The player may not speak now", false,
		"Show the line to nobody. GET /v1/games/{id} shows the phase, and who is still in the game.",
		example{"/sender", "\"Gray\" may not speak here now: the phase is \"night\"; show the line to nobody"},
	},
	session.CodeNotEnded: {
		409, "The game goes on", false,
		"Wait for the end of the game, and send the request again.",
		example{"", "the game goes on; ask people after its end, so that no answer reaches a player who still plays"},
	},
	session.CodeOfGame: {
		409, "The session belongs to a game", false,
		"Send it to the game: it takes messages, observations, votes and the end for all its seats.",
		example{"", "the session belongs to a game, which takes this for all its seats; send it to /v1/games/gam_4vkg7w2m5x3q6t7r"},
	},
	session.CodeNotFound: {
		404, "The session or game does not exist", false,
		"Check the id. A deleted session or game is not found either.",
		example{"", "nothing here has this id; GET /v1/sessions lists the sessions, and GET /v1/games the games"},
	},
	session.CodeNoMessage: {
		404, "The bot has not sent this message", false,
		"Use the message_id of an event message.sent of this session.",
		example{"", "the bot has not sent a message with this id; its messages are the events of type message.sent, and own in …/messages"},
	},
	session.CodeNoPlan: {
		409, "The bot has no plan", false,
		"You need not do anything: the bot does not plan to send a message now.",
		example{"", "the bot has no plan now; its events of type plan.created say when it has one"},
	},
	session.CodePlanChanged: {
		409, "The plan has changed", false,
		"Read GET …/plan, and decide again.",
		example{"/plan_id", "is not the current plan, which is pln_7yq2c5x3mzkd4hwa_9_0; read …/plan and decide again"},
	},
	session.CodeRejectedBefore: {
		409, "The message was rejected before", false,
		"You need not do anything: a rejection is final.",
		example{"", "the message was rejected before, and a rejection is final"},
	},
	session.CodeNoVote: {
		404, "The vote does not exist", false,
		"Use the id of a vote of this session or game, or the vote_id of an event vote.cast.",
		example{"", "this session has no vote with this id; GET …/votes lists its votes"},
	},
	session.CodeVoteOver: {
		409, "The vote is over", false,
		"You need not do anything. GET …/votes/{vid} shows how the vote ended.",
		example{"", "the vote is not open any more; GET …/votes/{vid} shows its result"},
	},
	session.CodeTooManyVotes: {
		409, "Too many votes are open", true,
		"Wait until a vote is answered, or cancel one.",
		example{"", "the bot has 20 votes to answer; wait for one of them, or cancel one"},
	},
	contest.CodeRunning: {
		409, "Another contest is running", true,
		"Wait for its end, or stop it: DELETE /playground/arena/{id}.",
		example{"", "the contest con_5x3q6t7r4vkg7w2m is running; wait for its end, or stop it"},
	},
	contest.CodeNoContest: {
		404, "The contest or its game does not exist", false,
		"GET /playground/arena lists the contests. The server keeps the last few, and a restart loses them.",
		example{"", "there is no contest with this id; the server keeps the last 4, and a restart loses them"},
	},
	codeMalformedJSON: {
		400, "The body is not valid JSON", false,
		"Send one complete JSON value.",
		example{"", "the body ends inside a value; send the whole value, with all closing brackets and quotes"},
	},
	codeUnknownField: {
		422, "The body has an unknown field", false,
		"Check the spelling. Field names are case-sensitive.",
		example{"/Sender", "is not known here; the spelling is sender"},
	},
	codeWrongType: {
		422, "A value has the wrong type", false,
		"Send a value of the type that the detail names. No field takes null: leave out the fields that you do not set.",
		example{"/messages/0/sent_at", "must be a time as in RFC 3339, such as 2026-01-31T18:30:00Z"},
	},
	codeDuplicateField: {
		422, "The body has a field more than once", false,
		"Keep one of the fields.",
		example{"/text", "appears more than once; keep one of them"},
	},
	codeTooDeep: {
		422, "The body is nested too deeply", false,
		"Use fewer levels.",
		example{"/options/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", "is nested deeper than 16 levels; use fewer levels"},
	},
	codeNotUTF8: {
		400, "The body is not UTF-8", false,
		"Encode the body as UTF-8.",
		example{"/messages/1/text", `holds \ud83d, which is half of a character; send both halves, or the character itself`},
	},
	codeBodyTooLarge: {
		413, "The body is too large", false,
		"Split the request.",
		example{"", "send at most 1 MiB; split a batch"},
	},
	codeUnsupportedMedia: {
		415, "The body's content type is not JSON", false,
		"Send the body without compression, with the header Content-Type: application/json.",
		example{"", "send the header Content-Type: application/json (curl does with --json)"},
	},
	codeNotAcceptable: {
		406, "The server offers none of the accepted content types", false,
		"Leave out the header Accept, or accept a content type that the detail names.",
		example{"Accept", "must accept application/json or */*"},
	},
	codeMethodNotAllowed: {
		405, "The method is not allowed here", false,
		"Use one of the methods in the header Allow.",
		example{"", "this address takes GET, HEAD"},
	},
	codeRouteNotFound: {
		404, "This address does not exist", false,
		"Check the path. /openapi.yaml lists all paths.",
		example{"", "the API begins at /v1/sessions and /v1/games; /openapi.yaml lists its addresses"},
	},
	codeInvalidCursor: {
		422, "The cursor cannot be used", false,
		"Use a cursor from this list or log, or begin without one.",
		example{"after", "is after the last event; it belongs to another log"},
	},
	codeInvalidParameter: {
		422, "A query parameter cannot be used", false,
		"Use a value that the detail names.",
		example{"limit", "must be a whole number from 1 to 1000"},
	},
	codeUnsupportedHeader: {
		422, "A header asks for something that the server does not do", false,
		"Leave the header out. The detail says what does the same.",
		example{headerIdempotencyKey, "does nothing yet, so leave it out; give messages, observations and votes an id, and sessions an external_id: then the same request may be sent again"},
	},
	codeUnauthorized: {
		401, "The key is missing or wrong", false,
		"Send the header Authorization: Bearer with the key that the server was started with.",
		example{"", "send the header Authorization: Bearer with the server's key, RINGER_API_KEY"},
	},
	codeTokenInvalid: {
		401, "The token is not valid here", false,
		"Open the events_url of POST …/read-token. The token of a game goes into the header Authorization.",
		example{"read_token", "opens only the stream that it was created for, as the same seat; create one with POST …/read-token"},
	},
	codeTokenExpired: {
		401, "The token has expired", false,
		"Create a new token, or ask whoever gave it to you.",
		example{"read_token", "has expired; create a new one with POST …/read-token"},
	},
	codeTokenScope: {
		403, "The token does not allow this", false,
		"Send only what the detail allows. For more, ask for another token, or use the key.",
		example{"types", "names events that this token does not show; leave them out, or create a token with all_types"},
	},
	codeCrossOrigin: {
		403, "A web page of another origin may not send this request", false,
		"Start the server with --cors-origin and the origin of the page, or with a key.",
		example{"Origin", "is not this server's origin; start the server with --cors-origin and this origin to allow its pages"},
	},
	codeHostNotAllowed: {
		403, "Without a key, the server answers only under this machine's own names", false,
		"Use localhost. Behind a proxy, set RINGER_API_KEY, or send Host: localhost.",
		example{"Host", "is not a name of this machine; use localhost, set RINGER_API_KEY, or let your proxy send Host: localhost"},
	},
	codeRateLimited: {
		429, "Too many requests", true,
		"Wait as many seconds as the header Retry-After says. Send several messages in one batch.",
		example{"", "the server takes --rate-limit requests per second; wait as long as Retry-After says"},
	},
	codeUnavailable: {
		503, "The server is too busy, or its database does not answer", true,
		"Wait a moment, and send the request again: nothing was stored.",
		example{"", "nothing was stored; wait a moment and send the request again"},
	},
	codeShuttingDown: {
		503, "The server is shutting down", true,
		"Send requests to another replica. This one still answers those that are under way.",
		example{"", "this replica is shutting down; send requests to another one"},
	},
	codeNotStorable: {
		422, "The database cannot store a value", false,
		"Leave out characters that the database lacks, such as emoji. Ask the operator for UTF8.",
		example{"", "the database refuses a value of this request, and nothing was stored; leave out characters that its encoding lacks"},
	},
	codeDatabaseFull: {
		503, "The disk of the database is full", true,
		"The operator frees space on the disk, or in the tablespace, that holds the database. The server notices that by itself.",
		example{"", "nothing can be stored until there is space on the disk of the database"},
	},
	codeDatabaseReadOnly: {
		503, "The database is read-only", true,
		"The operator makes the database, or its file, writable, or names the primary server in DATABASE_URL. The server notices a change by itself.",
		example{"", "nothing can be stored until the database takes writes"},
	},
	codeDatabaseLocked: {
		503, "Another program locks the tables of the database", true,
		"The operator ends the transaction of the other program. The server notices that by itself.",
		example{"", "nothing can be stored until another program releases its locks"},
	},
	codeDatabaseReplaced: {
		503, "The database file was removed or replaced", true,
		"The operator stops the server, puts the right file in place, and starts the server again.",
		example{"", "the server's database file was removed or replaced; stop the server, put the right file in place, and start it again"},
	},
	codeDatabaseCopied: {
		503, "The database is a copy, so the server only reads", true,
		"The operator runs ringer migrate --adopt if the copy takes the place of the other database. Else use a server on that one.",
		example{"", "nothing was stored: the tables of this database were last used in another one; if it takes the place of the other, run ringer migrate --adopt and start this server again"},
	},
	codeInspectOnly: {
		403, "The server only reads", false,
		"Send the request to another server. This one was started with --inspect.",
		example{"", "nothing was stored: this server was started with --inspect and only reads; send the request to another server"},
	},
	codeOutcomeUnknown: {
		503, "It is not known whether this was stored", false,
		"A request with an id is safe to send again. For any other request, check the events to see whether it was stored.",
		example{"", "the connection to the database was lost; a request with an id is safe to send again; for any other request, check the events to see whether it was stored"},
	},
	codeInternal: {
		500, "Something went wrong in the server", true,
		"Try again. If it happens again, report it with the request id.",
		example{"", "try again; if it happens again, report it with the request id"},
	},
})

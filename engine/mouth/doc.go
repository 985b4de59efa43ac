// Package mouth checks every text that a bot is about to send, whatever strategy and model wrote
// it. It returns the text as it may be sent, or the rule that refuses it:
//
//	text → silence → shape rules → framing removed → content rules → split → style → messages
//
// [Room.Pass] (mouth.go) runs these steps in this order:
//
//  1. A text that says that nothing is said ends here (silence.go), and escapes are undone
//     (escape.go). Then the shape rules (markup.go) look at the raw text, line breaks included.
//  2. framing.go and direction.go remove what models put around a line of chat. typography.go
//     writes marks plainly that nobody here writes, and removes emoji that this room would not use.
//  3. The content rules judge the text. secret.go and confession.go also judge the raw text.
//  4. length.go splits a long text into at most three messages.
//  5. typography.go gives each message the capitals and full stops of the room's [Style]. A message
//     whose words differ from the text is judged again on its own: it may say something that the
//     text did not.
//
// The shape rules also find what reaches or harms people outside the game (link.go, contact.go),
// and lines that pose as the program's (system.go).
//
// The content rules read a text as words in plain letters (parsed_text.go, lookalike.go) and
// search them for phrases (phrase.go, vocabulary.go). Each language has a table of phrases
// (language/*.json, read by language.go). All tables apply to every text, because models slip into
// another language. Claims of a role and admissions are also searched for in the text as decode.go
// decodes it.
//
// conceal.go says what a player with a hidden role must not admit, and confession.go finds it.
// tie.go finds what ties an evil writer to what they hide, by classes of words, and beside.go what
// only the lines before it tell. A suspicion is not an admission, and neither is a lie.
//
// A secret is compared with everything that the text can be read as (reading.go, code.go,
// numeral.go, escape.go), and so are the secret's own other forms (secret_code.go). The time of
// each rule grows as the length of the text does. [AsksWhetherBot] (question.go) reads the lines
// of others with the same tables. [Ask] (ask.go) finds out whether a line asks
// something, and of how many readers, from the words of language/question.json, and [Called]
// (called.go) to whom it speaks by name.
//
// [Talk] (talk.go) limits the bot's share of the talk. Pass does not apply that limit: package game
// does, for each message. Package session also builds the Room from the state of a session.
//
// The package is pure and knows nothing of sessions: a [Room] holds everything that it needs to
// know about the chat. The rules are word lists and patterns. They do not understand a text, and
// miss what no list foresees.
package mouth

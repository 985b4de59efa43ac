// Package mouth checks every text that a bot is about to send, whatever strategy and model wrote
// it. It returns the text as it may be sent, or the rule that refuses it:
//
//	text → silence → shape rules → framing removed → content rules → split → style → messages
//
// [Room.Pass] (mouth.go) runs these steps in this order:
//
//  1. A text that says that nothing is said ends here (silence.go), and escapes are undone
//     (residue.go). Then the shape rules (markup.go) look at the raw text, line breaks included:
//     JSON, code, lists, links, verses, dialogue, marks of templates (residue.go) and pieces of a
//     prompt (recital.go).
//  2. framing.go removes what models put around a line of chat: time stamps, the bot's own name,
//     quotes, Markdown, invisible characters, stage directions (direction.go) and pings of all
//     (ping.go). typography.go writes marks plainly that nobody here writes. emoji.go removes emoji
//     that this room would not use.
//  3. The content rules judge the text, in this order: secret.go, confession.go, role.go,
//     disclosure.go, phrases of refusal, assistant.go, channel.go, recital.go, biography.go,
//     repeat.go, asked.go, foreign.go. secret.go and confession.go also judge the raw text.
//  4. length.go splits a long text into at most three messages.
//  5. casing.go gives each message the capitals and full stops of the room's [Style] (style.go). A
//     message whose words differ from the text is judged again on its own: it may say something
//     that the text did not.
//
// The shape rules also find what reaches or harms people outside the game: links (link.go),
// telephones and cards (contact.go), accounts (account.go), houses (address.go), commands
// (command.go) and lines that pose as the program's (system.go). abuse.go finds slurs and threats
// among the content rules.
//
// The content rules read a text as words in plain letters (parsed_text.go, lookalike.go) and
// search them for phrases (phrase.go, vocabulary.go). Each language has a table of phrases
// (language/*.json, read by table.go and language.go). All tables apply to every text, because
// models slip into another language. Claims of a role and admissions are also searched for in the
// text as decode.go decodes it.
//
// What models write in place of a line or around it has tables of its own, which say kinds by their
// words (language/line, line_table.go). What the others write in this room is a line.
//
// conceal.go says what a player with a hidden role must not admit, and confession.go finds it. Its
// phrases are in language/conceal (conceal_table.go). tie.go finds what ties an evil writer to what
// they hide, by classes of words (tie_table.go), and beside.go what only the lines before it tell.
// A suspicion is not an admission, and neither is a lie.
//
// A secret is compared with everything that the text can be read as (reading.go, code.go,
// numeral.go, escape.go), and so are the secret's own other forms (secret_form.go). The time of
// each rule grows as the length of the text does. [AsksWhetherBot] (question.go) reads the lines
// of others with the same tables. [Ask] (ask.go, ask_rule.go) finds out whether a line asks
// something, and of how many readers, from the words of language/question.json.
//
// [Talk] (talk.go) limits the bot's share of the talk. Pass does not apply that limit: package game
// does, for each message. Package session also builds the Room from the state of a session.
//
// The package is pure and knows nothing of sessions: a [Room] holds everything that it needs to
// know about the chat. The rules are word lists and patterns. They do not understand a text, and
// miss what no list foresees.
package mouth

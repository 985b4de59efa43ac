// Package mouth is the guard that every outgoing text passes, whatever strategy and model it comes from:
//
//	text -> undressed -> refused by a rule, or -> styled like the room -> one message, or several where it is long
//
// What a text says is read as words in plain letters, by phrases that stand in a table for each language (language/*.json); one file holds one rule.
// A text is held to all five languages, whatever the chat is held in, since models slip.
//
// It is pure and knows nothing of sessions: a Room says what it has to know of the chat.
package mouth

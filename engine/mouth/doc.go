// Package mouth is the guard that every outgoing text passes, whatever strategy and model it comes from:
//
//	text -> undressed -> refused by a rule, or -> styled like the room -> one message, or several where it is long
//
// It is pure and knows nothing of sessions: a Room says what it has to know of the chat.
package mouth

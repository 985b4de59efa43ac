// Package conduct measures from the log of a session how its bot behaves in a conversation.
//
//	events → fold → plans, and what lines were read as → Conduct
//
// Replays and contests use it alike.
package conduct

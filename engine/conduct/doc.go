// Package conduct measures from the log of a session how its bot behaves in a conversation.
//
//	events → fold → plans, and what lines were read as → labels of the recorded game → Conduct
//
// Replays and contests use it alike.
package conduct

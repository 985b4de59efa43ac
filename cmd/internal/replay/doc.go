// Package replay plays recorded games with the bot in one player's seat, and compares what it said
// with what the players said.
//
//	games → plays (a game, a seat, a variant) → runner → events → result → report, files
//
// A play opens a session with the bot in the seat. The lines of all other players are posted at
// their recorded times; the lines of the player in the seat are withheld. A replay waits 15 seconds
// of game time after the last line, and ends the session. A result is computed from the session's
// events alone. liveRunner plays through a server, in real time divided by the speed. virtualRunner
// plays in the simulator, which does not wait.
//
// If the players of a game accused each other at its end, the bot is asked for its vote, too. The
// game master's closing lines may give the answer away, so they are posted after the bot has voted.
// The phases and rulings that a game master announced become observations and votes of the session.
// At the end of each quest the bot is asked who is who.
//
// Settings.Compare plays the same games with several variants, and prints one [Comparison] a row.
// Settings.Recorded decides a recorded session again, and says where its acts differ. [Mouth] says
// which lines of people the mouth of the bot would have stopped.
package replay

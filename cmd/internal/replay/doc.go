// Package replay plays recorded games with the bot in one player's seat, and compares what it said
// with what the players said. It also checks recorded games and sessions without playing them.
//
// # How a replay works
//
// [recording.Load] reads the recorded games, and [Run] plays them:
//
//	games → plays (a game, a seat, a variant) → runner → events → result → report, files
//
// A play opens a session with the bot in the seat. The lines of all other players are posted at
// their recorded times; the lines of the player in the seat are withheld. A replay waits 15 seconds
// of game time after the last line, and ends the session. A result is computed from the session's
// events alone.
//
// There are two runners:
//
//   - liveRunner plays through a server, over HTTP, in real time divided by the speed. It uses a
//     running server, or one that Settings.StartServer starts.
//   - virtualRunner plays in the simulator, which does not wait.
//
// If the players of a game accused each other at its end, the bot is asked for its vote, too. The
// game master's closing lines may give the answer away, so they are posted after the bot has voted.
//
// The phases and rulings that a game master announced become observations and votes of the session
// (round.go). At the end of each quest the bot is asked who is who (guess.go).
//
// A [Result] is one play: how much each player talked (figures.go), what the bot did for its
// messages (work.go), the votes (vote.go, round.go), and the guesses (guess.go). Many results are
// added up in tables (report.go, vote_report.go, guess_report.go). Settings.Compare plays the same
// games with several variants, and prints one [Comparison] a row, and a chart (chart.go).
//
// # Without playing
//
// Settings.Recorded decides a recorded session again, and says where its acts differ.
//
// [Mouth] says which lines of people the mouth of the bot would have stopped.
package replay

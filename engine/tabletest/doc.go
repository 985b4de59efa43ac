// Package tabletest judges games from the log of their table alone.
//
// [Mafia] reads the whole log of a game of Mafia and returns a [Report]: who has won, who went and
// when, and every broken rule. The roles in game.created are all that it takes on trust, and it
// checks that their number is right.
//
// TestMafiaGames in engine/sim judges 200 games, with people who are silent, who talk and vote at
// random, and who leave.
//
// The package is an independent second opinion: it shares no code with the referee, and knows the
// rules from the paper.
package tabletest

// Package gametest judges games from the log of their game alone.
//
// [Mafia], [Turing], [Elimination], [Show], [Avalon] and [Werewolf] read the whole log of a game
// and return a [Report]: who has won, who went, and every broken rule. The roles in game.created
// are all that they take on trust. [Floor] judges the floor of a moderated game, and [Bids] that of
// one with bids. [Judge] compares the log of a game with the logs of its bots.
//
// The tests of games in engine/sim judge whole games, with people who are silent, who talk and
// vote at random, and who leave.
//
// The package is an independent second opinion: it shares no code with the referee, and knows the
// rules from the papers.
package gametest

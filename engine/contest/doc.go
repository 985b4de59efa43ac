// Package contest plays whole games of bots against bots, and compares how their variants do.
//
//	variants → contest → bouts → simulator or server → games → file → summary → table, page
//
// A [Contest] is what one command line asks for. Its bouts are games to play: a deal, and who sits
// where. The deal is a seed. It decides the roles and every chance of the game that follows from
// the seed of the game.
//
// Each deal is played once with every arrangement of the variants, so the variants meet the same
// chances. Either the seats rotate, and each variant has each seat and role equally often; or each
// side belongs to one variant, and every given set of sides is an arrangement.
//
// A [Game] is how one bout went, a line of the file. A contest that was interrupted goes on with
// the bouts that are missing in the file. The summary is computed from the games alone.
package contest

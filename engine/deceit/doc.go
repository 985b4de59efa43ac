// Package deceit says which lines of a game their speakers knew or believed to be untrue.
//
//	log of a session → the mind at each line → claims of the line → marks
//
// The kinds of marks are those of WOLF (arXiv 2512.09187): omission, distortion, fabrication and
// misdirection. The paper lets models tell the kinds; its repository describes each in two words.
// What they mean here stands at the constants. The rules of this package judge only what the game
// can check: claims of a role, of a result, of another player's side, and of knowing nothing.
package deceit

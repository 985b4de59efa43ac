// Package suspicion trains the classifier of engine/suspicion on recorded games, judges it on games
// that the training has not seen, and scores the lines of recorded games.
//
// # How it is judged
//
// The games of each domain are dealt to folds (fold.go). The networks of a fold train on the games
// of all other folds, and score the lines of the fold. So each line is scored by networks that saw
// nothing of its game. From these scores follow
//
//   - after how many epochs to stop, and the temperature (tuning.go);
//   - all figures (figures.go), the accusations (accusation.go) and what weighs most (leftout.go).
//
// The networks of the file train on all games. So the figures are about the method, and the file
// has seen a little more.
package suspicion

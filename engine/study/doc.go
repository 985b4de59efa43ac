// Package study plays studies: games of people and bots in which the arms of an experiment are
// assigned by a seed, in balanced blocks. It knows no terminal, page or flag.
//
// A study is a fold over its log, as a session is. The log is written before anything is done:
//
//	study.begun
//	person.joined ──> waits in the lobby ──> game.planned ──> game.opened ──> game.ended
//	      │                   │                                                   │
//	      └── person.left <───┴── also during and after the game       survey.answered
//	study.stopped
//
// A game that does not count gives its place back: the next people play the same arm and deal.
package study

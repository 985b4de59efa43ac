// Package referee knows the rules of games. A Referee is a pure state machine: it is the fold of
// what happened in the game, and says what has to happen next. It has no clock, goroutine,
// network, file or global random source. The live host, the simulator and the judge of recorded
// games turn the same one.
//
//	game's log --Apply--> Referee --Decide--> orders --> game's log --Apply--> ...
//
// Orders are facts for the game's log. They take effect only when they come back through Apply. So
// a host that dies between the two orders the same again, and nothing happens twice. The lines and
// observations that the rules order have ids that begin with "referee:". The fold recognises them
// by it.
//
// A host appends the orders of one Decide together. Facts that change who is in the game must not
// come between Decide and that append: they are barriers, on which an append can depend. A vote or
// a message may come between.
//
// A referee knows seats. It treats people and bots alike. A seat that stays silent never stops a
// game. A player who leaves is out and never comes back into the game.
//
// Rules have a folder each. Package match has what is the same in all games.
package referee

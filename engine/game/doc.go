// Package game is the pure core of a session. It says what the events mean, how they fold into a
// state, and what the bot should do in a state. It uses no clock, goroutine, network, file or
// global random source.
//
// The log is the session. The platform causes facts, the bot causes acts; both are events:
//
//	State.Apply(event)                   folds one event
//	Decide(state, strategy, inbox, now)  acts to append, thoughts to run, when to call again
//
// Decide judges the state as it is, for example a plan that is due or messages that nobody has
// considered. It never asks what the last event was.
//
// The plan slot holds the one message that the bot intends to send:
//
//	           candidate             due, fresh; commanded
//	(empty) ---------------> planned ---------------------> sent --(more parts)--> planned (rest)
//	   ^                     |  |  ^
//	   |    mute, gone,      |  |  | candidate of a higher class, a newer one of the same,
//	   +---- illegal, -------+  |  | or any when the plan is stale
//	   |    commanded, or its   |  |
//	   |    first part rejected |  |
//	   |                        |  |
//	   +--- nothing to say -- held (due, stale): the thought behind it runs again, twice at most
//
// Every text passes the mouth twice: as a candidate, and when it is due.
//
// A vote that the platform asks for is answered once, unless the platform closes it before that:
//
//	requested --> open -- thought about, in time --> cast, by the model and what the mind suspects
//	               | |--- no thought, the mind knows -> cast, by the mind
//	               | +--- nothing is known --------> cast, by its standing answer
//	               +----- cancelled, standing answer used, or session ended --> over
//
// An accusation is a vote that opens with its answer.
package game

// Package game is the pure core of a session: what its events say, how they fold into a state, and what the bot should do
// about a state. It reaches no clock, goroutine, network, file or global random source.
//
// The log is the session. Facts are events that the platform caused, acts are events that the bot caused:
//
//	State.Apply(event)                       folds one event
//	Decide(state, strategy, inbox, now)      -> acts to append, thoughts to run, when to look again
//
// Decide looks at what is: a plan that is due, messages not yet considered. It never looks at what has just happened.
//
// The plan slot holds the one message the bot intends to send:
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
// Every text passes the mouth, first as a candidate and again when it is due.
//
// A vote that the platform asks for is answered once, or closed by the platform before that:
//
//	requested --> open -- thought about, in time --> cast, by the model and what the mind suspects
//	               | |--- no thought, the mind knows -> cast, by the mind
//	               | +--- nothing is known --------> cast, by its standing answer
//	               +----- cancelled, or the standing answer was used, or the session ended --> over
//
// An accusation is a vote that opens with its answer.
package game

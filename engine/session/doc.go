// Package session is the pure core of a session. It says what the events mean, how they fold into a
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
// # Plans
//
// The plan slot holds the one message that the bot intends to send:
//
//	(empty) --candidate--> planned --due and not stale--> sent --> (empty), or planned with the
//	   ^                    | |  ^                                 next part of the message
//	   |                    | |  |
//	   +----- cancelled ----+ |  +--- a better candidate, or a new text for a stale plan
//	   |                      |
//	   |                due but stale
//	   |                      v
//	   +--- no new text --- held: the thought behind the plan runs again, twice at most
//
// While a plan waits or is typed, the bot reads what others write, and may look at the plan again
// (reconsider.go). A look keeps, replaces or drops the plan.
//
// A plan is cancelled if the bot is muted, is gone or may not speak. It is also cancelled if the
// platform commands it or has rejected its first part, or if the mouth refuses it. After two new
// tries a stale plan is sent, unless its phase is over or a player that it names is out. Then it is
// cancelled. The command send makes a plan due and ignores that it is stale. Every text passes the
// mouth twice: as a candidate, and when it is due.
//
// # The person
//
// The first decision draws a biography from tables, by the seed and the session's id
// (biography_draw.go). Beside a persona it draws none. Until the thought core.biography has
// completed or failed once, the strategy wants nothing. A biography that is written later than the
// bot's first line, or than a thought of the strategy, is ignored (biography.go).
//
// # Votes
//
// A vote that the platform asks for has at most one answer:
//
//	requested --> open --due--> cast
//	               |
//	               +--- the platform cancels it --------------------------> cancelled
//	               +--- the platform decides first, or the session ends --> closed
//
// The answer is due when a person would have given it and no thought about the vote is needed any
// more. It is due at the latest shortly before the deadline. It comes from the model's judgement
// and what the mind suspects, else from the mind alone, else it is the standing answer. An
// accusation is a vote that opens with its answer.
//
// # Seqs
//
// Several fields hold the seq of an event:
//
//	Event.Seq            the event's own number
//	Event.Cursor         the last event that was known when an act was decided
//	Want.BasedOn         the event that the wanted thought is about, such as the newest message
//	Thought.Seq          the last event that the thought knew when it began
//	Progress.Considered  up to which event the thoughts of a kind have considered the log
package session

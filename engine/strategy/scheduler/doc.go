// Package scheduler is the strategy of "Time to Talk: LLM Agents for Asynchronous Group Communication in Mafia Games": it
// decides in two stages, first whether to speak now, then what to say (§2).
//
// The first call answers only send or wait, under an instruction that changes with the bot's share of the talk (appendix
// A.3); the second writes one very short message. The delay is the time it takes to type it, one word a second.
//
// Where the paper polls, this asks when there is reason to: after new messages, with a floor between two questions, and on
// a tick while it is quiet that doubles as long as the answer is wait. Never while the last line is the game master's, and
// never right after a message of its own.
package scheduler

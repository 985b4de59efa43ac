// Package scheduler is the strategy of "Time to Talk: LLM Agents for Asynchronous Group
// Communication in Mafia Games". It has one kind of thought, the turn, which decides in two stages
// (§2):
//
//	when  a call that answers only send or wait
//	what  after a send, a second call that writes one very short message
//
// The instruction of the first call depends on the bot's share of the talk (appendix A.3). The
// delay of a message is the time to type it, one word a second. The option order has the other
// orders of the two calls that the paper names (§7).
//
// With decide=code, which is not in the paper, the code decides what is decided, and the model is
// asked in between: see verdict.
//
// The paper asks all the time. This package asks only when there is a reason: after a new message,
// and on a tick while the chat is quiet. Each wait on a tick doubles the next tick, and the silence
// must have grown by half. It never asks while the last line is the bot's own, and
// after the game master's only if opens says so.
package scheduler

// Package fourmind is the strategy of "FourMind: A lookahead, objective-driven ChatBot" (Bergsmann
// and Nessler). It does not ask a model whether to speak. It lets the model continue the whole
// chat, and speaks when the continuation begins with the bot.
//
// There are four kinds of thought. They run side by side, and none waits for another:
//
//	lookahead  lookahead.go  after each message, also the bot's own: who writes next, what (§2.3).
//	                         The urge to speak is the share of simulations with the bot first.
//	silence    silence.go    in a long silence: a lookahead that is told that the bot is first.
//	                         In an empty chat it gives a greeting.
//	analysis   analysis.go   after each message: its four sides and its receivers (§2.1).
//	                         The analyst is not told which player is the bot (§3.3).
//	appraisal  appraisal.go  after every eighth message of others: how much the chat doubts each
//	                         player.
//
// An analysis becomes an annotation of its message. A prompt shows the annotations that exist when
// it is made.
//
// The objective (§2.2, objective.go) is to support one player and to turn suspicion on another. A
// message is split at its commas and typed as in Algorithm 1 (writing.go). The files skill*.go
// answer the prompts offline, without a model.
package fourmind

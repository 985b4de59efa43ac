// Package fourmind is the strategy of "FourMind: A lookahead, objective-driven ChatBot" (Bergsmann
// and Nessler). It does not ask a model whether to speak. It lets the model continue the whole
// chat, and speaks when the continuation begins with the bot.
//
// There are four kinds of thought. They run side by side, and none waits for another:
//
//	lookahead  lookahead.go  after each message, also the bot's own: who writes what next (§2.3).
//	                         The urge to speak is the share of simulations with the bot first.
//	                         It also analyses the newest line of the others.
//	silence    silence.go    in a long silence: a lookahead that must begin with the bot.
//	                         In an empty chat it gives a greeting.
//	analysis   analysis.go   of the other messages: their four sides and receivers (§2.1).
//	                         The analyst is not told which player is the bot (§3.3).
//	appraisal  appraisal.go  after every eighth message of others: how likely each player is what
//	                         the bot looks for.
//
// An analysis becomes an annotation of its message. A prompt shows the newest annotations that
// exist when it is made.
package fourmind

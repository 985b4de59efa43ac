// Package llm asks any OpenAI-compatible server, through go-openai, for an answer of a Go type. What a strategy sees is the answer, or a
// *prompt.Error that says why there is none; nothing of HTTP or JSON reaches it.
//
// An ask takes at most three calls, whatever goes wrong, and never longer than its role's time limit. What may make another call:
//
//	the server is busy, failed or broke off  → the same again, later (retry)
//	it refuses a part of the request         → the same without it (rung)
//	the answer has not the asked shape       → the model is told what was wrong, once (repair)
//
// What a model does not take is remembered by a ladder, which all sessions share, so that the next ask begins with what is known: the
// schema, strict or not, JSON of any shape, and text, and further down what may be left out. Now and then one call tries a better way.
//
// Before a call is made it waits for the end of a pause that the server asked for, for its place among the calls in flight (the reflex first, then
// reply, decision and analysis), for the purse of its session, and for the breaker, which leaves a server alone that fails too
// often. Every call, made or refused, is recorded.
package llm

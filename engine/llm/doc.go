// Package llm asks an OpenAI-compatible server, through go-openai, for an answer of a Go type. A
// strategy gets the answer, or a *prompt.Error that says why there is none. It sees nothing of HTTP
// or JSON.
//
// The life of one ask, in the order of the files:
//
//	config.go     the server, the roles, the prices and the limits, checked once
//	client.go     one server; it keeps one ladder for each model
//	asker.go      the questions of one thought; it runs them at the same time and records their calls
//	question.go   one ask: it makes calls until one brings an answer, and decides what follows a failure
//	role.go       how the calls of a role are made: the model, the temperature, the cap, the time limit
//	call.go       one call: wait, reserve, send, read, settle, record
//	pause.go      waits for the end of a pause that the server asked for
//	limiter.go    waits for a place among the calls in flight, by role
//	price.go      says what a call may cost; this is reserved in the session's purse
//	endpoint.go   the breaker: it leaves a server alone that fails too often
//	form.go       how the model is asked: the form of the request
//	ladder.go     what was learned of a model: the form that it takes
//	shape.go      what an answer must look like, read from its Go type: a JSON schema, or words
//	transport.go  sends the request: adds fields that go-openai lacks
//	response.go   turns the response into one that go-openai can read
//	read.go       finds the answer in what the model wrote
//	value.go      checks a value of the answer against its shape
//	failure.go    why a call brought no answer, and what may help
//	refusal.go    which parts of the request the words of an error are about
//	retry.go      how long to wait before the next call
//	load.go       what is under way, for the metrics
//
// An ask makes at most three calls and never takes longer than its role's time limit. A failure may
// lead to another call:
//
//	the server is busy, failed or broke off     → the same request again, later (retry)
//	the server refuses a part of the request    → another form of the request (rung)
//	the answer does not have the asked shape    → the model is told what was wrong, once (repair)
//
// The ladder of a model is shared by all sessions. It holds the form in which the model is asked. A
// rung is the part of the form that says how the shape of the answer is asked for: by a strict
// schema, by a schema, as any JSON object, or in words. A form also says which fields are left out,
// and how many tokens are added to the cap for thinking. The ladder gives up what the server
// refuses, so the next ask begins with what is known. A probe is a call that tries a better form
// after some time.
//
// Every call is recorded, also one that was not made because it found no place, no money or a server
// that is left alone.
package llm

// Package llm asks an OpenAI-compatible server, through go-openai, for an answer of a Go type. A
// strategy gets the answer, or a *prompt.Error that says why there is none. It sees nothing of HTTP
// or JSON.
//
// The life of one ask, in the order of the files:
//
//	config.go     the server, the roles, the prices and the limits
//	client.go     one server
//	model.go      what all sessions share about a model, and what each session has learned itself
//	asker.go      runs the questions of one thought at the same time, and records their calls
//	question.go   one ask: makes calls, and decides what follows a failure
//	role.go       the model, temperature, cap and time limit of each role
//	call.go       one call: wait, reserve, send, read, settle, record
//	pause.go      waits for the end of a pause that the server asked for
//	limiter.go    waits for a place among the calls in flight, by role
//	breaker.go    makes no calls for a while to a model that fails too often
//	health.go     whether the calls of a model bring answers
//	form.go       the form of the request: how the model is asked
//	ladder.go     what was learned about a model: the form that it takes
//	shared.go     how what several sessions have learned becomes what all begin with
//	shape.go      what an answer must look like: a Go type as a JSON schema or in words
//	transport.go  sends the request, with the fields that go-openai lacks
//	stream.go     reads a response, and makes one of the chunks of a stream
//	response.go   turns the response into one that go-openai can read
//	read.go       finds the answer in what the model wrote
//	value.go      checks a value of the answer against its shape
//	failure.go    why a call brought no answer, and what may help
//	refusal.go    which parts of the request an error is about
//	retry.go      how long to wait before the next call
//
// An ask makes at most three calls and never takes longer than its role's time limit. A failure may
// lead to another call:
//
//	the server is busy, failed or broke off     → the same request again, later (retry)
//	the server refuses a part of the request    → another form of the request (rung)
//	the prompt is too long for the model        → the same form with a shorter prompt (rung)
//	the model refuses, or a filter does         → the same request again, once (retry)
//	the answer does not have the asked shape    → the model is told what was wrong, once (repair)
//
// A session has a ladder for each model. It follows the ladder that all sessions share, until it
// learns otherwise. So one session cannot change how the others ask. The others follow once three
// sessions have learned the same. The ladder holds the form in which the model is asked.
// The rung of a form is the way to ask for the shape of the answer: strict schema, schema, any JSON
// object, or plain text. A form also says which fields are left out, and how many tokens are added
// to the cap for thinking. The ladder gives up what the server refuses, so the next ask begins with
// what is known. A probe is a call that tries a better form after some time.
//
// Every call is recorded. A call that is not made is recorded, too: it got no place or no money, or
// the model had failed too often.
package llm

package llm

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"ringer/engine/prompt"
)

type asker struct {
	caller prompt.Caller
	client *Client
	// asks is the number of questions so far.
	asks int
	// seeds is the number of seeds that are used up.
	seeds int
}

func (a *asker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	return a.AskAll(ctx, []prompt.Question{{Prompt: p, Answer: answer}})[0]
}

// AskAll asks at the same time, as prompt.AskAll does, and records in the order of the questions.
// They share the session's places and purse: one without a place or money waits, or fails.
func (a *asker) AskAll(ctx context.Context, questions []prompt.Question) []error {
	all, errs, panics := make([]*question, len(questions)), make([]error, len(questions)), make([]string, len(questions))
	var running sync.WaitGroup
	for i, asked := range questions {
		q := &question{
			caller: a.caller, client: a.client, prompt: asked.Prompt,
			number: a.asks + i, firstSeed: a.seeds + i, seedStep: len(questions),
		}
		all[i] = q
		run := func() {
			defer func() {
				if r := recover(); r != nil {
					panics[i] = fmt.Sprintf("%v\n%s", r, debug.Stack())
				}
			}()
			errs[i] = q.ask(ctx, asked.Answer)
		}
		if len(questions) == 1 {
			run() // a goroutine would grow its stack for nothing
		} else {
			running.Go(run)
		}
	}
	running.Wait()
	a.finish(all)
	for _, p := range panics {
		if p != "" {
			panic(p) // in the thought's goroutine, whose driver recovers from it
		}
	}
	return errs
}

// finish records the calls, and counts their seeds, so that the next question gets others.
func (a *asker) finish(all []*question) {
	rounds := 0
	for _, q := range all {
		rounds = max(rounds, q.seeds)
		for _, x := range q.records {
			if a.caller.Record != nil {
				a.caller.Record(x)
			}
		}
	}
	a.asks += len(all)
	a.seeds += rounds * len(all)
}

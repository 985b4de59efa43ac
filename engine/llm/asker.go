package llm

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"ringer/engine/prompt"
)

// asker asks on behalf of one thought.
type asker struct {
	prompt.Caller
	client *Client
	asks   int
	calls  int
}

// Ask implements prompt.Asker.
func (a *asker) Ask(ctx context.Context, p prompt.Prompt, answer any) error {
	return a.AskAll(ctx, []prompt.Question{{Prompt: p, Answer: answer}})[0]
}

// AskAll puts questions at once, as prompt.AskAll does. Their calls are told of when all are over, so that the record is in the order of the
// questions. They share the session's places and purse: those for which there is no room wait for it, or fail.
func (a *asker) AskAll(ctx context.Context, questions []prompt.Question) []error {
	all, errs, bugs := make([]*question, len(questions)), make([]error, len(questions)), make([]string, len(questions))
	var running sync.WaitGroup
	for i, put := range questions {
		q := &question{asker: a, prompt: put.Prompt, number: a.asks + i, firstSeed: a.calls + i, seedStep: len(questions)}
		all[i] = q
		running.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					bugs[i] = fmt.Sprintf("%v\n%s", r, debug.Stack())
				}
			}()
			errs[i] = q.ask(ctx, put.Answer)
		})
	}
	running.Wait()
	a.conclude(all)
	for _, bug := range bugs {
		if bug != "" {
			panic(bug) // where the thought's driver takes it for what it is
		}
	}
	return errs
}

// conclude tells of the calls of questions that are over, and counts them: those of the next one have other seeds.
func (a *asker) conclude(all []*question) {
	rounds := 0
	for _, q := range all {
		rounds = max(rounds, q.seeds)
		for _, x := range q.said {
			if a.Record != nil {
				a.Record(x)
			}
		}
	}
	a.asks += len(all)
	a.calls += rounds * len(all)
}

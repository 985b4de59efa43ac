package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// question is one ask, which one goroutine runs.
type question struct {
	caller prompt.Caller
	client *Client
	prompt prompt.Prompt
	shape  *shape
	role   RoleConfig
	// serverTimeout is the time limit of the role in the server's settings.
	serverTimeout time.Duration
	model         *model
	// ladder and pause are the session's own, for this model.
	ladder *ladder
	pause  *pause
	price  Price
	// number is the place among all questions of its asker, from 0.
	number    int
	firstSeed int
	// seedStep is added for each further call. Questions asked at the same time use the numbers
	// between.
	seedStep int

	// seeds counts the seed numbers that the calls have used.
	seeds       int
	records     []prompt.Exchange
	failedCalls int
	retries     int
	// toRepair is the failure that the next call tells the model about; nil for none.
	toRepair *failure
	// repaired records that one call was a repair. A question has at most one.
	repaired bool
}

func (q *question) ask(ctx context.Context, answer any) (err error) {
	if q.shape, err = shapeOf(answer); err != nil {
		return err
	}
	q.role, q.serverTimeout = q.client.role(q.prompt.Role, q.caller.Models), q.client.role(q.prompt.Role, nil).Timeout
	q.role.Temperature = temperature(&q.prompt, q.role, q.caller.Models)
	q.model, q.price = q.client.models.model(q.role.Model), q.client.prices[q.role.Model]
	own := q.client.models.experience(q.caller.Session, q.role.Model)
	q.ladder, q.pause = own.ladder, own.pause
	ctx, cancel := context.WithTimeout(ctx, q.role.Timeout)
	defer cancel()
	return q.run(ctx, answer)
}

func (q *question) pauses() []*pause { return []*pause{q.pause, q.model.pause} }

func (q *question) nextSeed() int {
	n := q.firstSeed + q.seeds*q.seedStep
	q.seeds++
	return prompt.CallSeed(q.caller.Seed, n)
}

// run makes calls until one brings an answer, the failure has no remedy, or calls or time are used
// up.
func (q *question) run(ctx context.Context, answer any) error {
	var before *failure
	for reason := session.CallFirst; ; {
		c := q.newCall(reason)
		f := c.run(ctx, answer)
		switch {
		case f == nil:
			return nil
		case before != nil && errors.Is(f.cause, errPauseTooLong):
			return before.err() // it says why there is a pause
		case before != nil && before.code == prompt.ModelRateLimited && f.code == prompt.ModelTimeout && time.Since(c.record.At) < q.role.Timeout/2:
			return before.err() // the pause has left too little time
		}
		before = f
		q.failedCalls++
		next, wait := q.nextCall(c, f)
		if next == "" || q.failedCalls == maxCalls || !q.wait(ctx, wait) {
			return f.err()
		}
		reason = next
	}
}

// wait returns false at once if the next call would begin too late.
func (q *question) wait(ctx context.Context, d time.Duration) bool {
	ctx, cancel := q.latestStart(ctx)
	defer cancel()
	return sleep(ctx, d)
}

// latestStart returns a context that ends when it is too late to begin a call. One that is cut off
// costs the server as much as a whole one, and takes a place.
func (q *question) latestStart(ctx context.Context) (context.Context, context.CancelFunc) {
	end, _ := ctx.Deadline() // every ask has one
	// At least half of the limit is for calls, so that a slow server can show that it is fast
	// again.
	return context.WithDeadline(ctx, end.Add(-min(q.ladder.usualTime(), q.role.Timeout/2)))
}

// nextCall learns from a failure. It returns the reason of the next call, empty for none, and its
// wait.
func (q *question) nextCall(c *call, f *failure) (next session.CallReason, wait time.Duration) {
	now := time.Now()
	q.toRepair = nil
	if c.probe && c.record.Made() && f.code != prompt.CallStopped {
		q.ladder.probeFailed(f.remedy != changeForm, now)
	}
	switch f.remedy {
	case retry:
		if f.refusal.badSample && q.failedCalls == maxCalls {
			q.ladder.answerUnusable(c.form, false, now) // one bad sample is bad luck, but these are all
		}
		q.retries++
		if f.retryAfter > 0 {
			return session.CallRetry, f.retryAfter
		}
		return session.CallRetry, backoff(q.retries)
	case again:
		if q.retries++; q.retries == 1 {
			return session.CallRetry, 0
		}
	case changeForm:
		if c.probe {
			return session.CallRung, 0
		}
		if q.ladder.refused(c.form, f.refusal, q.role, now) {
			return session.CallRung, 0
		}
	case repair:
		if c.probe {
			return session.CallRung, 0
		}
		changed := q.ladder.answerUnusable(c.form, f.thinkingUsedCap, now)
		switch {
		case f.answer != "" && !q.repaired:
			q.toRepair, q.repaired = f, true
			return session.CallRepair, 0
		case changed:
			return session.CallRung, 0
		case f.answer == "" && q.retries == 0:
			q.retries++
			return session.CallRetry, 0
		}
	}
	return "", 0
}

const (
	sectionShape  = "shape of the answer"
	sectionBefore = "your answer before this one"
	sectionWrong  = "what was wrong with it"
	// maxShown bounds what the model is shown of a wrong answer, in bytes: enough to recognise it.
	maxShown = 600
)

// render returns the prompt as it is sent beside a cap, and the bytes to which it was shortened, or
// 0.
func (q *question) render(used form, cap int) (r prompt.Rendered, shortenedTo int) {
	whole := q.prompt.Render()
	r = q.complete(whole, used)
	over := r.Len() - used.room(cap)
	if used.context == 0 || over <= 0 {
		return r, 0
	}
	shortenedTo = max(1, whole.Len()-over)
	return q.complete(q.prompt.Shortened(shortenedTo).Render(), used), shortenedTo
}

// complete adds sections at the end, so that the server's cache still knows the beginning.
func (q *question) complete(r prompt.Rendered, used form) prompt.Rendered {
	if used.rung >= jsonObject || q.toRepair != nil {
		r = r.With(prompt.TextSection(sectionShape, q.shape.words(q.caller.Seed)))
	}
	if wrong := q.toRepair; wrong != nil {
		shown := strings.ToValidUTF8(wrong.answer[:min(len(wrong.answer), maxShown)], "")
		r = r.With(prompt.ListSection(sectionBefore, []string{shown}))
		r = r.With(prompt.TextSection(sectionWrong, fmt.Sprintf("Your answer cannot be used: %s.\nDo the task again. Send one JSON object with all of its fields, and nothing else.", wrong.cause)))
	}
	if used.oneMessage {
		r = prompt.Rendered{User: r.System + r.User}
	}
	return r
}

func (q *question) reserve(cost session.Spent) *failure {
	if q.caller.Purse == nil {
		return nil
	}
	err := q.caller.Purse.Reserve(cost)
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*prompt.Error](err); ok {
		return &failure{code: refused.Code, cause: refused.Cause}
	}
	return &failure{code: prompt.BudgetSpent, cause: err}
}

// settle replaces what was set aside by what the call has cost.
func (q *question) settle(reserved, spent session.Spent) {
	if q.caller.Purse != nil {
		q.caller.Purse.Settle(reserved, spent)
	}
}

// minRecital is the shortest line of the task, in bytes, that counts as copied.
const minRecital = 40

var errRecital = errors.New("it copies the task or the example")

// recites reports whether an answer is copied from the task, perhaps with its example. One without
// own words, such as an empty text, copies nothing: the task may have said how to give it.
func (q *question) recites(f finding) bool {
	if q.shape.saysSomething(f.value) && (strings.Contains(q.prompt.Instruction, f.raw) || strings.Contains(f.raw, quoted(exampleText))) {
		return true
	}
	for line := range strings.SplitSeq(q.prompt.Instruction, "\n") {
		if line = strings.TrimSpace(line); len(line) >= minRecital && strings.Contains(f.around, line) {
			return true
		}
	}
	return false
}

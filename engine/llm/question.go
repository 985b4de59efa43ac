package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// question is one ask under way. One goroutine runs it, beside those of the asker's other questions.
type question struct {
	*asker
	prompt prompt.Prompt
	shape  *shape
	role   Role
	ladder *ladder
	price  Price
	number int
	// Its calls have the seeds firstSeed, firstSeed + seedStep, …: those between are of the questions beside it.
	firstSeed, seedStep int

	seeds   int // that its calls have taken
	said    []prompt.Exchange
	calls   int
	retries int
	wrong   *failure // what the model is to be told of its last answer
	told    bool     // that has been done
}

// ask answers the question, in the time that its role has.
func (q *question) ask(ctx context.Context, answer any) (err error) {
	if q.shape, err = shapeOf(answer); err != nil {
		return err
	}
	q.role = q.client.role(q.prompt.Role, q.Models)
	q.ladder, q.price = q.client.ladder(q.role.Model), q.client.prices[q.role.Model]
	ctx, cancel := context.WithTimeout(ctx, q.role.Timeout)
	defer cancel()
	return q.run(ctx, answer)
}

// nextSeed returns the seed of the question's next call.
func (q *question) nextSeed() int {
	n := q.firstSeed + q.seeds*q.seedStep
	q.seeds++
	return prompt.CallSeed(q.Seed, n)
}

// run makes calls until one brings an answer, the failure has no remedy, the calls are used up or the time is.
func (q *question) run(ctx context.Context, answer any) error {
	for reason := game.CallFirst; ; {
		c := q.newCall(reason)
		f := c.make(ctx, answer)
		if f == nil {
			return nil
		}
		q.calls++
		next, wait := q.remedy(c, f)
		if next == "" || q.calls == maxCalls || !q.wait(ctx, wait) {
			return f.err()
		}
		reason = next
	}
}

// wait waits before another call. It returns false at once if that would come too late: then what has failed is the question's answer.
func (q *question) wait(ctx context.Context, d time.Duration) bool {
	ctx, cancel := q.begin(ctx)
	defer cancel()
	return sleep(ctx, d)
}

// begin returns a context that ends when it is too late to begin a call: one that is cut off has cost the server as much as one that is
// not, and somebody else a place.
func (q *question) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	end, _ := ctx.Deadline() // every ask has one
	// half the limit at most, so that a server that was slow may show that it is not any more
	return context.WithDeadline(ctx, end.Add(-min(q.ladder.usual(), q.role.Timeout/2)))
}

// remedy learns from a failure. It returns why there should be another call, if there should, and how long to wait for it.
func (q *question) remedy(c *call, f *failure) (next game.CallReason, wait time.Duration) {
	now := time.Now()
	q.wrong = nil
	switch f.remedy {
	case again:
		q.retries++
		if f.after > 0 {
			return game.CallRetry, f.after
		}
		return game.CallRetry, backoff(q.retries)
	case reformed:
		if c.probe {
			q.ladder.failed(now)
			return game.CallRung, 0
		}
		if q.ladder.refused(c.manners, f.refusal, q.role, now) {
			return game.CallRung, 0
		}
	case repaired:
		if c.probe {
			q.ladder.failed(now)
			return game.CallRung, 0
		}
		changed := q.ladder.useless(c.manners, f.thought, now)
		switch {
		case f.wrote != "" && !q.told:
			q.wrong, q.told = f, true
			return game.CallRepair, 0
		case changed:
			return game.CallRung, 0
		case f.wrote == "" && q.retries == 0:
			q.retries++
			return game.CallRetry, 0
		}
	}
	return "", 0
}

const (
	sectionShape  = "shape of the answer"
	sectionBefore = "your answer before this one"
	sectionWrong  = "what was wrong with it"
	// maxShown bounds how much of an answer is shown to the model again, in bytes: enough to recognise it.
	maxShown = 600
)

// render returns the prompt as it is sent. What is added stands at the end, behind what the server has in its cache.
func (q *question) render(m manners) prompt.Rendered {
	r := q.prompt.Render()
	if m.rung >= jsonObject || q.wrong != nil {
		r = r.With(prompt.Text(sectionShape, q.shape.words()))
	}
	if q.wrong != nil {
		shown := strings.ToValidUTF8(q.wrong.wrote[:min(len(q.wrong.wrote), maxShown)], "")
		r = r.With(prompt.List(sectionBefore, []string{shown}))
		r = r.With(prompt.Text(sectionWrong, fmt.Sprintf("%s. Answer the task again, in the right shape.", q.wrong.cause)))
	}
	if m.oneMessage {
		r = prompt.Rendered{User: r.System + r.User}
	}
	return r
}

// minRecital is how long a line of the prompt must be, in bytes, so that a model that writes it is reading the prompt out.
const minRecital = 40

var errRecital = errors.New("the answer repeats the task in place of doing it")

// recites tells whether an answer is taken from the prompt: a model that reads its task out also reads out the example of an answer.
func (q *question) recites(f finding) bool {
	if q.shape.free() && strings.Contains(q.prompt.Instruction, f.raw) {
		return true
	}
	for line := range strings.SplitSeq(q.prompt.Instruction, "\n") {
		if line = strings.TrimSpace(line); len(line) >= minRecital && strings.Contains(f.around, line) {
			return true
		}
	}
	return false
}

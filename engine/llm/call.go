package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// call is one call of a question.
type call struct {
	*question
	manners manners
	probe   bool
	cap     int // of tokens of the answer
	record  prompt.Exchange
}

func (q *question) newCall(reason game.CallReason) *call {
	c := &call{question: q}
	if reason == game.CallFirst {
		c.manners, c.probe = q.ladder.probe(time.Now())
	}
	if !c.probe {
		c.manners = q.ladder.manners()
	}
	c.cap = max(q.role.MaxTokens, q.prompt.AnswerTokens) + c.manners.room
	rendered := q.render(c.manners)
	c.record = prompt.Exchange{Prompt: rendered, At: time.Now(), Call: prompt.Call{
		Role: string(q.prompt.Role), Model: q.role.Model, Task: q.prompt.Task, Ask: q.number, Reason: reason,
		Rung: c.manners.rung.String(), PromptBytes: len(rendered.System) + len(rendered.User),
	}}
	return c
}

// make waits for the call's turn, makes it, reads the answer and records it all.
func (c *call) make(ctx context.Context, answer any) *failure {
	since := time.Now()
	most := c.price.most(tokens(c.record.PromptBytes), c.cap)
	settle, f := c.admit(ctx, most)
	c.record.At = time.Now()
	c.record.Waited = c.record.At.Sub(since).Milliseconds()
	if f == nil {
		f = c.settled(ctx, answer, settle)
		c.record.Millis = time.Since(c.record.At).Milliseconds()
		if f == nil {
			c.ladder.took(c.manners, c.probe, c.warm(), time.Since(c.record.At), time.Now())
		}
	}
	c.record.Outcome = "ok"
	if f != nil {
		c.record.Outcome, c.record.Err = f.code, f.cause
	}
	c.said = append(c.said, c.record)
	return f
}

// admit waits until the call may be made. settle must be called when it has been.
func (c *call) admit(ctx context.Context, most game.Spent) (settle func(*failure), f *failure) {
	e := c.client.endpoint
	refuse := func(code string, err error) (func(*failure), *failure) { return nil, &failure{code: code, cause: err} }
	if e.down() {
		return refuse(prompt.ModelDown, errDown)
	}
	leave, err := c.enter(ctx, 1+most.PromptTokens/tokensPerUnit)
	if err != nil {
		return refuse(prompt.ModelBusy, err)
	}
	if c.Purse != nil {
		if err := c.Purse.Reserve(most); err != nil {
			leave()
			var refused *prompt.Error
			if errors.As(err, &refused) {
				return refuse(refused.Code, refused.Cause)
			}
			return refuse(prompt.BudgetSpent, err)
		}
	}
	verdict, err := e.breaker.Allow()
	if err != nil {
		if c.Purse != nil {
			c.Purse.Settle(most, game.Spent{})
		}
		leave()
		return refuse(prompt.ModelDown, errDown)
	}
	return func(f *failure) {
		switch {
		case f == nil:
			verdict(nil)
		case f.code == prompt.CallStopped, f.code == prompt.ModelTimeout && !f.faulty:
			verdict(errNoVerdict)
		case f.faulty:
			verdict(errFaulty)
		default:
			verdict(nil) // it answers, whatever it says
		}
		switch {
		case f == nil:
			c.ladder.lull.answered()
		case f.after > 0:
			c.ladder.lull.hold(f.after)
		}
		if c.Purse != nil {
			x := &c.record
			c.Purse.Settle(most, game.Spent{Calls: 1, PromptTokens: x.PromptTokens, AnswerTokens: x.AnswerTokens, CostMicros: x.CostMicros})
		}
		leave()
	}, nil
}

// enter waits for the end of a pause and for a place, as long as there is time left for an answer.
func (c *call) enter(ctx context.Context, weight int) (leave func(), err error) {
	ctx, cancel := c.begin(ctx)
	defer cancel()
	for {
		if err := c.ladder.lull.wait(ctx); err != nil {
			return nil, err
		}
		leave, err = c.client.limiter.enter(ctx, c.Session, rank(c.prompt.Role), weight)
		if err != nil {
			return nil, fmt.Errorf("no place among the calls in flight became free in time: %w", err)
		}
		if c.ladder.lull.held() <= 0 {
			return leave, nil
		}
		leave() // the pause began while it waited
	}
}

// settled makes the call and settles it, also when it panics: the engine goes on after a bug, and would lose a place for ever.
func (c *call) settled(ctx context.Context, answer any, settle func(*failure)) (f *failure) {
	f = &failure{code: prompt.ModelError}
	defer func() { settle(f) }()
	return c.send(ctx, answer)
}

// send makes the call and reads what it brings.
func (c *call) send(ctx context.Context, answer any) *failure {
	response, err := c.client.api.CreateChatCompletion(withFields(ctx, c.fields()), c.request())
	if err != nil {
		f := readFailure(ctx, err, response.Header(), c.manners)
		if key := c.client.key; key != "" && strings.Contains(f.cause.Error(), key) {
			f.cause = errors.New(strings.ReplaceAll(f.cause.Error(), key, "(the key)")) // some servers repeat it, and causes are logged
		}
		if f.code == prompt.ModelTimeout || f.code == prompt.CallStopped { // it has read the prompt, and charges for it
			f.faulty = f.faulty && time.Since(c.record.At) >= c.role.Timeout/2 // else it had hardly a chance
			c.count(openai.Usage{}, 0)
		}
		return f
	}
	var message openai.ChatCompletionMessage
	finish := openai.FinishReason("")
	if len(response.Choices) > 0 {
		message, finish = response.Choices[0].Message, response.Choices[0].FinishReason
	}
	c.record.Answer = strings.ToValidUTF8(message.Content[:min(len(message.Content), maxWritten)], "") // what is read of it
	c.count(response.Usage, len(message.Content)+len(message.ReasoningContent))
	return c.read(message, finish, answer)
}

func (c *call) request() openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{Model: c.role.Model}
	seed := c.nextSeed()
	if !c.manners.noSeed {
		r.Seed = &seed
	}
	if system := c.record.Prompt.System; system != "" {
		r.Messages = append(r.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: system})
	}
	r.Messages = append(r.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: c.record.Prompt.User})
	switch c.manners.rung {
	case strictSchema, looseSchema:
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: "answer", Schema: c.shape.schema(""), Strict: c.manners.rung == strictSchema,
			},
		}
	case jsonObject:
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return r
}

// fields are what go-openai would drop, or check by the names of models.
func (c *call) fields() map[string]any {
	fields := map[string]any{}
	if c.warm() {
		fields["temperature"] = *c.role.Temperature
	}
	if c.manners.cap != uncapped {
		fields[c.manners.cap.String()] = c.cap
	}
	if effort := c.manners.thinks(c.role); effort != "" {
		fields["reasoning_effort"] = effort
	}
	return fields
}

// warm tells whether the call has a temperature.
func (c *call) warm() bool { return c.role.Temperature != nil && !c.manners.noTemperature }

// count fills the record's tokens and cost from what the server counted, or estimates them from lengths.
func (c *call) count(u openai.Usage, wrote int) {
	x := &c.record
	x.PromptTokens = cmp.Or(u.PromptTokens, tokens(x.PromptBytes))
	x.AnswerTokens = cmp.Or(u.CompletionTokens, tokens(wrote))
	x.Estimated = u.PromptTokens == 0 || u.CompletionTokens == 0 && wrote > 0
	if u.PromptTokensDetails != nil {
		x.CachedTokens = min(u.PromptTokensDetails.CachedTokens, x.PromptTokens)
	}
	x.CostMicros = c.price.cost(x.PromptTokens, x.CachedTokens, x.AnswerTokens)
	if over := u.CompletionTokens - c.cap; over > c.cap/4+16 { // more than another way of counting
		c.ladder.unheeded(c.manners, time.Now())
	}
}

// read fills answer from what the model wrote.
func (c *call) read(m openai.ChatCompletionMessage, finish openai.FinishReason, answer any) *failure {
	found, err := c.shape.find(m.Content)
	if strings.TrimSpace(m.Content) == "" && finish != openai.FinishReasonLength && m.ReasoningContent != "" {
		var late error
		if found, late = c.shape.findAtEnd(m.ReasoningContent); late == nil {
			c.record.Answer, err = found.raw, nil
		}
	}
	if err == nil && c.recites(found) {
		err = &prompt.Error{Code: prompt.AnswerUnreadable, Cause: errRecital}
	}
	if err == nil {
		err = found.fill(answer)
	}
	var failed *prompt.Error
	if !errors.As(err, &failed) {
		return nil
	}
	f := &failure{code: failed.Code, cause: failed.Cause, remedy: repaired, wrote: m.Content}
	if failed.Code == prompt.AnswerEmpty {
		f.wrote, f.thought = "", finish == openai.FinishReasonLength
		if f.thought {
			f.cause = fmt.Errorf("%w; its %d tokens were used up: switch thinking off, or raise max_tokens", f.cause, c.cap)
		}
	}
	return f
}

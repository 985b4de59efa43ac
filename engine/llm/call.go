package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

type call struct {
	question *question
	form     form
	probe    bool
	// cap is how many tokens the answer may have, thinking included.
	cap    int
	record prompt.Exchange
}

func (q *question) newCall(reason session.CallReason) *call {
	c := &call{question: q}
	if reason == session.CallFirst {
		c.form, c.probe = q.ladder.probe(time.Now())
	}
	if !c.probe {
		c.form = q.ladder.form()
	}
	if reason != session.CallFirst { // that of the first call was just written
		q.prompt = q.prompt.Renewed()
	}
	c.record = prompt.Exchange{At: time.Now(), Call: prompt.Call{
		Role: string(q.prompt.Role), Model: q.role.Model, Task: q.prompt.Task, Ask: q.number, Reason: reason,
		Rung: c.form.rung.String(),
	}}
	c.show()
	return c
}

func (c *call) show() {
	x, q := &c.record, c.question
	c.cap = c.form.capOf(max(q.role.MaxTokens, q.prompt.AnswerTokens))
	x.Prompt, x.ShortenedTo = q.render(c.form, c.cap)
	x.PromptBytes, x.Known, x.AskedAt = x.Prompt.Len(), q.prompt.Known, q.prompt.At
	if c.form.context > 0 { // the prompt may not get short enough
		c.cap = min(c.cap, max(c.form.context-tokens(x.PromptBytes), minCap))
	}
}

// renew writes the prompt again after the call has waited for its turn. The chat may have moved on.
func (c *call) renew() {
	q := c.question
	if q.prompt.Rewrite == nil {
		return
	}
	q.prompt = q.prompt.Renewed()
	c.show()
}

func (c *call) run(ctx context.Context, answer any) *failure {
	q := c.question
	queued := time.Now()
	reserved := q.price.maxCost(tokens(c.record.PromptBytes), c.cap)
	settle, f := c.admit(ctx, reserved)
	c.record.At = time.Now()
	c.record.Waited = c.record.At.Sub(queued).Milliseconds()
	if f == nil {
		if c.record.Waited > 0 {
			c.renew()
		}
		f = c.sendAndSettle(ctx, answer, settle)
		c.record.Millis = time.Since(c.record.At).Milliseconds()
		if f == nil {
			q.ladder.succeeded(c.form, c.probe, c.hasTemperature(), time.Since(c.record.At), time.Now())
		}
	}
	c.record.Outcome = "ok"
	if f != nil {
		c.record.Outcome, c.record.Err = f.code, f.cause
	}
	q.records = append(q.records, c.record)
	return f
}

// admit waits until the call may be made. settle must then be called with its failure, or nil.
func (c *call) admit(ctx context.Context, reserved session.Spent) (settle func(*failure), f *failure) {
	q := c.question
	sessionID, server := q.caller.Session, q.model.breaker
	if server.down() && server.holds(sessionID) {
		return nil, &failure{code: prompt.ModelDown, cause: errDown}
	}
	leave, err := c.enter(ctx, 1+reserved.PromptTokens/tokensPerUnit)
	if err != nil {
		return nil, &failure{code: prompt.ModelBusy, cause: err}
	}
	if f := q.reserve(reserved); f != nil {
		leave()
		return nil, f
	}
	report, ok := server.allow(sessionID)
	if !ok {
		q.settle(reserved, session.Spent{})
		leave()
		return nil, &failure{code: prompt.ModelDown, cause: errDown}
	}
	return func(f *failure) {
		report(f)
		q.model.health.ended(f)
		for _, p := range q.pauses() {
			switch {
			case f == nil:
				p.answered(sessionID)
			case f.retryAfter > 0, f.code == prompt.ModelRateLimited:
				p.refused(sessionID, f.retryAfter)
			}
		}
		q.settle(reserved, c.spent())
		leave()
	}, nil
}

// enter waits for the end of a pause and for a place, as long as there is time left for an answer.
func (c *call) enter(ctx context.Context, weight int) (leave func(), err error) {
	q := c.question
	ctx, cancel := q.latestStart(ctx)
	defer cancel()
	for {
		for _, p := range q.pauses() {
			if err := p.wait(ctx); err != nil {
				return nil, err
			}
		}
		leave, err = q.client.limiter.enter(ctx, &waiter{
			tenant: q.caller.Tenant, session: q.caller.Session, model: q.role.Model, rank: rank(q.prompt.Role), weight: weight,
			share: func(bound int) (int, bool) { return q.model.breaker.share(q.caller.Session, bound) },
		})
		if err != nil {
			return nil, fmt.Errorf("no place among the calls in flight became free in time: %w", err)
		}
		if !slices.ContainsFunc(q.pauses(), func(p *pause) bool { return p.left() > 0 }) {
			return leave, nil
		}
		leave() // a pause began while the call waited for its place
	}
}

// sendAndSettle settles also after a panic: the engine goes on, and would lose the place for ever.
func (c *call) sendAndSettle(ctx context.Context, answer any, settle func(*failure)) (f *failure) {
	f = &failure{code: prompt.ModelError}
	defer func() { settle(f) }()
	return c.send(ctx, answer)
}

func (c *call) send(ctx context.Context, answer any) *failure {
	response, err := c.complete(ctx)
	if err != nil {
		f := readFailure(ctx, err, response.Header(), c.form)
		f.cause = c.question.client.hideError(f.cause)
		f.refusal.context = c.fittingContext(f.refusal.context)
		if f.code == prompt.ModelTimeout || f.code == prompt.CallStopped {
			// With less than half of the time limit a call hardly had a chance. A session may
			// choose a shorter limit than the server's, but not for blaming the server.
			f.serverFault = f.serverFault && time.Since(c.record.At) >= max(c.question.role.Timeout, c.question.serverTimeout)/2
			// The server has read the prompt, and charges for it.
			c.countTokens(openai.Usage{}, 0)
		}
		return f
	}
	var message openai.ChatCompletionMessage
	finish := openai.FinishReason("")
	if len(response.Choices) > 0 {
		message, finish = response.Choices[0].Message, response.Choices[0].FinishReason
		// The transport has hidden what was not escaped.
		hide := c.question.client.secrets.Hide
		message.Content, message.ReasoningContent, message.Refusal = hide(message.Content), hide(message.ReasoningContent), hide(message.Refusal)
	}
	// The record holds only as much of the answer as is read.
	written := cmp.Or(message.Content, message.Refusal)
	c.record.Answer = strings.ToValidUTF8(written[:min(len(written), maxWritten)], "")
	c.countTokens(response.Usage, len(message.Content)+len(message.ReasoningContent))
	return c.read(message, finish, answer)
}

// complete asks the model inside the process, or the server.
func (c *call) complete(ctx context.Context) (openai.ChatCompletionResponse, error) {
	client, r := c.question.client, c.request()
	if client.model == nil {
		return client.api.CreateChatCompletion(withFields(ctx, c.fields()), r)
	}
	if err := ctx.Err(); err != nil {
		return openai.ChatCompletionResponse{}, err
	}
	r.MaxCompletionTokens = c.cap
	return client.model.Complete(r)
}

func (c *call) request() openai.ChatCompletionRequest {
	q := c.question
	r := openai.ChatCompletionRequest{Model: q.role.Model}
	seed := q.nextSeed()
	if !c.form.noSeed {
		r.Seed = &seed
	}
	if system := c.record.Prompt.System; system != "" {
		r.Messages = append(r.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: system})
	}
	r.Messages = append(r.Messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: c.record.Prompt.User})
	switch c.form.rung {
	case strictSchema, looseSchema:
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: "answer", Schema: q.shape.asSchema, Strict: c.form.rung == strictSchema,
			},
		}
	case jsonObject:
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	return r
}

// fields returns the fields that go-openai would drop, or would refuse for some model names.
func (c *call) fields() map[string]any {
	fields := map[string]any{}
	if c.hasTemperature() {
		fields["temperature"] = *c.question.role.Temperature
	}
	fields[c.form.capField.String()] = c.cap
	if c.form.switchedOff {
		fields["enable_thinking"] = false
	}
	if c.form.stream {
		fields["stream"] = true
	}
	if c.form.stream && !c.form.noUsage {
		fields["stream_options"] = map[string]any{"include_usage": true}
	}
	if effort := c.form.reasoningEffort(c.question.role); effort != "" {
		fields["reasoning_effort"] = effort
	}
	return fields
}

func (c *call) hasTemperature() bool {
	return c.question.role.Temperature != nil && !c.form.noTemperature
}

// countTokens fills in tokens and cost from the server's usage, and estimates the rest.
func (c *call) countTokens(u openai.Usage, answerBytes int) {
	x, q := &c.record, c.question
	x.PromptTokens = cmp.Or(u.PromptTokens, tokens(x.PromptBytes))
	x.AnswerTokens = cmp.Or(u.CompletionTokens, tokens(answerBytes))
	x.Estimated = u.PromptTokens == 0 || u.CompletionTokens == 0 && answerBytes > 0
	if u.PromptTokensDetails != nil {
		x.CachedTokens = min(u.PromptTokensDetails.CachedTokens, x.PromptTokens)
	}
	x.CostMicros = q.price.cost(x.PromptTokens, x.CachedTokens, x.AnswerTokens)
	// A smaller excess may come from another way of counting.
	if over := u.CompletionTokens - c.cap; over > c.cap/4+16 {
		q.ladder.capIgnored(c.form, time.Now())
	}
}

func (c *call) spent() session.Spent {
	x := &c.record
	return session.Spent{Calls: 1, PromptTokens: x.PromptTokens, AnswerTokens: x.AnswerTokens, CostMicros: x.CostMicros}
}

// read fills answer from what the model wrote.
func (c *call) read(m openai.ChatCompletionMessage, finish openai.FinishReason, answer any) *failure {
	q := c.question
	found, err := q.shape.find(m.Content)
	if strings.TrimSpace(m.Content) == "" && finish != openai.FinishReasonLength && m.ReasoningContent != "" {
		if atEnd, notFound := q.shape.findAtEnd(m.ReasoningContent); notFound == nil {
			found, err = atEnd, nil
			c.record.Answer = found.raw
		}
	}
	if err == nil && q.recites(found) {
		err = &prompt.Error{Code: prompt.AnswerUnreadable, Cause: errRecital}
	}
	if err == nil {
		err = found.fill(answer)
	}
	failed, ok := errors.AsType[*prompt.Error](err)
	if !ok {
		return nil
	}
	if f := declined(m, finish); f != nil {
		return f
	}
	f := &failure{code: failed.Code, cause: failed.Cause, remedy: repair, answer: m.Content}
	cut := finish == openai.FinishReasonLength
	switch {
	case failed.Code == prompt.AnswerEmpty:
		f.answer, f.thinkingUsedCap = "", cut
	case cut && c.form.thinkingTokens == 0:
		f.answer, f.thinkingUsedCap = "", true
	case cut:
		f.remedy = again // a model that never ends; no other way to ask would end it
	}
	if cut {
		f.cause = fmt.Errorf("%w; its %d tokens were used up: switch thinking off, or raise max_tokens", f.cause, c.cap)
	}
	return f
}

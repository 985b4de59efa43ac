package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// failure is why a call brought no answer, and what may help.
type failure struct {
	code   string
	cause  error
	remedy remedy
	// retryAfter is how long the server asks to be left alone; 0 if it does not say.
	retryAfter time.Duration
	refusal    refusal
	// serverFault says that the server is to blame, not the request.
	serverFault bool
	// answer is what the model wrote, if that could not be used.
	answer string
	// thinkingUsedCap says that the model's thinking used up the cap.
	thinkingUsedCap bool
}

// remedy is what to do about a failure.
type remedy int

const (
	noRemedy   remedy = iota // another call would fail too
	retry                    // make the same call again, later
	again                    // make the same call again, once
	changeForm               // make the call in another form
	repair                   // make the call again and say what was wrong with the answer
)

func (f *failure) err() error { return &prompt.Error{Code: f.code, Cause: f.cause} }

func readFailure(ctx context.Context, err error, header http.Header, used form) *failure {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &failure{code: prompt.CallStopped, cause: err}
	case ctx.Err() != nil:
		return &failure{code: prompt.ModelTimeout, cause: err, serverFault: true}
	}
	if answered, ok := errors.AsType[*openai.APIError](err); ok {
		return readStatus(answered, header, used)
	}
	if elsewhere, ok := errors.AsType[*redirect](err); ok {
		return &failure{code: prompt.ModelError, cause: elsewhere}
	}
	if errors.Is(err, errTooLarge) || errors.Is(err, errNotJSON) || errors.Is(err, errStatus) {
		return &failure{code: prompt.AnswerUnreadable, cause: err, remedy: retry}
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return &failure{code: prompt.ModelUnreachable, cause: fmt.Errorf("%w; the server's certificate must be one that this machine trusts", err), serverFault: true}
	}
	if _, ok := errors.AsType[*url.Error](err); ok {
		return &failure{code: prompt.ModelUnreachable, cause: err, remedy: retry, serverFault: true}
	}
	return &failure{code: prompt.ModelError, cause: err} // go-openai itself refuses the request
}

func readStatus(e *openai.APIError, header http.Header, used form) *failure {
	f := &failure{code: prompt.ModelError, cause: e, refusal: refusalOf(e, used)}
	switch status := e.HTTPStatusCode; {
	case f.readRefusal(status, header):
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.cause = fmt.Errorf("the server does not accept the key: %w; check the key, what it may use, and the header that it belongs into (--model-key-header)", e)
	case status == http.StatusPaymentRequired:
		f.cause = fmt.Errorf("the server wants to be paid first: %w", e)
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		f.cause = fmt.Errorf("the server does not know this model or path: %w; check the model's name, and the base URL, which usually ends in /v1", e)
	case status == http.StatusTooManyRequests:
		f.code, f.retryAfter = prompt.ModelRateLimited, retryAfter(header, e.Message, time.Now())
		// Waiting does not help a client without money.
		if !strings.Contains(fmt.Sprint(e.Code, e.Type), "insufficient_quota") {
			f.remedy = retry
		}
	case slices.Contains(busyStatus, status):
		f.remedy, f.retryAfter = retry, retryAfter(header, e.Message, time.Now())
	case status >= http.StatusInternalServerError:
		f.remedy, f.retryAfter, f.serverFault = retry, retryAfter(header, e.Message, time.Now()), true
		// Some servers fail with 500 on what they do not know.
		if used.rung < plainText && f.refusal.names(partFormat) || !used.oneMessage && f.refusal.names(partSystem) || !used.stream && f.refusal.names(partStream) {
			f.remedy, f.serverFault = changeForm, false
		}
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		if !f.refusal.hopeless {
			f.remedy = changeForm
		}
	}
	return f
}

// largeRequest finds a rate limit that one request exceeds (OpenAI, Groq). To wait does not help.
var largeRequest = regexp.MustCompile(`(?i)request (is )?too large`)

// busyStatus are statuses below 500 after which the same request may succeed. 424 and 498 are for a
// model that is not there at the moment (Hugging Face, Groq).
var busyStatus = []int{http.StatusRequestTimeout, http.StatusConflict, http.StatusFailedDependency, http.StatusTooEarly, 498}

// readRefusal reports whether an error speaks of the prompt or of the answer, and reads it.
func (f *failure) readRefusal(status int, header http.Header) bool {
	r := &f.refusal
	switch {
	case status == http.StatusRequestEntityTooLarge:
		r.tooLong = true
	case status == http.StatusTooManyRequests && (header.Get("Retry-After") != "" || !largeRequest.MatchString(f.cause.Error())),
		slices.Contains([]int{http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusNotFound}, status):
		return false
	}
	switch {
	case r.filtered:
		f.code, f.cause = prompt.ContentFiltered, fmt.Errorf("a filter of the model server does not take the prompt: %w; change the rules or the persona, or the filter's settings", f.cause)
	case r.badSample:
		f.code, f.cause, f.remedy = prompt.AnswerUnreadable, fmt.Errorf("the model wrote no JSON: %w", f.cause), retry
	case r.tooLong:
		f.code, f.cause, f.remedy = prompt.PromptTooLong, fmt.Errorf("the prompt is too long for the model: %w; give the model a context of 4,096 tokens or more", f.cause), changeForm
	default:
		return false
	}
	return true
}

func refusalOf(e *openai.APIError, used form) refusal {
	param := ""
	if e.Param != nil {
		param = *e.Param
	}
	return readRefusal(e.Message, fmt.Sprint(e.Code, " ", e.Type), param, used)
}

// apology finds a refusal in place of an answer. Another form of the request would not help.
var apology = regexp.MustCompile(`(?is)^\W*(i'?m (very |really )?sorry|sorry|i apologi[sz]e|i (can('|no)?t|won't)|i('m| am) (not able|unable)|as an ai)\b.{0,120}\b(assist|help|comply|fulfil|continue|engage|provide|participate|request|respond|answer)`)

// declined returns the failure when the model refuses, or a filter withholds the answer, else nil.
// The form is not at fault and stays. Another sample may be an answer, so the model is asked once
// more.
func declined(m openai.ChatCompletionMessage, finish openai.FinishReason) *failure {
	written := strings.ReplaceAll(withoutThinking(m.Content), "’", "'")
	switch {
	case strings.TrimSpace(m.Refusal) != "", apology.MatchString(written):
		return &failure{code: prompt.ModelRefused, cause: errors.New("the model refuses to answer; change the rules or the persona, or take another model"), remedy: again}
	case finish == openai.FinishReasonContentFilter:
		return &failure{code: prompt.ContentFiltered, cause: errors.New("a filter of the model server withholds the answer; change the rules or the persona, or the filter's settings"), remedy: again}
	}
	return nil
}

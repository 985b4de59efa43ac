package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/prompt"
)

// failure is why a call brought no answer, and what may help.
type failure struct {
	// code is the code of the prompt.Error.
	code string
	// cause is what the log says.
	cause  error
	remedy remedy
	// retryAfter is how long the server asks to be left alone; 0 if it does not say.
	retryAfter time.Duration
	// refusal is what the server says about the request.
	refusal refusal
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
	changeForm               // make the call in another form
	repair                   // make the call again and say what was wrong with the answer
)

func (f *failure) err() error { return &prompt.Error{Code: f.code, Cause: f.cause} }

// readFailure reads the error of a call that was made in a form.
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

// readStatus reads a response that is an error.
func readStatus(e *openai.APIError, header http.Header, used form) *failure {
	f := &failure{code: prompt.ModelError, cause: e}
	switch status := e.HTTPStatusCode; {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.cause = fmt.Errorf("the server does not accept the key: %w; check the key and what it may use", e)
	case status == http.StatusPaymentRequired:
		f.cause = fmt.Errorf("the server wants to be paid first: %w", e)
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		f.cause = fmt.Errorf("the server does not know this model or path: %w; check the model's name, and the base URL, which usually ends in /v1", e)
	case status == http.StatusRequestEntityTooLarge:
		f.cause = fmt.Errorf("the prompt is too large for the server: %w", e)
	case status == http.StatusTooManyRequests:
		f.code, f.retryAfter = prompt.ModelRateLimited, retryAfter(header, time.Now())
		// Waiting does not help a client without money.
		if !strings.Contains(fmt.Sprint(e.Code, e.Type), "insufficient_quota") {
			f.remedy = retry
		}
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		f.remedy, f.retryAfter = retry, retryAfter(header, time.Now())
	case status >= http.StatusInternalServerError:
		f.remedy, f.retryAfter, f.serverFault = retry, retryAfter(header, time.Now()), true
		f.refusal = refusalOf(e, used)
		// Some servers fail with 500 on what they do not know.
		if used.rung < plainText && f.refusal.names(partFormat) || !used.oneMessage && f.refusal.names(partSystem) {
			f.remedy, f.serverFault = changeForm, false
		}
	default:
		if f.refusal = refusalOf(e, used); !f.refusal.hopeless {
			f.remedy = changeForm
		}
	}
	return f
}

func refusalOf(e *openai.APIError, used form) refusal {
	param := ""
	if e.Param != nil {
		param = *e.Param
	}
	return readRefusal(fmt.Sprint(e.Message, " ", e.Code), param, used)
}

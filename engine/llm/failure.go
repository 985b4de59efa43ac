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
	// code is that of a prompt.Error, cause what a log should say.
	code   string
	cause  error
	remedy remedy
	// after is how long the server asks to be left alone, 0 if it says nothing.
	after time.Duration
	// refusal is what it says of the request.
	refusal refusal
	// faulty says that the server is to blame, and not what it was asked.
	faulty bool
	// wrote is an answer that could not be used; thought says that thinking has eaten its cap.
	wrote   string
	thought bool
}

// remedy is what to do about a failure.
type remedy int

const (
	nothing  remedy = iota // it would fail again
	again                  // the same, later
	reformed               // the same in another form
	repaired               // the same, with what was wrong with the answer
)

func (f *failure) err() error { return &prompt.Error{Code: f.code, Cause: f.cause} }

// readFailure reads the error of a call. m is how it was made.
func readFailure(ctx context.Context, err error, header http.Header, m manners) *failure {
	var answered *openai.APIError
	var elsewhere *redirect
	var certificate *tls.CertificateVerificationError
	var request *url.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return &failure{code: prompt.CallStopped, cause: err}
	case ctx.Err() != nil:
		return &failure{code: prompt.ModelTimeout, cause: err, faulty: true}
	case errors.As(err, &answered):
		return readStatus(answered, header, m)
	case errors.As(err, &elsewhere):
		return &failure{code: prompt.ModelError, cause: elsewhere}
	case errors.Is(err, errTooLarge), errors.Is(err, errNotJSON), errors.Is(err, errStatus):
		return &failure{code: prompt.AnswerUnreadable, cause: err, remedy: again}
	case errors.As(err, &certificate):
		return &failure{code: prompt.ModelUnreachable, cause: fmt.Errorf("%w; the server's certificate must be one that this machine trusts", err), faulty: true}
	case errors.As(err, &request):
		return &failure{code: prompt.ModelUnreachable, cause: err, remedy: again, faulty: true}
	}
	return &failure{code: prompt.ModelError, cause: err} // go-openai itself will not ask so
}

// readStatus reads an answer that is an error.
func readStatus(e *openai.APIError, header http.Header, m manners) *failure {
	f := &failure{code: prompt.ModelError, cause: e}
	switch status := e.HTTPStatusCode; {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		f.cause = fmt.Errorf("the server does not accept the key: %w; check the key and what it may use", e)
	case status == http.StatusPaymentRequired:
		f.cause = fmt.Errorf("the server wants to be paid first: %w", e)
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		f.cause = fmt.Errorf("the server knows no such model or path: %w; check the model's name, and that the base URL goes up to and with /v1", e)
	case status == http.StatusRequestEntityTooLarge:
		f.cause = fmt.Errorf("the prompt is too large for the server: %w", e)
	case status == http.StatusTooManyRequests:
		f.code, f.after = prompt.ModelRateLimited, retryAfter(header, time.Now())
		if !strings.Contains(fmt.Sprint(e.Code, e.Type), "insufficient_quota") { // which no waiting mends
			f.remedy = again
		}
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		f.remedy, f.after = again, retryAfter(header, time.Now())
	case status >= http.StatusInternalServerError:
		f.remedy, f.after, f.faulty = again, retryAfter(header, time.Now()), true
		f.refusal = readFault(e, m)
		if m.rung < plainText && f.refusal.names(partFormat) || !m.oneMessage && f.refusal.names(partSystem) { // some fall over what they do not know
			f.remedy, f.faulty = reformed, false
		}
	default:
		if f.refusal = readFault(e, m); !f.refusal.hopeless {
			f.remedy = reformed
		}
	}
	return f
}

func readFault(e *openai.APIError, m manners) refusal {
	param := ""
	if e.Param != nil {
		param = *e.Param
	}
	return readRefusal(fmt.Sprint(e.Message, " ", e.Code), param, m)
}

package offline

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const hugeBody = 10 << 20

// replaceAnswer responds with the fault if it is a fault of the server. It reports whether it did.
func (x *exchange) replaceAnswer() bool {
	switch x.fault {
	case faultLimited:
		after := "1"
		if x.rng.IntN(2) == 0 {
			// A date has whole seconds, so this is in one or two seconds.
			after = time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat)
		}
		rateLimited(after, "you are asking too fast").write(x)
	case faultError:
		refuse(http.StatusInternalServerError, "server_error", "", "the server had an error while it processed your request").write(x)
	case faultHang:
		<-x.ctx.Done()
		panic(http.ErrAbortHandler)
	case faultError200:
		refuse(http.StatusOK, "overloaded_error", "", "the model is overloaded").write(x)
	case faultHuge:
		respond(x, http.StatusOK, map[string]any{"choices": []choice{{Message: message{Content: new(strings.Repeat("x", hugeBody))}, FinishReason: finishStop}}})
	case faultHTML:
		x.Header().Set("Content-Type", "text/html")
		x.WriteHeader(http.StatusOK)
		_, _ = x.Write([]byte("<!doctype html><title>Sign in</title><p>Please sign in to go on.</p>"))
	case faultRedirect:
		x.Header().Set("Location", "/login")
		x.WriteHeader(http.StatusFound)
	default:
		return false
	}
	return true
}

// dripPause is so long that the 300 bytes of an answer exceed the time limit of any call.
const dripPause = 250 * time.Millisecond

func (x *exchange) send(frames [][]byte, stream bool) {
	length := len(bytes.Join(frames, nil))
	switch {
	case x.fault == faultType:
		x.Header().Set("Content-Type", "text/plain")
	case stream:
		x.Header().Set("Content-Type", "text/event-stream")
	default:
		x.Header().Set("Content-Type", "application/json")
	}
	if !stream {
		x.Header().Set("Content-Length", strconv.Itoa(length))
	}
	x.WriteHeader(http.StatusOK)
	left := length
	if x.fault == faultCut {
		left /= 2
	}
	for _, f := range frames {
		for len(f) > 0 {
			n := min(len(f), left)
			if x.fault == faultDrip {
				n = 1
			}
			if n == 0 { // the fault cuts the answer here
				panic(http.ErrAbortHandler)
			}
			x.push(f[:n])
			f, left = f[n:], left-n
		}
	}
}

func (x *exchange) push(b []byte) {
	if _, err := x.Write(b); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
	_ = http.NewResponseController(x).Flush() // a recorder cannot flush
	if x.fault == faultDrip && x.wait(dripPause) != nil {
		panic(http.ErrAbortHandler)
	}
}

// Transport answers requests inside the process, as Server does.
type Transport struct{ Model *Model }

func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Body == nil { // the server's handler expects a body
		r = r.Clone(r.Context())
		r.Body = http.NoBody
	}
	defer r.Body.Close()
	s := Server{config: ServerConfig{Model: t.Model, Log: slog.New(slog.DiscardHandler)}}
	response := &recorder{header: http.Header{}}
	s.ServeHTTP(response, r)
	return &http.Response{
		StatusCode: response.status, Status: http.StatusText(response.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: response.header, Body: io.NopCloser(&response.body), ContentLength: int64(response.body.Len()),
	}, nil
}

type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

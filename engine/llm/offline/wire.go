package offline

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// hugeBody is the length of a body that is far larger than any answer.
const hugeBody = 10 << 20

// instead does what a server does in place of an answer, if the fault is one of the server's.
func (x *exchange) instead() bool {
	switch x.fault {
	case faultLimited:
		after := "1"
		if x.rng.IntN(2) == 0 {
			after = time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) // dates know whole seconds, so that this is one or two
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

// dripPause is the time between two bytes of an answer that drips: an answer has some 300, so that it takes longer than the time
// limit of any call.
const dripPause = 250 * time.Millisecond

// send writes an answer, frame by frame.
func (x *exchange) send(frames [][]byte, stream bool) {
	length := 0
	for _, f := range frames {
		length += len(f)
	}
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
			if n == 0 { // it is cut here
				panic(http.ErrAbortHandler)
			}
			x.push(f[:n])
			f, left = f[n:], left-n
		}
	}
}

// push writes bytes and sends them off.
func (x *exchange) push(b []byte) {
	if _, err := x.Write(b); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
	_ = http.NewResponseController(x).Flush() // a recorder need not know how
	if x.fault == faultDrip && x.wait(dripPause) != nil {
		panic(http.ErrAbortHandler)
	}
}

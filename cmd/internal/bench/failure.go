package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"sync"
	"syscall"

	"ringer/client"
)

type failures struct {
	mu sync.Mutex // protects by
	by map[string]int
}

func (f *failures) add(what string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.by[what+": "+reason(err)]++
}

func (f *failures) all() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.by)
}

func (f *failures) count() (n int) {
	for _, k := range f.all() {
		n += k
	}
	return n
}

// reason returns a short text that is the same for all errors of a kind.
func reason(err error) string {
	if r, ok := errors.AsType[*client.Problem](err); ok {
		return fmt.Sprintf("%d %s", r.Status, r.Code)
	}
	if u, ok := errors.AsType[*client.Unexpected](err); ok {
		return fmt.Sprint(u.Status)
	}
	for kind, text := range map[error]string{
		syscall.ECONNREFUSED: "connection refused", syscall.ECONNRESET: "connection reset", syscall.EPIPE: "connection closed", syscall.EMFILE: "too many open files",
		io.ErrUnexpectedEOF: "connection closed", io.EOF: "connection closed", context.DeadlineExceeded: "no answer in time", os.ErrDeadlineExceeded: "no answer in time",
		context.Canceled: "cancelled",
	} {
		if errors.Is(err, kind) {
			return text
		}
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

// undecided reports whether a request may have been carried out though it failed.
func undecided(err error) bool {
	if unconnected(err) {
		return false
	}
	status := statusOf(err)
	return status == 0 || status >= 500
}

// statusOf returns the status of a refusal, 0 for another error.
func statusOf(err error) int {
	if r, ok := errors.AsType[*client.Problem](err); ok {
		return int(r.Status)
	}
	if u, ok := errors.AsType[*client.Unexpected](err); ok {
		return u.Status
	}
	return 0
}

// unconnected reports whether a request failed before the server had any of it, so that another
// server may get it.
func unconnected(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return ok && failed.Op == "dial"
}

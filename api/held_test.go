package api

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"
)

// bodyOf returns the context of a request with a body, and with room for this many bytes of large
// bodies.
func bodyOf(body string, room int64) echo.Context {
	r := httptest.NewRequest("POST", "/", strings.NewReader(body))
	r.ContentLength = maxBody
	r.Body = &heldBody{r.Body, held{of: semaphore.NewWeighted(room)}}
	return echo.New().NewContext(r, httptest.NewRecorder())
}

// TestABodyTakesWhatHasArrived checks that a body takes memory for its bytes, however great a
// length it announces. A large one needs room.
func TestABodyTakesWhatHasArrived(t *testing.T) {
	t.Parallel()
	if b, err := readBody(bodyOf("{}", 0)); err != nil || string(b) != "{}" || cap(b) > firstRead {
		t.Errorf("%q has %d bytes of memory, %v", b, cap(b), err)
	}
	short := bodyOf("{}", 0)
	short.Request().ContentLength = 2
	if b, err := readBody(short); err != nil || string(b) != "{}" || cap(b) > 16 {
		t.Errorf("announced as short, %q has %d bytes of memory, %v", b, cap(b), err)
	}
	large := strings.Repeat("x", 10*freeBody)
	if _, err := readBody(bodyOf(large, freeBody)); !errors.Is(err, errBusy) {
		t.Errorf("without room: %v", err)
	}
	c := bodyOf(large, heldBodies)
	if b, err := readBody(c); err != nil || string(b) != large || heldOf(c.Request()).bytes < int64(len(b)-freeBody) {
		t.Errorf("with room: %d bytes, %d reserved, %v", len(b), heldOf(c.Request()).bytes, err)
	}
}

package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
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

// TestReadMessages compares how the route of messages reads a body with encoding/json. The bodies
// have each field of a message.
func TestReadMessages(t *testing.T) {
	t.Parallel()
	full, n := map[string]any{}, 0
	for f := range reflect.TypeFor[session.Post]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if full[name] = "value of " + name; f.Type.Kind() == reflect.Bool {
			full[name] = true
		}
		n++
	}
	full["sent_at"] = "2026-01-31T18:30:00.123456+01:00"
	one, err := json.Marshal(full)
	if err != nil || len(full) != n {
		t.Fatalf("%d names for %d fields, error %v", len(full), n, err)
	}
	for _, body := range []string{
		`{}`, ` { } `, `{"messages":[]}`, string(one), `{"messages":[` + string(one) + `, {"text":""} ,` + string(one) + ` ] }`,
		`{"t\u0065xt":"a \"quote\", \\ a \ud83d\ude00 and ] } é", "sender" : "Red"}`,
		`{"text":"\\","sender":"\"","i\u0064":"\\\"\\","kind":"\\\\"}`,
	} {
		var own, want messageBody
		sessiontest.NoError(t, decodeBody(http.Header{echo.HeaderContentType: {echo.MIMEApplicationJSON}}, []byte(body), &own, nil))
		sessiontest.NoError(t, json.Unmarshal([]byte(body), &want))
		if !reflect.DeepEqual(own, want) {
			t.Errorf("%s is read as %+v, want %+v", body, own, want)
		}
	}
}

// TestMessagesAreReadWithoutReflection: nothing is posted as often as messages. With encoding/json
// there are 11 allocations, and 13 if the pointer of each field is escaped.
func TestMessagesAreReadWithoutReflection(t *testing.T) {
	header := http.Header{echo.HeaderContentType: {echo.MIMEApplicationJSON}}
	body := []byte(`{"sender":"Blue","text":"where are you from?"}`)
	if n := testing.AllocsPerRun(100, func() {
		var b messageBody
		sessiontest.NoError(t, decodeBody(header, body, &b, nil))
	}); n > 7 {
		t.Errorf("a message is read with %v allocations, want 7", n)
	}
}

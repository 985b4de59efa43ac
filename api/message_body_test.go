package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"ringer/engine/session"
)

// TestReadMessages compares how the route of messages reads a body with encoding/json. The bodies
// have each field of a message.
func TestReadMessages(t *testing.T) {
	t.Parallel()
	full, n := map[string]string{}, 0
	for f := range reflect.TypeFor[session.Post]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		full[name] = "value of " + name
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
		if err := decodeBody(http.Header{echo.HeaderContentType: {echo.MIMEApplicationJSON}}, []byte(body), &own, nil); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(body), &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(own, want) {
			t.Errorf("%s is read as %+v, want %+v", body, own, want)
		}
	}
}

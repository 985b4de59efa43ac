package api_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/api"
)

// crowd sends a request again and again, and returns how many were taken. The others were refused
// as too fast.
func (a admission) crowd(times int, method, path, body string, headers ...string) (taken int) {
	a.t.Helper()
	for range times {
		answer := a.send(method, path, body, headers...)
		if answer.Status < 300 {
			taken++
			continue
		}
		wait, err := strconv.Atoi(answer.Header.Get("Retry-After"))
		if p := answer.problem(a.t); p.Code != "rate_limited" || err != nil || wait < 1 {
			a.t.Fatalf("%s %s: %d %s, Retry-After %q", method, path, answer.Status, answer.Body, answer.Header.Get("Retry-After"))
		}
	}
	return taken
}

// TestTokensHaveAllowancesOfTheirOwn lets links take as much as they can. What the key, other seats
// and other spectators may do stays theirs.
func TestTokensHaveAllowancesOfTheirOwn(t *testing.T) {
	a := newAdmission(t, start(t, withKey, func(o *api.Options) { o.RateLimit = 40 }))
	spectator, green, gray := bearer(a.role("spectator")), bearer(a.role("seat")), bearer(a.admit(`{"role":"seat","seat":"Gray"}`).Token)
	events := a.path + "/events?after=1"
	from := func(address string) []string { return append(spectator, "X-Forwarded-For", address) }

	began := time.Now()
	if n := a.crowd(1200, "GET", events, "", from("203.0.113.7")...); n < 1000 || n > 1000+int(100*time.Since(began).Seconds())+1 {
		t.Errorf("a spectator read %d times", n)
	}
	began = time.Now()
	typing := `{"kind":"typing","player":"Green"}`
	if n := a.crowd(80, "POST", a.path+"/observations", typing, green...); n < 50 || n > 50+int(10*time.Since(began).Seconds())+1 {
		t.Errorf("%d signs of typing were stored", n)
	}
	began = time.Now()
	batch := `{"messages":[{"sender":"Green","text":"x"}` + strings.Repeat(`,{"sender":"Green","text":"x"}`, 99) + `]}`
	if n := 100 * a.crowd(3, "POST", a.path+"/messages", batch, green...); n < 100 || n > 100+int(5*time.Since(began).Seconds()) {
		t.Errorf("%d lines were stored", n)
	}
	for name, others := range map[string][]string{"TheKey": bearer(key), "AnotherSeat": gray, "AnotherAddress": from("203.0.113.8"), "AnotherToken": append(bearer(a.admit(`{"role":"spectator","expires_in_s":600}`).Token), "X-Forwarded-For", "203.0.113.7")} {
		equal(t, name+": requests that were taken", a.crowd(3, "GET", events, "", others...), 3)
	}
	equal(t, "lines that another seat said", a.crowd(2, "POST", a.path+"/messages", `{"sender":"Gray","text":"hello"}`, gray...), 2)
}

// TestTokensPostSoManyBytes posts bodies that no person types. They are refused before they are
// read, or afterwards if nobody says how long they are.
func TestTokensPostSoManyBytes(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	body := `{"sender":"Green","text":"` + strings.Repeat("x", 700<<10) + `"}`
	for _, want := range []string{"422 too_long", "429 rate_limited"} {
		a.expect(want, "POST", a.path+"/messages", a.role("seat"), body)
	}
	a.expect("422 too_long", "POST", a.path+"/messages", a.admit(`{"role":"owner"}`).Token, body)
	gray := a.admit(`{"role":"seat","seat":"Gray"}`).Token
	endless, _ := http.NewRequestWithContext(t.Context(), "POST", a.url+a.path+"/messages", io.MultiReader(strings.NewReader(strings.Repeat(" ", 2<<20))))
	endless.Header.Set("Content-Type", "application/json")
	endless.Header.Set("Authorization", "Bearer "+gray)
	a.do(endless).is(t, http.StatusRequestEntityTooLarge)
	a.expect("429 rate_limited", "POST", a.path+"/messages", gray, body)
}

// TestTokensOpenSoManyStreams opens the streams of one seat. When some have ended, others may open.
func TestTokensOpenSoManyStreams(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	green := bearer(a.role("seat"))
	open := func(ctx context.Context) int {
		response := must(http.DefaultTransport.RoundTrip(a.request(ctx, "GET", a.path+"/stream", "", green...)))(t)
		t.Cleanup(func() { _ = response.Body.Close() })
		return response.StatusCode
	}
	ctx, leave := context.WithCancel(t.Context())
	statuses := map[int]int{}
	for range 40 {
		statuses[open(ctx)]++
	}
	if statuses[200] < 31 || statuses[200] > 32 || statuses[429] != 40-statuses[200] {
		t.Errorf("the answers are %v", statuses)
	}
	leave()
	for open(t.Context()) != 200 {
		time.Sleep(10 * time.Millisecond) // the server notices at its next write
		a.send("POST", a.path+"/messages", `{"sender":"Gray","text":"is anybody there"}`)
	}
}

// TestPeopleNeverMeetTheirAllowances plays a person who is as fast as people are: a page that loads
// again and again, and lines in a row, each with the sign of typing that a page sends.
func TestPeopleNeverMeetTheirAllowances(t *testing.T) {
	a := newAdmission(t, start(t, withKey))
	green := bearer(a.role("seat"))
	for load := range 10 {
		for _, path := range []string{"/tokens", "/events", "/events?after=1"} {
			equal(t, fmt.Sprintf("load %d: %s", load, path), a.crowd(1, "GET", a.path+path, "", green...), 1)
		}
		for line := range 4 {
			for path, body := range map[string]string{
				"/observations": `{"kind":"typing","player":"Green"}`, "/messages": fmt.Sprintf(`{"sender":"Green","text":"line %d.%d"}`, load, line),
			} {
				equal(t, fmt.Sprintf("line %d.%d: %s", load, line, path), a.crowd(1, "POST", a.path+path, body, green...), 1)
			}
		}
	}
}

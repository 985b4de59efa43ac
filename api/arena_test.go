package api_test

import (
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/contest"
)

// TestNoContest: requests of a wrong form are refused, and those for contests that are not there.
// The tests of cmd/internal/cli play contests.
func TestNoContest(t *testing.T) {
	s := start(t, func(o *api.Options) { o.Arena = contest.NewStage(contest.Settings{}, nil) })
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"WrongShape", "POST", "", `{"seats":[7]}`, 422, `"pointer":"/seats/0"`},
		{"UnknownField", "POST", "", `{"seat":["tom"]}`, 422, "did you mean seats"},
		{"WrongPlan", "POST", "/plan", `{"seats":[7]}`, 422, `"pointer":"/seats/0"`},
		{"List", "GET", "", "", 200, `"contests":[]`},
		{"NoGame", "GET", "/con_9/games/3", "", 404, "contest_not_found"},
		{"NoNumber", "GET", "/con_9/games/last", "", 404, "a whole number"},
		{"NoFile", "GET", "/con_9/games", "", 404, "contest_not_found"},
		{"NoContest", "GET", "/con_9", "", 404, "contest_not_found"},
		{"NoneToStop", "DELETE", "/con_9", "", 404, "contest_not_found"},
		{"WrongLine", "POST", "/report", "game 1\n", 400, "line 1: does not begin a file of the arena"},
	} {
		s.send(c.method, "/playground/arena"+c.path, c.body).is(t, c.status, c.want)
	}
}

// TestReportIsBounded: a file of games may be larger than other bodies, but not of any size.
func TestReportIsBounded(t *testing.T) {
	s := start(t, func(o *api.Options) { o.Arena = contest.NewStage(contest.Settings{}, nil) })
	blank := strings.Repeat(" ", 99) + "\n"
	s.send("POST", "/playground/arena/report", strings.Repeat(blank, 50_000)).is(t, 400, "the file is empty")
	s.send("POST", "/playground/arena/report", strings.Repeat(blank, 350_000)).is(t, 413, "32 MiB")
}

// TestArenaNeedsTheKey: contests cost money, so they need the key as games do. A server without an
// arena does not have their addresses.
func TestArenaNeedsTheKey(t *testing.T) {
	keyed := start(t, func(o *api.Options) {
		o.Arena, o.Key = contest.NewStage(contest.Settings{}, nil), strings.Repeat("k", 20)
	})
	without := setup(t)
	for _, r := range [][2]string{
		{"POST", ""}, {"GET", ""}, {"POST", "/plan"}, {"POST", "/report"}, {"GET", "/con_0"}, {"DELETE", "/con_0"}, {"GET", "/con_0/games"}, {"GET", "/con_0/games/1"},
	} {
		keyed.send(r[0], "/playground/arena"+r[1], "{}").is(t, 401)
		without.send(r[0], "/playground/arena"+r[1], "{}").is(t, 404)
	}
}

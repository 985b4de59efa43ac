package api_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ringer/api"
	"ringer/engine/contest"
	"ringer/engine/session"
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
		{"POST", ""}, {"GET", ""}, {"GET", "/ratings"}, {"POST", "/plan"}, {"POST", "/report"}, {"GET", "/con_0"}, {"DELETE", "/con_0"}, {"GET", "/con_0/games"}, {"GET", "/con_0/games/1"},
	} {
		keyed.send(r[0], "/playground/arena"+r[1], "{}").is(t, 401)
		without.send(r[0], "/playground/arena"+r[1], "{}").is(t, 404)
	}
}

// shelf are recordings whose games are lines.
type shelf struct{}

func (shelf) Games(file io.Reader) (any, error) {
	all, err := io.ReadAll(file)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("the file holds no game")
	}
	return map[string]int{"games": bytes.Count(all, []byte("\n"))}, err
}

func (shelf) Seat(_ io.Reader, number int, name string) (any, error) {
	if name == "Nobody" {
		return nil, session.Errors{{Code: session.CodeUnknownPlayer, Pointer: "seat", Detail: "is not a player of the game"}}
	}
	return map[string]any{"game": number, "seat": name}, nil
}

// TestRecordings: a file is answered with its games, or with one game as a seat plays it.
func TestRecordings(t *testing.T) {
	t.Parallel()
	const route = "/playground/recordings"
	s := setup(t, func(o *api.Options) { o.Recordings = shelf{} })
	for name, c := range map[string]struct {
		query, body string
		status      int
		want        string
	}{
		"Games":        {"", "one\ntwo\n", 200, `{"games":2}`},
		"Empty":        {"", "", 400, "the file holds no game"},
		"LargerThan1M": {"", strings.Repeat("game\n", 1<<20), 200, `{"games":1048576}`},
		"TooLarge":     {"", strings.Repeat("game\n", 7<<20), 413, "32 MiB"},
		"Seat":         {"?game=2&seat=Ann%20B", "one", 200, `{"game":2,"seat":"Ann B"}`},
		"AnySeat":      {"?game=1", "one", 200, `{"game":1,"seat":""}`},
		"UnknownSeat":  {"?game=1&seat=Nobody", "one", 422, `"in":"query","pointer":"seat","code":"unknown_player"`},
		"NoNumber":     {"?game=first", "one", 422, "a whole number from 1"},
		"UnknownQuery": {"?games=1", "one", 422, "did you mean game"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.send("POST", route+c.query, c.body).is(t, c.status, c.want)
		})
	}
	t.Run("NeedsTheKey", func(t *testing.T) {
		keyed := start(t, func(o *api.Options) { o.Recordings, o.Key = shelf{}, strings.Repeat("k", 20) })
		keyed.send("POST", route, "one\n").is(t, 401)
	})
	t.Run("ServerWithout", func(t *testing.T) {
		t.Parallel()
		setup(t).send("POST", route, "one\n").is(t, 404)
	})
}

// bench are recordings that count how many files are worked on at once.
type bench struct {
	shelf
	now, most atomic.Int64
}

func (b *bench) Games(file io.Reader) (any, error) {
	for n := b.now.Add(1); ; {
		if most := b.most.Load(); n <= most || b.most.CompareAndSwap(most, n) {
			break
		}
	}
	for range 100 {
		runtime.Gosched()
	}
	b.now.Add(-1)
	return b.shelf.Games(file)
}

// TestFilesTakeTurns uploads many files at once. What is made of them takes memory and processors,
// so that half of the processors work on them.
func TestFilesTakeTurns(t *testing.T) {
	t.Parallel()
	b := &bench{}
	s := setup(t, func(o *api.Options) { o.Recordings = b })
	var uploads sync.WaitGroup
	for range 32 {
		uploads.Go(func() {
			s.send("POST", "/playground/recordings", "one\ntwo\n").is(t, 200)
		})
	}
	uploads.Wait()
	if most := b.most.Load(); most > int64(max(1, runtime.GOMAXPROCS(0)/2)) {
		t.Errorf("%d files were worked on at once", most)
	}
}

package api_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"ringer/api"
	"ringer/engine/contest"
	"ringer/engine/session"
)

// hall is an arena whose games are played when a test says so. Its report is how many games a file
// has, which are lines that begin with game.
type hall struct{ contests []contest.View }

func (h *hall) Begin(r contest.Request) (contest.View, error) {
	if r.Games < 1 {
		return contest.View{}, session.Errors{{Code: session.CodeOutOfRange, Pointer: "/games", Detail: "must be 1 or more"}}
	}
	for _, c := range h.contests {
		if c.State == contest.Running {
			return c, session.Errors{{Code: contest.CodeRunning, Detail: "the contest " + c.ID + " is running; stop it"}}
		}
	}
	c := contest.View{ID: fmt.Sprintf("con_%d", len(h.contests)), State: contest.Running, Request: r, Games: r.Games}
	h.contests = append(h.contests, c)
	return c, nil
}

func (h *hall) Plan(r contest.Request) (contest.Plan, error) {
	return contest.Plan{Games: r.Games, Deals: r.Games, Arrangements: 1}, nil
}

func (h *hall) find(id string) (*contest.View, error) {
	for i := range h.contests {
		if h.contests[i].ID == id {
			return &h.contests[i], nil
		}
	}
	return nil, session.Errors{{Code: contest.CodeNoContest, Detail: "there is no contest with this id"}}
}

func (h *hall) Contests() []contest.View { return h.contests }

func (h *hall) Contest(id string) (contest.View, error) {
	c, err := h.find(id)
	if err != nil {
		return contest.View{}, err
	}
	return *c, nil
}

func (h *hall) Game(id string, number int) (*contest.Game, error) {
	c, err := h.find(id)
	if err == nil && number > c.Done {
		err = session.Errors{{Code: contest.CodeNoContest, Detail: "there is no such game"}}
	}
	return &contest.Game{Bout: contest.Bout{Number: number}}, err
}

func (h *hall) WriteFile(id string, to io.Writer) error {
	c, err := h.find(id)
	if err != nil {
		return err
	}
	for n := range c.Done {
		if _, err := fmt.Fprintln(to, "game", n+1); err != nil {
			return err
		}
	}
	return nil
}

func (h *hall) Stop(_ context.Context, id string) error {
	c, err := h.find(id)
	if err == nil && c.State == contest.Running {
		c.State = contest.Stopped
	}
	return err
}

func (h *hall) Report(_ context.Context, file io.Reader) (*contest.Report, error) {
	lines, games := bufio.NewScanner(file), 0
	for lines.Scan() {
		if games++; !strings.HasPrefix(lines.Text(), "game") {
			return nil, fmt.Errorf("line %d is not a game", games)
		}
	}
	return &contest.Report{Summary: &contest.Summary{Games: games}}, lines.Err()
}

// TestContest: a contest begins, is looked at, and stops. Only one runs at a time.
func TestContest(t *testing.T) {
	t.Parallel()
	h := &hall{}
	s := setup(t, func(o *api.Options) { o.Arena = h })
	const route = "/playground/arena"
	a := s.send("POST", route, `{"rules":"mafia","seats":["tom×2",{"variant":"scheduler","options":{"wpm":40}}],"games":3,"seed":0}`)
	if a.Status != http.StatusCreated || a.Header.Get("Location") != route+"/con_0" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	asked := h.contests[0].Request
	if asked.Seats[0].Variant != "tom×2" || asked.Seats[1].Options["wpm"] != 40.0 || *asked.Seed != 0 {
		t.Errorf("asked for %+v", asked)
	}
	h.contests[0].Done = 2
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"Running", "POST", "", `{"rules":"mafia","seats":["tom"],"games":1}`, 409, "the contest con_0 is running"},
		{"WrongValue", "POST", "", `{"rules":"mafia","seats":["tom"],"games":-1}`, 422, `"pointer":"/games"`},
		{"WrongShape", "POST", "", `{"seats":[7]}`, 422, `"pointer":"/seats/0"`},
		{"UnknownField", "POST", "", `{"seat":["tom"]}`, 422, "did you mean seats"},
		{"PlanWhileOneRuns", "POST", "/plan", `{"rules":"mafia","seats":["tom"],"games":4}`, 200, `{"games":4,"deals":4,"arrangements":1}`},
		{"WrongPlan", "POST", "/plan", `{"seats":[7]}`, 422, `"pointer":"/seats/0"`},
		{"List", "GET", "", "", 200, `"model_note":`},
		{"Get", "GET", "/con_0", "", 200, `"done":2,"games":3`},
		{"Game", "GET", "/con_0/games/2", "", 200, `{"game":2,`},
		{"NoGame", "GET", "/con_0/games/3", "", 404, "contest_not_found"},
		{"NoNumber", "GET", "/con_0/games/last", "", 404, "a whole number"},
		{"File", "GET", "/con_0/games", "", 200, "game 1\ngame 2\n"},
		{"NoFile", "GET", "/con_9/games", "", 404, "contest_not_found"},
		{"NoContest", "GET", "/con_9", "", 404, "contest_not_found"},
		{"NoneToStop", "DELETE", "/con_9", "", 404, "contest_not_found"},
		{"Stop", "DELETE", "/con_0", "", 204, ""},
		{"Stopped", "GET", "/con_0", "", 200, `"state":"stopped"`},
		{"StopAgain", "DELETE", "/con_0", "", 204, ""},
		{"Next", "POST", "", `{"rules":"mafia","seats":["tom"],"games":1}`, 201, `"id":"con_1"`},
		{"Report", "POST", "/report", "game 1\ngame 2\n", 200, `"games":2,`},
		{"WrongLine", "POST", "/report", "game 1\nplay 2\n", 400, "line 2 is not a game"},
	} {
		if a := s.send(c.method, route+c.path, c.body); a.Status != c.status || !bytes.Contains(a.Body, []byte(c.want)) {
			t.Errorf("%s: %d %s, want %d and %s", c.name, a.Status, a.Body, c.status, c.want)
		}
	}
}

// TestReportIsBounded: a file of games may be larger than other bodies, but not of any size.
func TestReportIsBounded(t *testing.T) {
	t.Parallel()
	s := setup(t, func(o *api.Options) { o.Arena = &hall{} })
	if a := s.send("POST", "/playground/arena/report", strings.Repeat("game\n", 1<<20)); a.Status != 200 {
		t.Errorf("5 MiB: %d %s", a.Status, a.Body)
	}
	if a := s.send("POST", "/playground/arena/report", strings.Repeat("game\n", 7<<20)); a.Status != 413 || !bytes.Contains(a.Body, []byte("32 MiB")) {
		t.Errorf("35 MiB: %d %s", a.Status, a.Body)
	}
}

// TestArenaNeedsTheKey: contests cost money, so they need the key as games do. A server without an
// arena does not have their addresses.
func TestArenaNeedsTheKey(t *testing.T) {
	t.Parallel()
	keyed := setup(t, func(o *api.Options) { o.Arena, o.Key = &hall{}, strings.Repeat("k", 20) })
	without := setup(t)
	for _, r := range [][2]string{
		{"POST", ""}, {"GET", ""}, {"POST", "/plan"}, {"POST", "/report"}, {"GET", "/con_0"}, {"DELETE", "/con_0"}, {"GET", "/con_0/games"}, {"GET", "/con_0/games/1"},
	} {
		if a := keyed.send(r[0], "/playground/arena"+r[1], "{}"); a.Status != 401 {
			t.Errorf("%v without the key: %d", r, a.Status)
		}
		if a := without.send(r[0], "/playground/arena"+r[1], "{}"); a.Status != 404 {
			t.Errorf("%v without an arena: %d", r, a.Status)
		}
	}
}

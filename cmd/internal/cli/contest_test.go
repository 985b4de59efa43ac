package cli

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ringer/engine/contest"
	"ringer/engine/sessiontest"
)

// page is a server with its arena, as the page of the browser calls it.
type page struct {
	*testing.T
	*service
}

func openPage(t *testing.T) page {
	t.Helper()
	database := databaseFlags{DB: filepath.Join(t.TempDir(), "ringer.db")}
	s := sessiontest.Must(openService(&terminal{ctx: t.Context()}, database, replicaFlags{}, modelFlags{Model: "any", InFlight: 1, InFlightSession: 1}, new(accessFlags).apply, slog.New(slog.DiscardHandler)))(t)
	t.Cleanup(s.close)
	return page{t, s}
}

func (p page) send(method, path, body string) *httptest.ResponseRecorder {
	return p.ask(method, "/playground/arena"+path, body)
}

func (p page) begin(body string) string {
	p.Helper()
	w := p.send("POST", "", body)
	var c contest.View
	if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil || w.Code != http.StatusCreated {
		p.Fatalf("%v: %d %s", err, w.Code, w.Body)
	}
	if at := w.Header().Get("Location"); at != "/playground/arena/"+c.ID {
		p.Errorf("the location is %q", at)
	}
	return c.ID
}

type shown struct {
	State  contest.State
	Done   int
	Report json.RawMessage
}

func (p page) end(id string) (c shown) {
	p.Helper()
	for c.State = contest.Running; c.State == contest.Running; {
		if err := json.Unmarshal(p.send("GET", "/"+id, "").Body.Bytes(), &c); err != nil {
			p.Fatal(err)
		}
	}
	return c
}

// short are games of three bots that take little time.
const short = `"rules":"reverse_turing","options":{"chat_ms":60000},`

// TestContestIsThatOfTheCommand: a contest of the page plays the games of ringer arena, byte for
// byte. The report is that of the file.
func TestContestIsThatOfTheCommand(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.jsonl")
	sessiontest.Must(commandIn(t, nil, "arena", "--rules", "reverse_turing", "--option", "chat_ms=60000", "--seats", "scheduler,tom:tom=off", "--games", "3", "--out", file))(t)
	want := sessiontest.Must(os.ReadFile(file))(t)
	p := openPage(t)
	id := p.begin(`{` + short + `"seats":["scheduler",{"variant":"tom","options":{"tom":"off"}}],"games":2}`)
	c := p.end(id)
	if c.State != contest.Done || c.Done != 3 {
		t.Fatalf("%s after %d games", c.State, c.Done)
	}
	if got := p.send("GET", "/"+id+"/games", "").Body.Bytes(); !bytes.Equal(got, want) {
		t.Errorf("the games of the page:\n%s\nthose of the command:\n%s", got, want)
	}
	if got := p.send("POST", "/report", string(want)).Body.String(); strings.TrimSpace(got) != string(c.Report) {
		t.Errorf("the report of the file:\n%s\nthat of the contest:\n%s", got, c.Report)
	}
	if w := p.send("GET", "/"+id+"/games/4", ""); w.Code != http.StatusNotFound {
		t.Errorf("game 4 of 3: %d %s", w.Code, w.Body)
	}
	if w := p.send("DELETE", "/"+id, ""); w.Code != http.StatusNoContent {
		t.Errorf("stop what has ended: %d %s", w.Code, w.Body)
	}
	lines := bytes.Split(want, []byte("\n"))
	if got := p.send("GET", "/"+id+"/games/2", "").Body.Bytes(); !bytes.Equal(bytes.TrimSpace(got), lines[2]) {
		t.Errorf("game 2: %s, want %s", got, lines[2])
	}
}

// TestContestIsPlanned: a contest of two variants plays whole deals, and the page can ask how many
// games these are. What cannot be played is refused as when it begins.
func TestContestIsPlanned(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	for request, want := range map[string]string{
		`"rules":"mafia","seats":["tom","scheduler"],"games":4`:                                                `{"games":7,"deals":1,"arrangements":7}`,
		`"rules":"mafia","seats":["tom","scheduler"],"games":5,"teams":true`:                                   `{"games":8,"deals":2,"arrangements":4}`,
		`"rules":"mafia","seats":["tom","scheduler"],"games":1`:                                                `{"games":1,"deals":1,"arrangements":1}`,
		`"rules":"turing","seats":[{"variant":"tom","options":{"fidelity":"paper","pace":"human"}}],"games":2`: `{"games":2,"deals":2,"arrangements":1}`,
		`"rules":"turing","seats":["tom"],"games":3`:                                                           `{"games":3,"deals":3,"arrangements":1}`,
		`"rules":"mafia","seats":["tom","scheduler"],"games":198`:                                              `become 203`,
	} {
		if w := p.send("POST", "/plan", "{"+request+"}"); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", request, w.Code, w.Body, want)
		}
	}
}

// TestContestStops: a contest that is stopped keeps its games, and lets the next one begin. The end
// of the server stops it, too.
func TestContestStops(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	id := p.begin(`{` + short + `"seats":["tom"],"games":200}`)
	if w := p.send("POST", "", `{`+short+`"seats":["tom"],"games":1}`); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), id) {
		t.Errorf("a second one: %d %s", w.Code, w.Body)
	}
	if w := p.send("DELETE", "/"+id, ""); w.Code != http.StatusNoContent {
		t.Errorf("stop: %d %s", w.Code, w.Body)
	}
	if c := p.end(id); c.State != contest.Stopped || c.Done == 200 {
		t.Errorf("%s after %d games", c.State, c.Done)
	}
	for range 5 {
		id = p.begin(`{` + short + `"seats":["tom"],"games":200}`)
		p.send("DELETE", "/"+id, "")
	}
	var list struct{ Contests []contest.View }
	if err := json.Unmarshal(p.send("GET", "", "").Body.Bytes(), &list); err != nil || len(list.Contests) != 4 || list.Contests[0].ID != id {
		t.Errorf("%v: %+v", err, list)
	}
	id = p.begin(`{` + short + `"seats":["tom"],"games":200}`)
	p.arena.Close()
	if c := p.end(id); c.State != contest.Stopped {
		t.Errorf("%s after the end of the server", c.State)
	}
	if w := p.send("POST", "", `{`+short+`"seats":["tom"],"games":1}`); w.Code != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d %s", w.Code, w.Body)
	}
}

func TestContestListsMistakes(t *testing.T) {
	t.Parallel()
	w := openPage(t).send("POST", "", `{"rules":"mafia","seats":["tom:age=200","eliza"],"games":0,"players":3,"options":{"day_ms":1}}`)
	for _, pointer := range []string{"/seats/0", "/seats/1", "/games", "/players", "/options/day_ms"} {
		if !strings.Contains(w.Body.String(), `"pointer":"`+pointer+`"`) {
			t.Errorf("%s is missing: %s", pointer, w.Body)
		}
	}
}

// TestContestRefuses: each mistake has the pointer of its value in the request.
func TestContestRefuses(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	for name, c := range map[string]struct{ body, pointer, detail string }{
		"NoSeats":         {`"rules":"mafia","games":1`, "/seats", "such as tom"},
		"NoGames":         {`"rules":"mafia","seats":["tom"]`, "/games", "from 1 to 200"},
		"TooManyRounded":  {`"rules":"mafia","seats":["tom","scheduler"],"games":199`, "/games", "become 203"},
		"UnknownRules":    {`"rules":"chess","seats":["tom"],"games":1`, "/rules", "mafia"},
		"RulesOfOthers":   {`"rules":"freeform","seats":["tom"],"games":1`, "/rules", "mafia"},
		"RulesOption":     {`"rules":"mafia","seats":["tom"],"games":1,"options":{"day_ms":1}`, "/options/day_ms", "at least"},
		"UnknownStrategy": {`"rules":"mafia","seats":["tom","eliza"],"games":1`, "/seats/1", "not a strategy"},
		"OptionInText":    {`"rules":"mafia","seats":["tom×2","scheduler:wpm=9999"],"games":1`, "/seats/1", "option wpm: must be at most"},
		"OptionInObject":  {`"rules":"mafia","seats":["tom",{"variant":"tom","options":{"age":200}}],"games":1`, "/seats/1/options/age", "at most 99"},
		"NoTimes":         {`"rules":"mafia","seats":["tom×0"],"games":1`, "/seats/0", "how often"},
		"FlagInText":      {`"rules":"mafia","seats":["--seats×0"],"games":1`, "/seats/0", `"--seats×0" must be a strategy`},
		"NoValue":         {`"rules":"mafia","seats":["tom:age"],"games":1`, "/seats/0", "age must be name=value"},
		"Switch":          {`"rules":"mafia","seats":["tom:reread=maybe"],"games":1`, "/seats/0", "on or off"},
		"Fidelity":        {`"rules":"mafia","seats":["tom:fidelity=exact"],"games":1`, "/seats/0", "best or paper"},
		"UnknownModel":    {`"rules":"mafia","seats":["tom","tom:model=gpt-9"],"games":1`, "/seats/1", "take one of offline"},
		"TooFewPlayers":   {`"rules":"mafia","seats":["tom"],"games":1,"players":3`, "/players", "from 7"},
		"FewerThanSeats":  {`"rules":"mafia","seats":["tom×8"],"games":1,"players":7`, "/players", "at least 8"},
		"TooManyPlayers":  {`"rules":"mafia","seats":["tom"],"games":1,"players":17`, "/players", "to 16"},
		"TooManySeats":    {`"rules":"mafia","seats":["tom×17"],"games":1`, "/players", "to 16"},
		"TooManyEntries":  {`"rules":"mafia","seats":["tom×32"` + strings.Repeat(`,"tom×32"`, 255) + `],"games":1`, "/seats", "more than 16 variants"},
		"FarTooMany":      {`"rules":"mafia","seats":["tom×32"` + strings.Repeat(`,"tom×32"`, 50_000) + `],"games":1`, "/seats", "has 50001 entries; at most 256"},
		"TooManyOptions":  {`"rules":"mafia","seats":["tom` + strings.Repeat(":a=1", 101) + `"],"games":1`, "/seats/0", "tom has 101 options; at most 100"},
		"Language":        {`"rules":"mafia","seats":["tom"],"games":1,"language":"klingon"`, "/language", "word list"},
		"Floor":           {`"rules":"mafia","seats":["tom"],"games":1,"floor":"wooden"`, "/floor", "moderated"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := p.send("POST", "", "{"+c.body+"}")
			var problem struct {
				Errors []struct{ Pointer, Detail string }
			}
			if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil || w.Code != http.StatusUnprocessableEntity || len(problem.Errors) != 1 {
				t.Fatalf("%v: %d %s", err, w.Code, w.Body)
			}
			if e := problem.Errors[0]; e.Pointer != c.pointer || !strings.Contains(e.Detail, c.detail) {
				t.Errorf("%+v, want %s and %q", e, c.pointer, c.detail)
			}
		})
	}
}

// TestRatingsOfThePage: the games of contests and those that the server has run are rated together.
func TestRatingsOfThePage(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	if w := p.send("GET", "/ratings", ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("without games: %d %s", w.Code, w.Body)
	}
	p.end(p.begin(`{` + short + `"seats":["tom","scheduler"],"games":1}`))
	w := p.ask("POST", "/v1/games", `{"host":"ringer","speed":1000,"rules_options":{"chat_ms":10000,"vote_ms":5000},"roles":{"A":"machine","B":"person","C":"person"},
		"game":{"rules":"turing","players":["A","B","C"]},"bots":[{"seat":"A","strategy":"recon"},{"seat":"B","fidelity":"paper","strategy":"recon"}]}`)
	var game struct{ ID string }
	if err := json.Unmarshal(w.Body.Bytes(), &game); err != nil || game.ID == "" {
		t.Fatalf("%v: %d %s", err, w.Code, w.Body)
	}
	for !strings.Contains(p.ask("GET", "/v1/games/"+game.ID+"/result", "").Body.String(), `"reason":"rules"`) {
	}
	ratings := p.send("GET", "/ratings", "").Body.String()
	for _, want := range []string{`"tom"`, `"scheduler"`, `"recon"`, `"recon:fidelity=paper"`, `"person"`, `"turing: machine"`, `"reverse_turing: person"`, `"model":"offline"`} {
		if !strings.Contains(ratings, want) {
			t.Errorf("the ratings lack %s: %s", want, ratings)
		}
	}
}

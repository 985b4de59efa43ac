package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"ringer/engine/sessiontest"
)

func (p page) ask(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	p.server.ServeHTTP(w, r)
	return w
}

func (p page) answer(v any, method, path, body string) {
	p.Helper()
	w := p.ask(method, path, body)
	if err := json.Unmarshal(w.Body.Bytes(), v); err != nil || w.Code > 299 {
		p.Fatalf("%s %s: %v: %d %.300s", method, path, err, w.Code, w.Body)
	}
}

func recorded(t *testing.T, name string) string {
	t.Helper()
	text := sessiontest.Must(os.ReadFile("../../../engine/recording/testdata/" + name + ".jsonl"))(t)
	return string(text)
}

type shownGames struct {
	Games []struct {
		ID      string `json:"game_id"`
		Rules   string
		Players []struct{ Name, Kind, Role string }
		Lines   int
		Seat    string
	}
}

// shownSeat is a game with the bot in a seat as the page reads it.
type shownSeat struct {
	Recording struct {
		ID      string `json:"game_id"`
		Players []struct{ Name, Kind string }
	}
	Seat  string
	Lines []struct {
		Sender, Kind, Text string
		Withheld           bool
	}
	Session json.RawMessage
	Cues    []struct {
		Path, Await string
		Body        json.RawMessage
	}
	Votes []struct{ Name, Recorded string }
}

const recordings = "/playground/recordings"

func TestRecordings(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	var got shownGames
	p.answer(&got, "POST", recordings, recorded(t, "mafia"))
	if s := fmt.Sprintf("%+v", got.Games); len(got.Games) != 2 || !strings.HasPrefix(s, "[{ID:own-mafia-1 Rules:mafia Players:[{Name:Ann Kind:bot Role:bystander} ") || !strings.HasSuffix(s, "Lines:24 Seat:Kim}]") {
		t.Errorf("%d games: %s", len(got.Games), s)
	}
}

// TestRecordingIsPlayed: the server takes what it says of each seat: the session, its messages,
// observations and votes.
func TestRecordingIsPlayed(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	for _, name := range []string{"accusations", "mafia", "quests"} {
		file := recorded(t, name)
		var list shownGames
		p.answer(&list, "POST", recordings, file)
		for i, g := range list.Games {
			for _, player := range g.Players {
				var seat shownSeat
				p.answer(&seat, "POST", fmt.Sprintf("%s?game=%d&seat=%s", recordings, i+1, player.Name), file)
				if seat.Recording.ID != g.ID || seat.Seat != player.Name || len(seat.Lines) != g.Lines {
					t.Errorf("%s as %s: the answer is for %s as %s, with %d lines", g.ID, player.Name, seat.Recording.ID, seat.Seat, len(seat.Lines))
				}
				p.play(&seat)
			}
		}
	}
}

func (p page) play(seat *shownSeat) {
	p.Helper()
	var session map[string]any
	if err := json.Unmarshal(seat.Session, &session); err != nil {
		p.Fatal(err)
	}
	session["strategy"], session["speed"], session["seed"] = "scheduler", 1000, 7
	body, err := json.Marshal(session)
	if err != nil {
		p.Fatal(err)
	}
	var created struct{ ID string }
	p.answer(&created, "POST", "/v1/sessions", string(body))
	for _, cue := range seat.Cues {
		if cue.Await != "" {
			continue
		}
		if w := p.ask("POST", "/v1/sessions/"+created.ID+"/"+cue.Path, string(cue.Body)); w.Code > 299 {
			p.Errorf("%s as %s: %s: %d %.300s", seat.Recording.ID, seat.Seat, cue.Body, w.Code, w.Body)
		}
	}
}

// TestExportIsRecorded: the export of a session and the log of a game are recorded games, too.
func TestExportIsRecorded(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	players := `"game":{"rules":"turing","players":[{"id":"p1","name":"Ann"},{"id":"p2","name":"Ben"},{"id":"p3","name":"Cleo"}],"channels":[{"id":"aside","members":["p1","p2"]}]}`
	lines := `{"messages":[{"sender":"p2","text":"hi all"},{"sender":"p2","text":"a secret","channel":"aside"},{"kind":"gamemaster","text":"it begins"}]}`
	var session, table struct{ ID string }
	p.answer(&session, "POST", "/v1/sessions", `{"strategy":"scheduler",`+players+`,"bot":{"seat":"p1"}}`)
	p.answer(&table, "POST", "/v1/games", `{`+players+`,"bots":[{"seat":"p1","strategy":"scheduler"}]}`)
	var events struct{ Events []json.RawMessage }
	p.answer(&struct{}{}, "POST", "/v1/sessions/"+session.ID+"/messages", lines)
	p.answer(&struct{}{}, "POST", "/v1/games/"+table.ID+"/messages", lines)
	p.answer(&events, "GET", "/v1/games/"+table.ID+"/events", "")
	var log strings.Builder
	for _, e := range events.Events {
		log.Write(append(e, '\n'))
	}
	for id, file := range map[string]string{session.ID: p.ask("GET", "/v1/sessions/"+session.ID+"/export", "").Body.String(), table.ID: log.String()} {
		var list shownGames
		p.answer(&list, "POST", recordings, file)
		if g := list.Games[0]; len(list.Games) != 1 || g.ID != id || g.Rules != "turing" || g.Seat != "Ann" || len(g.Players) != 3 {
			t.Errorf("%s: %+v", id, list)
		}
		var seat shownSeat
		p.answer(&seat, "POST", recordings+"?game=1&seat=Ben", file)
		var said []string
		for _, l := range seat.Lines {
			if l.Kind != "player" || l.Sender == "Ben" { // the bot may say something, too
				said = append(said, fmt.Sprint(l.Kind, " ", l.Text, " ", l.Withheld))
			}
		}
		if want := []string{"player hi all true", "gamemaster it begins false"}; !slices.Equal(said, want) {
			t.Errorf("%s: the lines are %q, want %q", id, said, want)
		}
	}
}

// TestExportOfASeatHidesTheBots: a log of a game as a seat or a spectator sees it does not say who
// is a bot, so nobody counts as human. The export of a bot's session says it of that bot alone.
func TestExportOfASeatHidesTheBots(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	var table struct {
		ID   string
		Bots []struct {
			Session string `json:"session_id"`
		}
	}
	p.answer(&table, "POST", "/v1/games", `{"game":{"rules":"turing","players":["Ann","Ben","Cleo"]},"bots":[{"seat":"Ann","strategy":"scheduler"},{"seat":"Ben","strategy":"scheduler"}]}`)
	check := func(view, file, want string) {
		var list shownGames
		p.answer(&list, "POST", recordings, file)
		var kinds []string
		for _, player := range list.Games[0].Players {
			kinds = append(kinds, player.Kind)
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%q: the players are %s, want %s", view, got, want)
		}
	}
	for view, want := range map[string]string{"?as=Cleo": "unknown unknown unknown", "?view=public": "unknown unknown unknown", "": "bot bot human"} {
		var log struct{ Events []json.RawMessage }
		p.answer(&log, "GET", "/v1/games/"+table.ID+"/events"+view, "")
		check(view, string(log.Events[0]), want)
	}
	check("Ben's session", p.ask("GET", "/v1/sessions/"+table.Bots[1].Session+"/export", "").Body.String(), "unknown bot unknown")
}

// TestRecordingsRefuse: an answer names the line of the file, or the parameter, and says what to
// do.
func TestRecordingsRefuse(t *testing.T) {
	t.Parallel()
	p := openPage(t)
	const good = `{"game_id":"g","players":[{"name":"Ann"}],"messages":[]}` + "\n"
	for name, c := range map[string]struct {
		query, file string
		status      int
		want        string
	}{
		"Empty":          {"", " \n\n", 400, "holds no game"},
		"BrokenLine":     {"", good + `{"messages":[`, 400, "line 2: is not JSON"},
		"NoGame":         {"", "7", 400, "line 1: a game cannot be a JSON number"},
		"NoMessages":     {"", good + "\n{}", 400, "line 3: the game has no list of messages"},
		"WrongType":      {"", `{"messages":[{"at":"soon"}]}`, 400, "messages.at cannot be a JSON string"},
		"NoTime":         {"", `{"messages":[{"text":"hi"}]}`, 400, "message 1 has no time"},
		"NoSender":       {"", `{"messages":[{"at":1,"kind":"player","text":"hi"}]}`, 400, "message 1 has no sender"},
		"NoName":         {"", `{"players":[{"kind":"bot"}],"messages":[]}`, 400, "player 1 has no name"},
		"ManyPlayers":    {"", `{"players":[` + strings.Repeat(`{"name":"x"},`, 40) + `{"name":"y"}],"messages":[]}`, 400, "a session takes at most 32"},
		"ManyMessages":   {"", `{"messages":[` + strings.Repeat(`{"at":1,"text":"x"},`, 10_000) + `{"at":2,"text":"y"}]}`, 400, "the page takes at most 10000"},
		"ManyGames":      {"", strings.Repeat(good, 2001), 400, "line 2001: the file has more than 2000 games"},
		"LongLine":       {"", `{"messages":[],"outcome":"` + strings.Repeat("x", 1<<20) + `"}`, 400, "line 1 is longer than 1 MiB"},
		"TooLarge":       {"", strings.Repeat(" \n", 17<<20), 413, "send at most 32 MiB"},
		"DamagedLog":     {"", `{"type":"session.created","data":{}}`, 400, "export the session or the game again"},
		"OddSpeed":       {"", `{"type":"session.created","data":{"config":{"speed":-1,"game":{"players":["Ann"]}}}}` + "\n", 400, "line 1: is no event of a log"},
		"LongLog":        {"", `{"type":"session.created","data":{"config":{"game":{"players":["Ann"]}}}}` + strings.Repeat("\n"+`{"type":"message.sent","data":{"text":"hi"}}`, 10_001), 400, "line 10002: the game has more"},
		"DamagedEvent":   {"", `{"type":"session.created","data":{"config":{"game":{"players":["Ann"]}}}}` + "\n{", 400, "line 2: is no event of a log"},
		"UnknownSeat":    {"?game=1&seat=Bob", good, 422, `\"Bob\" is not a player of the game; there is only Ann`},
		"NobodyToPlay":   {"?game=1", `{"messages":[]}`, 422, "is not a player of the game; there is none"},
		"NoSuchGame":     {"?game=2&seat=Ann", good, 422, "the file has fewer games"},
		"LogHasOneGame":  {"?game=2", `{"type":"game.created","data":{"config":{"game":{"players":["Ann"]}}}}`, 422, "the file has fewer games"},
		"OtherLineWrong": {"?game=2&seat=Ann", good + good + "{", 200, `"seat":"Ann"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := p.ask(http.MethodPost, recordings+c.query, c.file)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("%d %.400s, want %d and %s", w.Code, w.Body, c.status, c.want)
			}
		})
	}
}

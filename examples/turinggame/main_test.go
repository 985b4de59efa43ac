package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ringer/client"
	"ringer/examples/internal/child"
)

// TestProgram plays with the program on a Ringer server that all tests share.
func TestProgram(t *testing.T) {
	program, ringer := child.Build(t, ".", "."), child.Ringer(t)
	for name, test := range map[string]func(*testing.T, *table){
		"Games": testGames, "StrangeFrames": testStrangeFrames, "BrokenConnections": testBrokenConnections,
		"Silence": testSilence, "Restart": testRestart, "Refused": testRefused,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, &table{newPlatform(t), program, client.New(ringer.URL), ringer})
		})
	}
}

type table struct {
	*platform
	program string
	ringer  *client.Client
	server  *child.Server
}

func (s *table) start(args ...string) *child.Program {
	flags := []string{"-url", s.platform.url, "-name", s.name(), "-timing", "instant", "-strategy", "tom", "-pause", "50ms"}
	return child.Start(s.t, s.program, s.server.URL, append(flags, args...)...)
}

// name is the name of the bot. Each test has its own, and so its own sessions.
func (s *table) name() string { return s.t.Name()[strings.IndexByte(s.t.Name(), '/')+1:] }

// session returns the session of a game.
func (s *table) session(game int64) client.SessionState {
	s.t.Helper()
	var page struct{ Sessions []client.SessionState }
	path := fmt.Sprintf("/v1/sessions?external_id=turinggame:%d:Red:%s", game, s.name())
	if err := s.ringer.Do(s.t.Context(), "GET", path, nil, &page); err != nil {
		s.t.Fatal(err)
	}
	if len(page.Sessions) != 1 {
		s.t.Fatalf("game %d has %d sessions, want 1", game, len(page.Sessions))
	}
	return page.Sessions[0]
}

// heard returns what Ringer has been told that a player has said. It waits until a text is there.
func (s *table) heard(game int64, player, last string) (texts []string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), child.Patience)
	defer cancel()
	for e, err := range s.ringer.Session(s.session(game).ID).Events(ctx, client.Types("message.received")) {
		if err != nil {
			s.t.Fatalf("%s: %v; %q came", last, err, texts)
		}
		if d, ok := e.Data.(*client.MessageReceived); ok && d.Sender == player {
			texts = append(texts, d.Text)
			if d.Text == last {
				return texts
			}
		}
	}
	return texts
}

// sent returns what the bot of a game has said by Ringer's log.
func (s *table) sent(game int64) (texts []string) {
	s.t.Helper()
	var page client.EventPage
	path := "/v1/sessions/" + s.session(game).ID + "/events?types=message.sent&limit=1000"
	if err := s.ringer.Do(s.t.Context(), "GET", path, nil, &page); err != nil {
		s.t.Fatal(err)
	}
	for _, e := range page.Events {
		if d, ok := e.Data.(*client.MessageSent); ok {
			texts = append(texts, d.Text)
		}
	}
	return texts
}

// ended waits for the end of a session.
func (s *table) ended(game int64) {
	s.t.Helper()
	for e, err := range s.ringer.Session(s.session(game).ID).Events(s.t.Context(), client.Types("session.ended")) {
		if err != nil || e.Type != "session.ended" {
			s.t.Fatal(e, err)
		}
	}
}

func testGames(t *testing.T, s *table) {
	s.start()
	l := s.link()
	l.begin(7)
	l.begin(8)
	l.send(object{"type": "game_master", "game_id": 7, "message": "You have five minutes.", "player": "gm", "bot": "Red"})
	for _, game := range []int64{7, 8} {
		l.say(game, "Blue", "red where are you from?")
		l.want("game_message", game)
		l.send(object{"type": "request_accusation", "game_id": game, "bot": "Red", "players": []string{"Red", "Green", "Blue"}})
		if f := l.want("accuse_message", game); f.Accusation != "Green" && f.Accusation != "Blue" {
			t.Errorf("the bot accuses %q", f.Accusation)
		}
		l.say(game, "Green", "bye")
		s.heard(game, "Green", "bye")
		l.send(object{"type": "end_game", "game_id": game})
		s.ended(game)
		s.server.Check(t, s.session(game).ID)
	}
	if got := s.heard(7, "gm", "You have five minutes."); len(got) != 1 {
		t.Errorf("the game master's lines are %q", got)
	}
}

func testStrangeFrames(t *testing.T, s *table) {
	program := s.start("-games", "2")
	l := s.link()
	l.begin(1)
	for frame, says := range map[string]string{
		`{"type":`: "unexpected end of JSON",
		`{"type":"weather","game_id":1,"bot":"Red"}`:                                       "lost: weather",
		`{"type":"game_message","game_id":99}`:                                             "lost: game_message game=99",
		`{"type":"end_game","game_id":98}`:                                                 "lost: end_game game=98",
		strings.Repeat(`{"type":"game_message"}`, 5e5):                                     "too long",
		`{"type":"game_message","game_id":1,"bot":"Green","player":"Blue","message":"hi"}`: "does not play in this seat",
		`{"type":"game_message","game_id":1,"bot":"Red","player":"Pink","message":"hi"}`:   "unknown_player",
	} {
		l.send(frame)
		program.Says(t, says)
	}
	l.begin(1) // again
	l.begin(2)
	l.send(object{"type": "start_game", "game_id": 3, "bot": "Red", "players": []string{"Red", "Blue"}, "language": "en"})
	if f := l.want("bot_ready", 3); *f.Ready {
		t.Error("the bot plays three games, want two")
	}
	for i := 0; !strings.Contains(program.Log(), "waiting=200"); i++ {
		l.say(1, "Blue", fmt.Sprint("flood ", i))
	}
	l.say(2, "Blue", "red where are you from?")
	l.want("game_message", 2)
}

func testBrokenConnections(t *testing.T, s *table) {
	program := s.start()
	l := s.link()
	l.begin(1)
	l.say(1, "Blue", "hm")
	s.heard(1, "Blue", "hm")

	s.mu.Lock()
	s.closed = 2
	s.mu.Unlock()
	l.ws.CloseNow()
	program.Says(t, "503")
	l = s.link()
	l.say(1, "Blue", "hm") // a new line with the same text
	l.say(1, "Blue", "red where are you from?")
	l.want("game_message", 1)
	if got, want := s.heard(1, "Blue", "red where are you from?"), []string{"hm", "hm", "red where are you from?"}; !slices.Equal(got, want) {
		t.Errorf("Ringer has heard %q, want %q", got, want)
	}

	l.ws.CloseNow()
	l = s.link()
	l.begin(1) // a server that begins again may say everything again
	l.say(1, "Blue", "hm")
	l.say(1, "Blue", "hm")
	l.say(1, "Blue", "red where are you from?")
	l.say(1, "Blue", "bye")
	if got, want := s.heard(1, "Blue", "bye"), []string{"hm", "hm", "red where are you from?", "bye"}; !slices.Equal(got, want) {
		t.Errorf("Ringer has heard %q, want %q", got, want)
	}
}

func testSilence(t *testing.T, s *table) {
	s.deaf = 1
	program := s.start("-silence", "1s")
	s.link()
	program.Says(t, "ping without an answer")
	s.link()
}

func testRestart(t *testing.T, s *table) {
	questions := []string{"red where are you from?", "red what do you do?", "red how old are you?"}
	for i, question := range questions {
		program := s.start()
		l := s.link()
		if i == 0 {
			l.begin(1)
		} else {
			program.Says(t, "goes on with a game")
		}
		l.say(1, "Blue", "lol")
		l.say(1, "Blue", question)
		l.want("game_message", 1)
		program.Kill()
		<-l.done
	}
	if got := s.heard(1, "Blue", questions[2]); len(got) != 6 {
		t.Errorf("Ringer has heard %q, want 6 lines", got)
	}

	s.start()
	l := s.link()
	s.start() // before the other one has ended
	other := s.link()
	for i, question := range []string{"red do you like tea?", "red and coffee?"} {
		l.say(1, "Blue", question)
		for s.heard(1, "Blue", question); len(s.lines(1)) < len(questions)+i+1; {
			select {
			case <-l.frames:
			case <-other.frames:
			case <-time.After(child.Patience):
				t.Fatalf("no program says an answer to %q", question)
			}
		}
	}
	sent, i := s.sent(1), 0
	for _, line := range s.lines(1) { // in the order of Ringer's log, and each once
		n := slices.Index(sent[i:], line)
		if n < 0 {
			t.Fatalf("the game has the lines %q, the bot has said %q", s.lines(1), sent)
		}
		i += n + 1
	}
}

func testRefused(t *testing.T, s *table) {
	refused := func(flags ...string) {
		program := s.start(flags...)
		if code := program.Wait(); code != 1 {
			t.Errorf("%q: the exit code is %d, want 1", flags, code)
		}
		program.Says(t, "check its key and its flags")
	}
	refused("-name", "")
	refused("-languages", "english")
	s.key = "another key"
	refused()
}

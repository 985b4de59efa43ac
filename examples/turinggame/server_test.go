package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ringer/examples/internal/child"
)

// platform does what the Turing Game does with bots: it checks the first frame and all others,
// shows each line to the whole game, and keeps what the bot has said.
type platform struct {
	t     *testing.T
	url   string
	key   string // the key of the bot
	links chan *link

	mu      sync.Mutex
	closed  int // so many connections are refused before the next one
	deaf    int // so many connections are never read, so that pings stay without an answer
	games   map[int64]string
	said    map[int64][]string // the lines of the bot in each game
	accused map[int64]string
}

// link is a connection of the bot.
type link struct {
	p      *platform
	ws     *websocket.Conn
	frames chan heard
	done   chan struct{} // closed once the bot is gone
}

type heard struct {
	Type       string `json:"type"`
	APIKey     string `json:"api_key"`
	BotName    string `json:"bot_name"`
	Languages  string `json:"languages"`
	GameID     int64  `json:"game_id"`
	Ready      *bool  `json:"ready_state"`
	Message    string `json:"message"`
	Accusation string `json:"accusation"`
}

type object = map[string]any

func newPlatform(t *testing.T) *platform {
	p := &platform{t: t, key: child.Key, links: make(chan *link, 100)}
	p.games, p.said, p.accused = map[int64]string{}, map[int64][]string{}, map[int64]string{}
	s := httptest.NewServer(http.HandlerFunc(p.accept))
	t.Cleanup(s.Close)
	p.url = "ws" + strings.TrimPrefix(s.URL, "http") + "/bot/"
	return p
}

func (p *platform) accept(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.closed--
	refused := p.closed >= 0
	p.mu.Unlock()
	if refused {
		http.Error(w, "restarting", http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer ws.CloseNow()
	l := &link{p: p, ws: ws, frames: make(chan heard, 10_000), done: make(chan struct{})}
	defer close(l.done)
	var first heard
	_, text, err := ws.Read(r.Context())
	switch {
	case err != nil || json.Unmarshal(text, &first) != nil:
		return
	case first.APIKey != p.key:
		ws.Close(websocket.StatusPolicyViolation, "invalid api key request")
		return
	case first.BotName == "" || len(first.Languages)%3 != 2:
		ws.Close(websocket.StatusPolicyViolation, "invalid language codes")
		return
	}
	l.send(object{"type": "info", "message": "connected"})
	p.mu.Lock()
	p.deaf--
	deaf := p.deaf >= 0
	p.mu.Unlock()
	p.links <- l
	if deaf {
		<-r.Context().Done()
		return
	}
	for {
		_, text, err := ws.Read(r.Context())
		if err != nil {
			return
		}
		var f heard
		if err := json.Unmarshal(text, &f); err != nil || f.APIKey != child.Key {
			p.t.Errorf("the bot sends %s", text)
			continue
		}
		p.check(l, f)
		l.frames <- f
	}
}

// check refuses what the Turing Game does not take, and shows a line of the bot to its game.
func (p *platform) check(l *link, f heard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seat, running := p.games[f.GameID]
	switch f.Type {
	case "bot_ready":
		if f.Ready == nil {
			p.t.Errorf("bot_ready without a state: %+v", f)
		}
	case "game_message":
		if n := len(f.Message); !running || n < 1 || n > 255 {
			p.t.Errorf("a line that the game does not take: %+v", f)
		}
		p.said[f.GameID] = append(p.said[f.GameID], f.Message)
		l.send(object{"type": "game_message", "game_id": f.GameID, "message": f.Message, "player": seat, "bot": seat})
	case "accuse_message":
		if !running || p.accused[f.GameID] != "" || f.Accusation == seat {
			p.t.Errorf("an accusation that the game does not take: %+v", f)
		}
		p.accused[f.GameID] = f.Accusation
	default:
		p.t.Errorf("the bot sends a frame of the type %q", f.Type)
	}
}

// link waits for the next connection of the bot.
func (p *platform) link() *link {
	p.t.Helper()
	select {
	case l := <-p.links:
		return l
	case <-time.After(child.Patience):
		p.t.Fatal("the bot does not connect")
		return nil
	}
}

func (l *link) send(frame any) {
	text, ok := frame.(string)
	if !ok {
		encoded, err := json.Marshal(frame)
		if err != nil {
			panic(err)
		}
		text = string(encoded)
	}
	l.ws.Write(context.Background(), websocket.MessageText, []byte(text)) // a connection that is gone hears nothing
}

// want waits for a frame of a type and game. It skips others.
func (l *link) want(kind string, game int64) heard {
	l.p.t.Helper()
	for {
		select {
		case f := <-l.frames:
			if f.Type == kind && f.GameID == game {
				return f
			}
		case <-l.done:
			l.p.t.Fatalf("the connection is gone before %s of game %d", kind, game)
		case <-time.After(child.Patience):
			l.p.t.Fatalf("no %s of game %d comes", kind, game)
		}
	}
}

// begin starts a game with the bot as Red.
func (l *link) begin(game int64) {
	l.p.t.Helper()
	l.p.mu.Lock()
	l.p.games[game] = "Red"
	l.p.mu.Unlock()
	l.send(object{"type": "start_game", "game_id": game, "bot": "Red", "players": []string{"Red", "Blue", "Green"}, "language": "EN"})
	if f := l.want("bot_ready", game); !*f.Ready {
		l.p.t.Fatalf("the bot does not play game %d", game)
	}
}

func (l *link) say(game int64, player, text string) {
	l.send(object{"type": "game_message", "game_id": game, "message": text, "player": player, "bot": "Red"})
}

// lines returns what the bot has said in a game.
func (p *platform) lines(game int64) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.said[game]...)
}

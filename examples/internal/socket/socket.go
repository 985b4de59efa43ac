// Package socket keeps a WebSocket to the server of a game: it connects again with growing pauses,
// notices a server that has fallen silent, and skips frames that are too long or no JSON.
package socket

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Server is the server of a game. Its fields do not change after Keep.
type Server struct {
	URL    string
	Header http.Header
	// Silence is the time between two pings, and how long one may stay without an answer. With 0
	// there are no pings: some servers read, and so answer pings, only while they wait for a frame.
	Silence time.Duration
	// Pause is the longest pause before the second attempt to connect. It doubles up to a minute.
	Pause time.Duration

	mu      sync.Mutex
	ws      *websocket.Conn // nil while there is none
	strange map[string]int  // how often something came that should not
}

// Pings is the usual Silence of a server that always reads.
const Pings = 20 * time.Second

const (
	maxPause = time.Minute
	// maxWait is how long connecting and sending may take.
	maxWait = 20 * time.Second
	// maxFrame is the longest frame in bytes: the whole talk of a day has a few thousand.
	maxFrame = 1 << 20
)

// Flags returns the server that the flags of the program name, with their defaults.
func Flags(url string, silence time.Duration) *Server {
	s := &Server{strange: map[string]int{}}
	flag.StringVar(&s.URL, "url", url, "the socket of the game's server")
	flag.DurationVar(&s.Silence, "silence", silence, "how long the server may leave a ping without an answer; 0 for no pings")
	flag.DurationVar(&s.Pause, "pause", time.Second, "the pause before the program connects again; it grows to a minute")
	return s
}

// Frame is what a server has sent, as the JSON of the game.
type Frame[F any] struct {
	Data       F
	Connection int // the number of the connection: 1, 2, 3…
	Arrived    time.Time
}

// Keep connects again and again, sends the first frame unless it is nil, and gives what comes to
// hear, one after another. hear may wait: the socket is read meanwhile, so that pings are answered.
// Keep returns when the server refuses the program, which is a close with the status 1008.
func Keep[F any](ctx context.Context, s *Server, first any, hear func(context.Context, Frame[F])) error {
	frames := make(chan Frame[F], 1000)
	defer close(frames)
	go func() {
		for f := range frames {
			hear(ctx, f)
		}
	}()
	pause := s.Pause
	for n := 1; ; n++ {
		began := time.Now()
		err := s.connect(ctx, first, func(text []byte) {
			f := Frame[F]{Connection: n, Arrived: time.Now()}
			if err := json.Unmarshal(text, &f.Data); err != nil {
				s.Strange("skipped a frame that is no JSON of the game", "error", err)
				return
			}
			select {
			case frames <- f:
			default:
				s.Strange("skipped a frame, since a thousand wait")
			}
		})
		if ctx.Err() != nil {
			return ctx.Err()
		} else if websocket.CloseStatus(err) == websocket.StatusPolicyViolation {
			return fmt.Errorf("%s refuses this program, so check its key and its flags: %w", s.URL, err)
		}
		if time.Since(began) > pause {
			pause = s.Pause
		}
		wait := rand.N(pause) // full jitter, so that many programs do not come back at the same moment
		slog.Warn("the connection is gone", "error", err, "again_in", wait.Round(time.Millisecond))
		pause = min(2*pause, maxPause)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// connect reads one connection until it breaks.
func (s *Server) connect(ctx context.Context, first any, hear func([]byte)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	dial, stop := context.WithTimeout(ctx, maxWait)
	defer stop()
	ws, _, err := websocket.Dial(dial, s.URL, &websocket.DialOptions{HTTPHeader: s.Header})
	if err != nil {
		return err
	}
	defer ws.CloseNow()
	ws.SetReadLimit(-1) // read skips what is too long, so that other games on the socket go on
	s.use(ws)
	defer s.use(nil)
	if s.Silence > 0 {
		go s.ping(ctx, ws, cancel)
	}
	if first != nil {
		if err := s.Send(ctx, first); err != nil {
			return err
		}
	}
	for {
		text, err := s.read(ctx, ws)
		if cause := context.Cause(ctx); cause != nil {
			return cause
		} else if err != nil {
			return err
		} else if text != nil {
			hear(text)
		}
	}
}

func (s *Server) use(ws *websocket.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ws = ws
}

// ping ends the connection when a ping stays without an answer. It ends with ctx.
func (s *Server) ping(ctx context.Context, ws *websocket.Conn, cancel context.CancelCauseFunc) {
	for ctx.Err() == nil {
		wait, stop := context.WithTimeout(ctx, s.Silence)
		if err := ws.Ping(wait); err != nil {
			cancel(fmt.Errorf("the server has left a ping without an answer for %v", s.Silence))
		}
		<-wait.Done()
		stop()
	}
}

// read returns a frame, or nil for one that is too long.
func (s *Server) read(ctx context.Context, ws *websocket.Conn) ([]byte, error) {
	_, r, err := ws.Reader(ctx)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxFrame+1))
	if err != nil || len(text) <= maxFrame {
		return text, err
	}
	rest, err := io.Copy(io.Discard, r)
	s.Strange("skipped a frame that is too long", "bytes", int64(len(text))+rest, "most", maxFrame)
	return nil, err
}

// Send sends a frame: a string as it is, anything else as JSON.
func (s *Server) Send(ctx context.Context, frame any) error {
	text, ok := frame.(string)
	if !ok {
		encoded, err := json.Marshal(frame)
		if err != nil {
			return err
		}
		text = string(encoded)
	}
	s.mu.Lock()
	ws := s.ws
	s.mu.Unlock()
	if ws == nil {
		return errors.New("there is no connection")
	}
	ctx, stop := context.WithTimeout(ctx, maxWait)
	defer stop()
	return ws.Write(ctx, websocket.MessageText, []byte(text))
}

// Strange logs what should not come, the first time and each hundredth: a flood of it must not fill
// the log.
func (s *Server) Strange(what string, details ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.strange[what]++; s.strange[what]%100 == 1 {
		slog.Warn(what, append(details, "times", s.strange[what])...)
	}
}

package baseline

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"
)

type session struct {
	id string
	// keep says that the events are kept for the readers.
	keep bool

	mu  sync.Mutex // protects all below
	seq int64
	// log holds the events as streams send them: the event seq at seq - 1.
	log [][]byte
	// bells holds a channel for each reader. It gets something when the log has grown.
	bells map[chan struct{}]bool
}

func (x *session) publish(kind string, data any) int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.seq++
	if !x.keep {
		return x.seq
	}
	b, err := json.Marshal(map[string]any{"seq": x.seq, "session_id": x.id, "type": kind, "data": data})
	if err != nil {
		panic(err) // the types are those of this package
	}
	x.log = append(x.log, fmt.Appendf(nil, "event: %s\ndata: %s\nid: %d\n\n", kind, b, x.seq))
	for bell := range x.bells {
		select {
		case bell <- struct{}{}:
		default: // it rings already
		}
	}
	return x.seq
}

// listen adds a reader. The function it returns removes it.
func (x *session) listen() (bell chan struct{}, leave func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	bell = make(chan struct{}, 1)
	bell <- struct{}{} // for what the log holds now
	x.bells[bell] = true
	return bell, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.bells, bell)
	}
}

func (x *session) after(seq int) [][]byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.log[min(max(seq, 0), len(x.log)):]
}

func (s *Server) stream(c echo.Context) error {
	x, err := s.find(c)
	if err != nil {
		return err
	}
	seq, _ := strconv.Atoi(c.Request().Header.Get("Last-Event-ID")) // without one from the start
	bell, leave := x.listen()
	defer leave()
	w := c.Response()
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	w.Flush()
	for {
		select {
		case <-bell:
		case <-c.Request().Context().Done():
			return nil
		}
		events := x.after(seq)
		for _, event := range events {
			if _, err := w.Write(event); err != nil {
				return nil // the reader has left
			}
		}
		seq += len(events)
		w.Flush()
	}
}

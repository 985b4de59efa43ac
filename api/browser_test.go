package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ringer/api"
	"ringer/api/browsertest"
	"ringer/engine/sessiontest"
)

// follower is the script of the page. It reports each event to the test, and the end when the
// browser has stopped asking.
const follower = `
const source = new EventSource(%q);
const tell = e => heard(JSON.stringify([e.lastEventId, e.type, e.data]));
for (const type of %s) source.addEventListener(type, tell);
source.onmessage = tell;
source.onerror = () => { if (source.readyState === EventSource.CLOSED) heard("closed"); };`

// allTypes are the types of events that the EventSource listens to.
var allTypes = []string{
	"session.created", "session.ended", "message.received", "observation.received", "thought.completed", "thought.failed", "message.annotated", "message.read", "message.scored", "belief.updated", "text.rejected",
	"plan.created", "plan.revised", "plan.cancelled", "typing.started", "typing.stopped", "message.sent",
}

// reader is a browser that follows a game, with counts of what the network did to it.
type reader struct {
	url     string
	cuts    *atomic.Int64 // the connections that the proxy cut
	resumed atomic.Int64
	back    chan struct{} // gets a token each time the reader comes back
	blocks  <-chan block
	heard   []block
}

// newReader returns a reader with its way to the server: a front that counts how often the reader
// comes back, then a proxy that cuts.
func newReader(t *testing.T, s http.Handler) *reader {
	r := &reader{back: make(chan struct{}, 1000)}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Last-Event-ID") != "" {
			r.resumed.Add(1)
			r.back <- struct{}{}
		}
		s.ServeHTTP(w, request)
	}))
	t.Cleanup(front.Close)
	r.url, r.cuts = cuttingProxy(t, front.URL)
	return r
}

// await reads until it meets an event.
func (r *reader) await(s *server, id string) {
	for last := ""; last != id; last = r.heard[len(r.heard)-1].id {
		r.heard = append(r.heard, s.next(r.blocks))
	}
}

// comesBack waits until the reader's stream has ended and the reader is back.
func (r *reader) comesBack() {
	for len(r.back) > 0 {
		<-r.back
	}
	<-r.back
}

// cuttingProxy starts a proxy that cuts each connection after 3,000 to 4,500 bytes of answers, also
// inside an event. That is more than the longest event, so the reader makes progress. It returns
// the proxy's URL and the number of cuts.
func cuttingProxy(t *testing.T, to string) (url string, cuts *atomic.Int64) {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { _ = listener.Close() })
	cuts = new(atomic.Int64)
	carry := func(client net.Conn, length int64) {
		defer client.Close()
		server, err := net.Dial("tcp", strings.TrimPrefix(to, "http://"))
		if err != nil {
			return
		}
		defer server.Close()
		go func() { // ends with the connections
			_, _ = io.Copy(server, client)
			_ = server.Close()
		}()
		if n, _ := io.CopyN(client, server, length); n == length {
			cuts.Add(1)
		}
	}
	go func() { // ends with the listener
		for n := int64(0); ; n++ {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go carry(client, 3000+n*777%1500) // both end with their connections
		}
	}()
	return "http://" + listener.Addr().String(), cuts
}

// browse reads a session with Chromium's EventSource. It closes the channel when the browser stops.
func browse(t *testing.T, tab context.Context, origin, path string) <-chan block {
	blocks := make(chan block, 1000)
	calls := chromedp.Events(tab, runtime.BindingCalled)
	go func() { // ends with the tab
		defer close(blocks)
		for call, err := range calls {
			var b [3]string
			if err != nil || call.Payload == "closed" {
				return
			}
			if err := json.Unmarshal([]byte(call.Payload), &b); err != nil {
				t.Errorf("the page says %q", call.Payload)
				return
			}
			blocks <- block{b[0], b[1], b[2]}
		}
	}()
	types, _ := json.Marshal(allTypes)
	must(chromedp.Call(tab, runtime.AddBinding, runtime.AddBindingParams{Name: "heard"}))(t)
	err := chromedp.Do(tab, chromedp.Navigate(origin+"/healthz"), chromedp.Evaluate[chromedp.Void](fmt.Sprintf(follower, path, types)))
	sessiontest.NoError(t, err)
	return blocks
}

// TestBrowserReadsTheGame plays a game before Chromium's EventSource. Its streams are rotated and
// cut all the time. It gets every event once and in order, and stops at the end.
func TestBrowserReadsTheGame(t *testing.T) {
	t.Parallel()
	tab := browsertest.Start(t)
	s := setup(t)
	api.SetRotation(s.api, 500*time.Millisecond)
	id := s.create(`,"timing":"instant"`)
	r := newReader(t, s.api)
	r.blocks = browse(t, tab, r.url, "/v1/sessions/"+id+"/events?types=*")
	const rounds = 3
	for round := range rounds {
		// The text is longer than a connection lasts.
		r.await(s, s.sayBreaks(id, strings.Repeat("many words ", 50)))
		if round == 1 { // wait until the stream has ended
			r.comesBack()
		}
	}
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	for b := range r.blocks {
		r.heard = append(r.heard, b)
	}
	if log := s.blocks(id); !slices.Equal(r.heard, log) {
		t.Errorf("Chromium heard %v, the log is %v", r.heard, log)
	}
	t.Logf("%d events; resumed %d times, after %d cuts", len(r.heard), r.resumed.Load(), r.cuts.Load())
	if r.cuts.Load() < rounds || r.resumed.Load() < rounds+1 {
		t.Errorf("Chromium resumed %d times, after %d cuts; the test needs more of both", r.resumed.Load(), r.cuts.Load())
	}
}

// sayBreaks posts the texts of breaks, each followed by more, and returns the event id of the last
// one.
func (s *server) sayBreaks(id, more string) (last string) {
	var lines []map[string]string
	for _, text := range breaks {
		lines = append(lines, map[string]string{"sender": "b", "text": text + more})
	}
	b, _ := json.Marshal(map[string]any{"messages": lines})
	posted := as[answered](s.t, s.send("POST", "/v1/sessions/"+id+"/messages", string(b)))
	return strconv.FormatInt(posted.Messages[len(lines)-1].Seq, 10)
}

// blocks returns the log of a session in the form in which a stream sends it.
func (s *server) blocks(id string) (log []block) {
	p := as[struct{ Events []json.RawMessage }](s.t, s.send("GET", "/v1/sessions/"+id+"/events?types=*&limit=1000", ""))
	for i, raw := range p.Events {
		e := as[event](s.t, answer{Body: raw})
		log = append(log, block{strconv.Itoa(i + 1), e.Type, string(raw)})
	}
	return log
}

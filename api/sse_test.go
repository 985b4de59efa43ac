package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// stream opens a stream and returns its events; the channel closes with it.
func (s *server) stream(ctx context.Context, path string, headers ...string) (<-chan block, *http.Response) {
	s.t.Helper()
	response, err := s.client.Do(s.request(ctx, "GET", path, "", append([]string{"Accept", "text/event-stream"}, headers...)...))
	if err != nil {
		s.t.Fatal(err)
	}
	blocks := make(chan block, 1000)
	go func() { // ends with the response
		defer response.Body.Close()
		defer close(blocks)
		var p sseParser
		_ = p.read(response.Body, func(b block) { blocks <- b }) // a broken stream ends, too
		if p.ignored != nil {
			s.t.Errorf("readers must ignore these lines: %q", p.ignored)
		}
	}()
	return blocks, response
}

func (s *server) next(blocks <-chan block) block {
	s.t.Helper()
	select {
	case b, ok := <-blocks:
		if !ok {
			s.t.Fatal("the stream has ended")
		}
		return b
	case <-time.After(time.Minute):
		s.t.Fatal("no event came")
	}
	return block{}
}

// muted opens a session with a muted bot, and waits for the events of muting. After that, only
// posts add events.
func (s *server) muted() (id string, after int64) {
	s.t.Helper()
	id = s.create(`,"biography":{"age":34,"town":"Leeds","country":"England","work":"nurse","habits":["hums","naps"],"worry":"the rent","writing":"short"}`)
	s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"muted"}`)
	s.await(id, "thought.completed") // the first thought; no other follows
	return id, s.log(id).NextAfter
}

func (s *server) say(id, text string) {
	s.t.Helper()
	s.send("POST", "/v1/sessions/"+id+"/messages", fmt.Sprintf(`{"sender":"b","text":%q}`, text)).is(s.t, 202)
}

// TestStreamResumes reads the logs of a session and of a game in streams that begin at every
// position. Old and new events come once each, in order.
func TestStreamResumes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, base := s.muted()
	for path, c := range map[string]struct {
		sender, types string
		begun         int64
		end           string
	}{
		"/v1/sessions/" + id:            {"b", "types=*&", base, "session.ended"},
		"/v1/games/" + s.quietGame().ID: {"Green", "", 1, "game.ended"},
	} {
		say := func(text string) {
			s.send("POST", path+"/messages", fmt.Sprintf(`{"sender":%q,"text":%q}`, c.sender, text)).is(t, 202)
		}
		for i := range 5 {
			say(fmt.Sprint("old ", i))
		}
		var streams []<-chan block
		for after := range c.begun + 6 {
			// The header overrides the parameter after.
			byHeader, _ := s.stream(t.Context(), path+"/stream?"+c.types+"after=0", "Last-Event-ID", strconv.FormatInt(after, 10))
			byQuery, _ := s.stream(t.Context(), fmt.Sprint(path, "/events?", c.types, "after=", after))
			streams = append(streams, byHeader, byQuery)
		}
		for i := range 5 {
			say(fmt.Sprint("new\r\n", i))
		}
		s.send("POST", path+"/end", "{}").is(t, 200)
		for i, blocks := range streams {
			last := c.begun + 11
			for seq := int64(i/2) + 1; seq <= last; seq++ {
				if b := s.next(blocks); b.id != strconv.FormatInt(seq, 10) || (b.event == c.end) != (seq == last) {
					t.Fatalf("%s after %d: %+v, want the id %d", path, i/2, b, seq)
				}
			}
			if b, open := <-blocks; open {
				t.Errorf("%s: after the end came %+v", path, b)
			}
		}
	}
}

func TestStreamShowsTypesAskedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted()
	standard, response := s.stream(t.Context(), "/v1/sessions/"+id+"/events")
	messages, _ := s.stream(t.Context(), "/v1/sessions/"+id+"/events?types=message.received")
	s.say(id, "hi")
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	if b := s.next(messages); b.event != "message.received" {
		t.Errorf("%+v", b)
	}
	if _, open := <-messages; open {
		t.Error("a stream without the type session.ended did not end with the session")
	}
	if b := s.next(standard); b.event != "session.ended" {
		t.Errorf("the standard types must be those that a platform acts on, but the first event is %+v", b)
	}
	if _, open := <-standard; open {
		t.Error("an event followed session.ended")
	}
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestStreamAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted()
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	end := s.log(id).NextAfter
	path := "/v1/sessions/" + id + "/events"
	s.send("GET", path, "", "Accept", "text/event-stream", "Last-Event-ID", strconv.FormatInt(end, 10)).is(t, http.StatusNoContent)
	blocks, _ := s.stream(t.Context(), fmt.Sprint(path, "?after=", end-1))
	if b := s.next(blocks); b.event != "session.ended" {
		t.Errorf("resumed before the end: %+v", b)
	}
}

func TestDrainEndsStreams(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.muted()
	blocks, _ := s.stream(t.Context(), "/v1/sessions/"+id+"/events")
	s.api.Drain()
	s.api.Drain() // may be called twice
	if b, open := <-blocks; open {
		t.Errorf("after draining came %+v", b)
	}
}

func TestLongPoll(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, after := s.muted()
	path := fmt.Sprintf("/v1/sessions/%s/events?types=message.received&after=%d", id, after)
	var p page
	s.send("GET", path+"&wait=0s", "").decode(t, &p)
	if len(p.Events) != 0 || p.NextAfter != after {
		t.Fatalf("%+v", p)
	}
	done := make(chan answer, 1)
	go func() { done <- s.send("GET", path+"&wait=50s", "") }() // ends with the message below
	s.say(id, "hi")
	(<-done).decode(t, &p)
	if len(p.Events) != 1 || p.NextAfter != after+1 || p.Events[0].MessageID == "" {
		t.Errorf("%+v", p)
	}
}

func TestPagesSkipNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, after := s.muted()
	for i := range 7 {
		s.say(id, fmt.Sprint(i))
	}
	seen, pages := 0, 0
	for pages = 0; pages < 10; pages++ {
		var p page
		s.send("GET", fmt.Sprintf("/v1/sessions/%s/events?types=message.received&limit=3&after=%d", id, after), "").decode(t, &p)
		if len(p.Events) == 0 {
			break
		}
		seen += len(p.Events)
		after = p.NextAfter
	}
	if seen != 7 || pages != 3 {
		t.Errorf("%d events in %d pages", seen, pages)
	}
}

// TestManyWritersOneOrder posts from many goroutines at once. Every reader gets every message once,
// all in the same order.
func TestManyWritersOneOrder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, base := s.muted()
	const writers, each = 20, 25
	var readers []<-chan block
	for range 3 {
		blocks, _ := s.stream(t.Context(), fmt.Sprintf("/v1/sessions/%s/events?types=*&after=%d", id, base))
		readers = append(readers, blocks)
	}
	var wait sync.WaitGroup
	for w := range writers {
		wait.Go(func() {
			for i := range each {
				s.say(id, fmt.Sprint("writer ", w, " line ", i))
			}
		})
	}
	wait.Wait()
	var first []string
	for i, blocks := range readers {
		var got []string
		for n := range int64(writers * each) {
			b := s.next(blocks)
			if b.id != strconv.FormatInt(base+n+1, 10) {
				t.Fatalf("reader %d: id %s after %d", i, b.id, base+n)
			}
			got = append(got, b.data)
		}
		if first == nil {
			first = got
		}
		if strings.Join(got, "\n") != strings.Join(first, "\n") {
			t.Errorf("reader %d got another order", i)
		}
	}
}

// TestStreamBeginsWithASnapshot joins a game late. The stream begins with the current state, and
// goes on with all events after it.
func TestStreamBeginsWithASnapshot(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, after := s.muted()
	s.say(id, "old")
	path := "/v1/sessions/" + id + "/events?types=*&snapshot=true"
	joined, _ := s.stream(t.Context(), path)
	s.say(id, "new")
	first := s.next(joined)
	if first.event != "session.snapshot" || first.id != strconv.FormatInt(after+1, 10) && first.id != strconv.FormatInt(after+2, 10) || !strings.Contains(first.data, `"muted":true`) {
		t.Fatalf("%+v", first)
	}
	if first.id == strconv.FormatInt(after+1, 10) {
		if b := s.next(joined); b.id != strconv.FormatInt(after+2, 10) || !strings.Contains(b.data, "new") {
			t.Errorf("after the snapshot came %+v", b)
		}
	}
	resumed, _ := s.stream(t.Context(), path, "Last-Event-ID", strconv.FormatInt(after, 10))
	if b := s.next(resumed); !strings.Contains(b.data, "old") {
		t.Errorf("a resumed stream got the snapshot %+v", b)
	}
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	late, _ := s.stream(t.Context(), path)
	if b := s.next(late); b.event != "session.snapshot" || !strings.Contains(b.data, `"status":"ended"`) {
		t.Errorf("%+v", b)
	}
	if b, open := <-late; open {
		t.Errorf("after the snapshot of an ended session came %+v", b)
	}
}

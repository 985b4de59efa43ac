package api_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// stream opens a stream and returns its events; the channel closes with it.
func (s *server) stream(ctx context.Context, path string, headers ...string) (<-chan block, *http.Response) {
	s.t.Helper()
	response := must(s.client.Do(s.request(ctx, "GET", path, "", append([]string{"Accept", "text/event-stream"}, headers...)...)))(s.t)
	blocks := make(chan block, 1000)
	go func() { // ends with the response
		defer response.Body.Close()
		defer close(blocks)
		var p sseParser
		_ = p.read(response.Body, func(b block) { // a broken stream ends, too
			s.checkEvent(b.data)
			blocks <- b
		})
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
	id = s.create(`,"suspicion":"off","biography":{"age":34,"town":"Leeds","country":"England","work":"nurse","habits":["hums","naps"],"worry":"the rent","writing":"short"}`)
	s.send("POST", "/v1/sessions/"+id+"/observations", `{"kind":"muted"}`)
	s.await(id, "thought.completed") // the first thought; no other follows
	return id, s.log(id).NextAfter
}

func (s *server) say(id, text string) {
	s.t.Helper()
	s.send("POST", "/v1/sessions/"+id+"/messages", fmt.Sprintf(`{"sender":"b","text":%q}`, text)).is(s.t, 202)
}

// TestStreamResumes reads a log in streams that begin at every position. Old and new events come
// once each, in order.
func TestStreamResumes(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		id, begun := k.create(""), int64(1)
		if k.sender == "b" {
			id, begun = s.muted()
		}
		say := func(text string) {
			s.send("POST", k.path+id+"/messages", fmt.Sprintf(`{"sender":%q,"text":%q}`, k.sender, text)).is(t, 202)
		}
		for i := range 5 {
			say(fmt.Sprint("old ", i))
		}
		types := map[string]string{"b": "types=*&"}[k.sender]
		var streams []<-chan block
		for after := range begun + 6 {
			// The header overrides the parameter after.
			byHeader, _ := s.stream(t.Context(), k.path+id+"/stream?"+types+"after=0", "Last-Event-ID", strconv.FormatInt(after, 10))
			byQuery, _ := s.stream(t.Context(), fmt.Sprint(k.path, id, "/events?", types, "after=", after))
			streams = append(streams, byHeader, byQuery)
		}
		for i := range 5 {
			say(fmt.Sprint("new\r\n", i))
		}
		s.send("POST", k.path+id+"/end", "{}").is(t, 200)
		for i, blocks := range streams {
			last := begun + 11
			for seq := int64(i/2) + 1; seq <= last; seq++ {
				if b := s.next(blocks); b.id != strconv.FormatInt(seq, 10) || (b.event == k.ended) != (seq == last) {
					t.Fatalf("after %d: %+v, want the id %d", i/2, b, seq)
				}
			}
			s.over(blocks)
		}
	})
}

// over checks that a stream has ended.
func (s *server) over(blocks <-chan block) {
	s.t.Helper()
	if b, open := <-blocks; open {
		s.t.Errorf("after the end came %+v", b)
	}
}

// TestEventPages reads the lines of a log in pages, and waits for the next one. Pages skip nothing.
func TestEventPages(t *testing.T) {
	eachKind(t, func(t *testing.T, s *server, k kind) {
		path := k.path + k.create("")
		say := func(text string) int64 {
			a := s.send("POST", path+"/messages", fmt.Sprintf(`{"sender":%q,"text":%q}`, k.sender, text)).is(t, 202)
			return as[answered](t, a).Messages[0].Seq
		}
		seqs := []int64{0}
		for i := range 7 {
			seqs = append(seqs, say(fmt.Sprint(i)))
		}
		for _, c := range []struct {
			query string
			after int64
			want  string
		}{
			{"", 0, "0 1 2 3 4 5 6"}, {"&limit=3", 0, "0 1 2"}, {"&limit=3", seqs[3], "3 4 5"}, {"&limit=3", seqs[6], "6"}, {"", seqs[7], ""}, {"&wait=0s", seqs[7], ""},
		} {
			p := as[page](t, s.send("GET", fmt.Sprint(path, "/events?types=message.received&after=", c.after, c.query), ""))
			if got := strings.Join(p.texts(t), " "); got != c.want || p.Ended || p.NextAfter < c.after {
				t.Errorf("after %d, %s: %q, then after %d; want %q", c.after, c.query, got, p.NextAfter, c.want)
			}
		}
		s.send("GET", path+"/events?types=vote.cast,message.sent&limit=1", "").shows(t, `{"events":[]}`)
		done := make(chan answer, 1)
		go func() {
			done <- s.send("GET", fmt.Sprint(path, "/events?types=message.received&wait=50s&after=", seqs[7]), "")
		}() // ends with the message below
		seq := say("new")
		if p := as[page](t, (<-done).is(t, 200)); len(p.Events) != 1 || p.Events[0].Seq != seq || p.NextAfter < seq { // the bot may have thought since
			t.Errorf("%+v, want the event %d alone", p, seq)
		}
		s.send("POST", path+"/end", "{}").is(t, 200)
		end := as[page](t, s.send("GET", path+"/events?limit=1000", "")).NextAfter
		s.send("GET", fmt.Sprint(path, "/events?wait=55s&after=", end), "").shows(t, fmt.Sprintf(`{"events":[],"ended":true,"next_after":%d}`, end))
		s.send("GET", path+"/events", "", "Accept", "text/event-stream", "Last-Event-ID", fmt.Sprint(end)).is(t, http.StatusNoContent)
	})
}

func TestStreamShowsTypesAskedFor(t *testing.T) {
	s := start(t)
	id, _ := s.muted()
	standard, response := s.stream(t.Context(), "/v1/sessions/"+id+"/events")
	messages, _ := s.stream(t.Context(), "/v1/sessions/"+id+"/events?types=message.received")
	s.say(id, "hi")
	s.send("POST", "/v1/sessions/"+id+"/end", "{}")
	equal(t, "the first event", s.next(messages).event, "message.received")
	s.over(messages) // although it is without the type session.ended
	equal(t, "the first event of those that a platform acts on", s.next(standard).event, "session.ended")
	s.over(standard)
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"} {
		equal(t, name, response.Header.Get(name), want)
	}
}

// TestManyWritersOneOrder posts from many goroutines at once. Every reader gets every message once,
// all in the same order.
func TestManyWritersOneOrder(t *testing.T) {
	s := start(t)
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
		if i == 0 {
			first = got
		} else if !slices.Equal(got, first) {
			t.Errorf("reader %d got another order", i)
		}
	}
}

// TestStreamBeginsWithASnapshot joins a game late. The stream begins with the current state, and
// goes on with all events after it.
func TestStreamBeginsWithASnapshot(t *testing.T) {
	s := start(t)
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
	s.over(late)
}

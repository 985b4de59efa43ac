package systemtest

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// flood is how clients take the server's memory. They open connections and then let the server
// wait.
type flood struct {
	name string
	// connections is how many clients there are.
	connections int
	// request returns the request of client i, as it is written to the connection.
	request func(victims []string, i int) string
	// again says that a client whose connection has ended comes back.
	again bool
}

var floods = []flood{
	{"none", 0, nil, false},
	{"announced bodies", 3000, func(ids []string, i int) string {
		return postHead(ids[i%len(ids)], "Content-Length: 1048576") + "{"
	}, true},
	{"unfinished bodies", 3000, func(ids []string, i int) string {
		return postHead(ids[i%len(ids)], "Content-Length: 1048576") + `{"text":"` + strings.Repeat("x", 900_000)
	}, false},
	{"chunked bodies", 3000, func(ids []string, i int) string {
		return postHead(ids[i%len(ids)], "Transfer-Encoding: chunked") + "dbba0\r\n" + `{"text":"` + strings.Repeat("x", 850_000)
	}, false},
	{"events", 60, get("/events?types=*&limit=1000", ""), true},
	{"messages", 60, get("/messages?limit=1000", ""), true},
	{"exports", 60, get("/export", ""), true},
	{"streams", 60, get("/events?types=*", "Accept: text/event-stream\r\n"), true},
	{"1000 events", 1000, get("/events?types=*&limit=1000", ""), true},
	{"1000 messages", 1000, get("/messages?limit=1000", ""), true},
	{"1000 long polls", 1000, get("/events?types=vote.cast&wait=55s", ""), true},
	{"1000 streams", 1000, get("/events?types=*", "Accept: text/event-stream\r\n"), true},
}

func postHead(id, length string) string {
	return "POST /v1/sessions/" + id + "/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length + "\r\n\r\n"
}

func get(path, header string) func([]string, int) string {
	return func(ids []string, i int) string {
		return "GET /v1/sessions/" + ids[i%len(ids)] + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n"
	}
}

// BenchmarkFlood measures the resident memory of the server while clients take as much of it as
// they can. At the same time another client posts to other sessions, 50 times a second. Its latency
// is reported, too.
func BenchmarkFlood(b *testing.B) {
	for _, f := range floods {
		b.Run(f.name, func(b *testing.B) { benchmarkFlood(b, f) })
	}
}

func benchmarkFlood(b *testing.B, f flood) {
	const rate, seconds = 50, 15
	p := load(b)
	victims := p.createMany(4, muted())
	others := p.createMany(50, muted())
	for _, id := range victims {
		p.fill(id)
	}
	p.collect()
	before := p.rss()
	stop := make(chan struct{})
	var attackers sync.WaitGroup
	attackers.Go(func() { f.run(p, victims, stop) })
	peak := before
	attackers.Go(func() {
		for tick := time.Tick(50 * time.Millisecond); ; {
			select {
			case <-tick:
				peak = max(peak, p.rss())
			case <-stop:
				return
			}
		}
	})
	times := make([]time.Duration, rate*seconds)
	b.ResetTimer()
	pace(len(times), rate, func(i int) {
		began := time.Now()
		p.post(others[i%len(others)], "Blue", fmt.Sprintf("message %d", i))
		times[i] = time.Since(began)
	})
	b.StopTimer()
	close(stop)
	attackers.Wait()
	b.ReportMetric(before/1024, "MiB-before")
	b.ReportMetric(peak/1024, "MiB-peak")
	reportLatency(b, "others", times)
}

// muted returns a game whose bot never speaks, so that only posts are measured.
func muted() map[string]any {
	return map[string]any{
		"game": map[string]any{"players": []string{"Red", "Blue", "Green"}, "phases": []map[string]any{{"id": "quiet", "speakers": []string{"Blue"}}}},
		"bot":  map[string]any{"seat": "Red"},
	}
}

// fill posts a thousand messages of the greatest length.
func (p *process) fill(id string) {
	text := strings.Repeat("\u3042", 4000) // three bytes each
	batch := make([]map[string]string, 50)
	for i := range batch {
		batch[i] = map[string]string{"sender": "Blue", "text": text}
	}
	for range 1000 / len(batch) {
		if status := p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"messages": batch}, nil); status != http.StatusAccepted {
			p.t.Fatalf("post: status %d", status)
		}
	}
}

// run keeps the clients of a flood connected until stop is closed. They write and never read.
func (f flood) run(p *process, victims []string, stop chan struct{}) {
	var clients sync.WaitGroup
	for i := range f.connections {
		time.Sleep(time.Millisecond) // so that the server accepts all
		clients.Go(func() {
			for {
				f.hold(p, f.request(victims, i), stop)
				select {
				case <-stop:
					return
				default:
				}
				if !f.again {
					<-stop
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	clients.Wait()
}

// hold sends a request, and keeps the connection until the server has waited for ten seconds.
func (f flood) hold(p *process, request string, stop chan struct{}) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		return
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetReadBuffer(4096)
	_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	_, _ = conn.Write([]byte(request))
	select {
	case <-stop:
	case <-time.After(10 * time.Second):
	}
}

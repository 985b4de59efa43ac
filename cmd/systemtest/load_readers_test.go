package systemtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"
)

// BenchmarkVotesBesideReaders measures how soon a vote is accepted, and how soon a PATCH is
// answered, while twenty clients read a session of 200,000 events without a pause. They read its
// transcript, or search it for events of a rare type.
func BenchmarkVotesBesideReaders(b *testing.B) {
	b.Run("messages", func(b *testing.B) { benchmarkVotesBeside(b, "/messages?limit=1000") })
	b.Run("rare events", func(b *testing.B) { benchmarkVotesBeside(b, "/events?types=vote.cast") })
}

func benchmarkVotesBeside(b *testing.B, path string) {
	events, readers := setting(b, "RINGER_BENCH_EVENTS", 200_000), setting(b, "RINGER_BENCH_READERS", 20)
	p := load(b)
	long := p.open(muted())
	others := p.createMany(50, muted())
	batch := make([]map[string]string, 100)
	for i := range batch {
		batch[i] = map[string]string{"sender": "Blue", "text": fmt.Sprint("what do you think of number ", i)}
	}
	spread(events/len(batch), 8, func(int) {
		p.call("POST", "/v1/sessions/"+long+"/messages", map[string]any{"messages": batch}, nil)
	})
	p.awaitUnloaded()
	ctx, stop := context.WithCancel(context.Background())
	var reading sync.WaitGroup
	var mu sync.Mutex // protects pages
	var pages []time.Duration
	for i := range readers {
		reading.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				began := time.Now()
				if p.readPage(ctx, fmt.Sprint("/v1/sessions/", long, path, "&after=", n*9973%events)) {
					mu.Lock()
					pages = append(pages, time.Since(began))
					mu.Unlock()
				}
			}
		})
	}
	time.Sleep(time.Second)
	const rate, seconds = 20, 15
	votes, patches := make([]time.Duration, rate*seconds), make([]time.Duration, rate*seconds)
	b.ResetTimer()
	pace(len(votes), rate, func(i int) {
		id, began := others[i%len(others)], time.Now()
		vote := map[string]any{"kind": "choose_one", "question": "Who is the bot?", "within_ms": 1000}
		if status := p.call("POST", "/v1/sessions/"+id+"/votes", vote, nil); status != http.StatusCreated && status != http.StatusAccepted {
			b.Errorf("vote: status %d", status)
		}
		votes[i], began = time.Since(began), time.Now()
		if status := p.call("PATCH", "/v1/sessions/"+id, map[string]any{"metadata": map[string]string{"n": fmt.Sprint(i)}}, nil); status != http.StatusOK {
			b.Errorf("patch: status %d", status)
		}
		patches[i] = time.Since(began)
	})
	b.StopTimer()
	stop()
	reading.Wait()
	reportLatency(b, "votes", votes)
	reportLatency(b, "patches", patches)
	if readers > 0 {
		b.ReportMetric(float64(len(pages)), "pages")
		reportLatency(b, "page", pages)
	}
}

// readPage reads a page, and reports whether it came.
func (p *process) readPage(ctx context.Context, path string) bool {
	request, err := http.NewRequestWithContext(ctx, "GET", p.url+path, nil)
	if err != nil {
		return false
	}
	response, err := p.client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return err == nil && response.StatusCode == http.StatusOK
}

package bench

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"time"
)

type poster struct {
	*run
	begun atomic.Int64
	next  atomic.Int64
}

// post posts at the rate, or without one as fast as the clients can. It returns when the last
// answer has come.
func (r *run) post(ctx context.Context) {
	p := &poster{run: r}
	each(ctx, r.Clients, r.Clients, func(int) { p.client(ctx) })
	if wanted := int64(math.Ceil(r.Rate * r.loaded.Seconds())); ctx.Err() == nil && r.Rate > 0 {
		r.unbegun = max(0, wanted-p.begun.Load())
	}
}

// lastCall is how long after the load a post may still begin: a timer may ring a little late.
const lastCall = 100 * time.Millisecond

// client is one connection. It takes the next post that nobody has taken, waits for its time, and
// sends it.
func (p *poster) client(ctx context.Context) {
	for ctx.Err() == nil {
		i := p.next.Add(1) - 1
		intended := time.Since(p.began)
		if p.Rate > 0 {
			intended = p.loadAt + time.Duration(float64(i)/p.Rate*float64(time.Second))
		}
		// With a low rate the post may be due long after the end. It must not be waited for.
		end := p.loadAt + p.loaded
		if intended >= end || !sleep(ctx, intended-time.Since(p.began)) || time.Since(p.began) >= end+lastCall {
			return
		}
		p.begun.Add(1)
		p.send(ctx, int(i), intended)
	}
}

// send sends post i. It is not tried again if it fails: the rate is that of the tries.
func (p *poster) send(ctx context.Context, i int, intended time.Duration) {
	d := p.draft(i, len(p.sessions))
	s := p.sessions[d.session]
	body := struct {
		Sender string `json:"sender"`
		Text   string `json:"text"`
	}{d.sender, mark(d.text, intended)}
	var posted struct{ Messages []struct{ Seq int64 } }
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience) // Ctrl-C must not make it fail
	defer cancel()
	err := p.anywhere("post", s.home, func(at *server) error { return at.calls.Post(limit, s.path()+"/messages", body, &posted) })
	took := time.Since(p.began) - intended
	if err == nil && len(posted.Messages) == 0 {
		err = errors.New("the answer names no message")
	}
	if err != nil {
		p.failures.add("post", err)
		if undecided(err) {
			s.undecided.Add(1)
		}
		if p.measured(intended) {
			p.failed.Add(1)
		}
		return
	}
	for _, m := range posted.Messages {
		s.took(m.Seq)
	}
	p.accepted.Add(1)
	if p.measured(intended) {
		p.answer.add(took)
	}
}

func (r *run) measured(at time.Duration) bool {
	begin := r.measureAt.Load()
	return int64(at) >= begin && int64(at)-begin < int64(r.Duration)
}

func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

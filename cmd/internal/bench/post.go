package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
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
	err := p.anywhere("post", s.home, func(at *server) error { return at.calls.Do(limit, "POST", s.path()+"/messages", body, &posted) })
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

// lines are what the players say. Some ask the bot, Red.
var lines = []string{
	"hi all, how is everybody today?", "red where are you from", "lol no way", "I think Green has been silent for long", "what did you do at the weekend, red?",
	"not much, worked late and then slept", "who do you think is the bot?", "could be any of us really", "anyone watching the game tonight?", "red, are you still there?",
	"I had pasta again, third time this week", "that is exactly what a machine would say", "ok but why", "same here", "what do you think then?",
}

var senders = []string{"Blue", "Green"}

type draft struct {
	session      int
	sender, text string
}

// draft returns post i. It depends on the settings and i alone, whichever client sends it.
func (s *Settings) draft(i, sessions int) draft {
	if s.Ask {
		return draft{i % sessions, senders[i/sessions%len(senders)], fmt.Sprintf("red, what do you think of number %d then?", i)}
	}
	draw := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	return draft{draw.IntN(sessions), senders[draw.IntN(len(senders))], lines[draw.IntN(len(lines))]}
}

// A mark at the end of a text says when its post was intended, so that a reader needs no other
// record of it.
const markBegin, markEnd = " [b:", "]"

func mark(text string, at time.Duration) string {
	return text + markBegin + strconv.FormatInt(at.Microseconds(), 36) + markEnd
}

// markIn returns the time of the mark in the JSON of an event.
func markIn(data []byte) (at time.Duration, ok bool) {
	_, rest, found := bytes.Cut(data, []byte(markBegin))
	digits, _, closed := bytes.Cut(rest, []byte(markEnd))
	if !found || !closed {
		return 0, false
	}
	micros, err := strconv.ParseInt(string(digits), 36, 64)
	return time.Duration(micros) * time.Microsecond, err == nil
}

package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ringer/api"
	"ringer/engine"
	"ringer/engine/enginetest"
	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/timing"
	"ringer/store"
)

// paced is a strategy that does what the last line says.
type paced struct{}

func (paced) Wants(v session.View) []session.Want {
	last, ok := v.Last()
	if ok && last.Foreign() && last.Text != "hm" && last.Seq > v.Progress("obey").Considered {
		return []session.Want{{Kind: "obey", BasedOn: last.Seq}}
	}
	return nil
}

func (paced) Think(ctx context.Context, v session.View, w session.Want, ask prompt.Asker) (session.Finding, error) {
	for _, m := range v.Messages {
		if m.Seq != w.BasedOn {
			continue
		}
		if m.Text == "fail" && v.Progress(w.Kind).Failures < 5 {
			return nil, errors.New("the model fails")
		}
		return m.Text, nil
	}
	return "", nil
}

func (paced) Conclude(_ session.View, _ session.Want, f session.Finding) session.Conclusion {
	c := session.Conclusion{Mind: json.RawMessage("{}")}
	delay, ok := map[any]timing.Delay{"wait": {Thinking: 15000, Typing: 2000}, "type": {Typing: 20000}, "fail": {Typing: 2000}}[f]
	if ok {
		c.Candidate = &session.Candidate{Kind: session.Reply, Class: session.ClassCognition, Parts: []session.PlanPart{{Text: "well", Timing: delay}}}
	} else if f == "accuse" {
		c.Accuse = "b"
	}
	return c
}

func (paced) Brief(session.View) session.Brief { return session.Brief{} }

// silent is a model that does not answer.
type silent struct{}

func (silent) Asker(prompt.Caller) prompt.Asker { return silent{} }

func (silent) Ask(ctx context.Context, _ prompt.Prompt, _ any) error {
	<-ctx.Done()
	return ctx.Err()
}

// clocks is a server whose wall clock can be set.
type clocks struct {
	t      *testing.T
	engine *engine.Engine
	server *api.Server
	ahead  atomic.Int64 // by how much the wall clock is ahead of the bubble's
	done   chan struct{}

	mu    sync.Mutex // protects all below
	began time.Time
	seen  map[string]time.Duration
}

func newClocks(t *testing.T, db journal.Store) *clocks {
	strategies := enginetest.Strategy(t, "paced", paced{})
	c := &clocks{t: t, began: time.Now(), done: make(chan struct{}), seen: map[string]time.Duration{}}
	wall := func() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }
	c.engine = enginetest.Start(t, engine.Parts{Store: db, Strategies: strategies, Models: silent{}, Now: wall})
	c.server = api.New(c.engine, api.Options{Log: slog.New(slog.DiscardHandler)})
	return c
}

// open creates a session, and notes when its events come.
func (c *clocks) open(name string, ttl time.Duration) (id string) {
	c.t.Helper()
	row, _, err := c.engine.Desk.Create(c.t.Context(), "", session.Config{
		Strategy: "paced", Pace: session.PacePaper, Biography: sessiontest.Biography(), Accuse: session.AccuseAuto, AccuseAfter: session.AfterThreshold, TTL: int64(ttl.Seconds()), Bot: session.Bot{Seat: "a"}, Seed: new(int64),
		Game: session.Setting{Players: []session.Player{{ID: "a", Name: "Ann"}, {ID: "b", Name: "Ben"}, {ID: "c", Name: "Cy"}}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	l := c.engine.Listen(row.ID)
	go func() { // ends when done is closed
		defer l.Close()
		for after := int64(0); ; {
			events, err := l.Events(c.t.Context(), after, 100)
			if err != nil {
				c.t.Error(err)
			}
			for _, e := range events {
				after = e.Seq
				c.note(name, e.Data)
			}
			select {
			case <-l.C:
			case <-c.done:
				return
			}
		}
	}()
	return row.ID
}

// note notes when an event came first, and the durations in it.
func (c *clocks) note(name string, p session.Payload) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := name + " " + string(p.Type())
	if _, known := c.seen[key]; !known {
		c.seen[key] = time.Since(c.began)
	}
	switch p := p.(type) {
	case *session.MessageSent:
		c.seen[name+" late"] = time.Duration(p.Lateness) * time.Millisecond
	case *session.VoteCast:
		c.seen[name+" late"] = time.Duration(p.Lateness) * time.Millisecond
		if p.Late {
			c.seen[name+" late"] = time.Hour // far beyond what is allowed
		}
	}
}

func (c *clocks) say(id, text string) {
	c.t.Helper()
	must(c.engine.Desk.Post(c.t.Context(), id, []session.Post{{Sender: "b", Text: text}}, func(int) string { return "" }))(c.t)
}

// get makes a request, and notes how long it takes.
func (c *clocks) get(name, path string) {
	began := time.Now()
	direct(c.server, "GET", path, "")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[name] = time.Since(began)
}

// token returns the address of a stream, for a minute.
func (c *clocks) token(id string) string {
	made := as[issued](c.t, direct(c.server, "POST", "/v1/sessions/"+id+"/read-token", `{"expires_in_s":60}`))
	return made.EventsURL
}

// opens reports whether the address of a stream can be opened.
func (c *clocks) opens(url string) bool {
	ctx, leave := context.WithTimeout(c.t.Context(), time.Millisecond)
	defer leave()
	request := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+url, nil)
	request.Header.Set("Accept", "text/event-stream")
	response := httptest.NewRecorder()
	serve(c.server, response, request)
	return response.Code == 200
}

// row is what became of each situation. Times are in seconds since the game began.
type row struct {
	Waiting, Typing, Vote, Accusation, Retry, Young, New, Poll int64
	// Late is the greatest lateness, in milliseconds.
	Late int64
	// Idle and Month say when idle sessions ended, in minutes; 0 for never.
	Idle, Month int64
	// Token says after how many tens of seconds a token of a minute had expired.
	Token int64
}

// play sets the wall clock 5 s after everything has begun, and returns what became of it.
func (c *clocks) play(step time.Duration) row {
	ids := map[string]string{}
	for _, name := range []string{"wait", "type", "accuse", "fail", "vote"} {
		ids[name] = c.open(name, 24*time.Hour)
	}
	c.open("idle", 10*time.Minute)
	c.open("month", 30*24*time.Hour)
	// Five failures, and then a pause of 16 s.
	c.say(ids["fail"], "fail")
	time.Sleep(20 * time.Second)
	c.mu.Lock()
	c.began = time.Now()
	c.mu.Unlock()
	for _, text := range []string{"wait", "type"} {
		c.say(ids[text], text)
	}
	must(c.engine.Desk.AskVote(c.t.Context(), ids["vote"], session.VoteRequest{ID: "v", Kind: session.ChooseOne, Question: "who?", Within: 40_000}))(c.t)
	go c.get("poll", "/v1/sessions/"+ids["wait"]+"/events?types=session.ended&wait=20s")
	token := c.token(ids["wait"])
	time.Sleep(4 * time.Second)
	c.say(ids["accuse"], "accuse")
	young := c.open("young", time.Hour)
	c.say(young, "wait")
	time.Sleep(time.Second)
	c.ahead.Add(int64(step))
	fresh := c.open("new", time.Hour)
	c.say(fresh, "wait")
	time.Sleep(2 * time.Second)
	c.say(ids["wait"], "hm")
	expired := int64(0)
	for i := int64(1); i < 10; i++ {
		time.Sleep(10 * time.Second)
		if expired == 0 && !c.opens(token) {
			expired = i
		}
	}
	time.Sleep(23 * time.Minute)
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	sent := func(key string) int64 { return int64(c.seen[key].Round(time.Second).Seconds()) }
	r := row{
		Waiting: sent("wait message.sent"), Typing: sent("type message.sent"), Vote: sent("vote vote.cast"), Accusation: sent("accuse vote.cast"), Retry: sent("fail message.sent"),
		Young: sent("young message.sent"), New: sent("new message.sent"), Poll: sent("poll"), Token: expired,
		Idle: int64(c.seen["idle session.ended"].Round(time.Minute).Minutes()), Month: int64(c.seen["month session.ended"].Round(time.Minute).Minutes()),
	}
	for key, d := range c.seen {
		if late := d.Milliseconds(); strings.HasSuffix(key, " late") && max(late, -late) > r.Late {
			r.Late = max(late, -late)
		}
	}
	return r
}

// TestWallClockIsSet sets the wall clock in the middle of plans, votes, waits and idleness.
// Everything happens at the same moment as without that. (Replicas use the clock of their
// database; see TestTheDatabasesClockIsSet.)
func TestWallClockIsSet(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{0, -time.Hour, -30 * time.Second, 30 * time.Second, time.Hour, 40 * 24 * time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			t.Parallel()
			at := filepath.Join(t.TempDir(), "ringer.db")
			synctest.Test(t, func(t *testing.T) {
				db := must(store.Open(t.Context(), at))(t)
				c := newClocks(t, db)
				got := c.play(step)
				close(c.done)
				c.server.Drain()
				c.engine.Close()
				if err := db.Close(); err != nil {
					t.Error(err)
				}
				want := row{Waiting: 22, Typing: 20, Vote: 40, Accusation: 8, Retry: 13, Young: 21, New: 22, Poll: 20, Idle: 10, Token: 6}
				if got.Late > 10 {
					t.Errorf("something was %d ms late; want at most 10", got.Late)
				}
				if got.Late = 0; got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
			})
		})
	}
}

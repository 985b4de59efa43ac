package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"ringer/engine/game"
)

// afterplay is the game time that a replay waits after the last recorded message, for a reply under way.
const afterplay = 15_000

// livePlayer plays games through a server, over HTTP and server-sent events, as a platform would.
type livePlayer struct {
	command *replayCommand
	url     string
	client  *http.Client
	ctx     context.Context
}

// keyed sends a key with each request, if there is one.
type keyed struct{ key string }

// RoundTrip implements http.RoundTripper.
func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// newLivePlayer returns a player at the server that was named, or at one of its own, and what ends that one.
func newLivePlayer(t *terminal, c *replayCommand) (player, func(), error) {
	p := &livePlayer{command: c, url: strings.TrimSuffix(c.Server, "/"), client: &http.Client{Transport: keyed{c.APIKey}}, ctx: t.ctx}
	if p.url != "" {
		return p, func() {}, nil
	}
	folder, err := os.MkdirTemp("", "ringer-replay")
	if err != nil {
		return nil, nil, fmt.Errorf("own server: %w", err)
	}
	log := slog.New(slog.NewTextHandler(t.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := openService(t.ctx, databaseFlags{URL: c.Database, DB: filepath.Join(folder, "replay.db")}, c.modelFlags, accessFlags{}, log)
	if err != nil {
		return nil, nil, fmt.Errorf("own server: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("own server: %w", err)
	}
	p.url = "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.ctx))
	done := make(chan error, 1)
	go func() { done <- s.serve(ctx, listener) }() // ends when stop is called, below
	return p, func() {
		stop()
		if err := <-done; err != nil {
			fmt.Fprintln(t.stderr, "ringer:", err)
		}
		s.close()
		if err := os.RemoveAll(folder); err != nil {
			fmt.Fprintln(t.stderr, "ringer:", err)
		}
	}, nil
}

func (p *livePlayer) play(x *play, progress func(game.Millis, int)) ([]heard, error) {
	var created struct {
		ID        string    `json:"id"`
		CreatedAt time.Time `json:"created_at"`
	}
	if err := p.post("/v1/sessions", x.config(p.command), &created); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	g := &liveGame{
		livePlayer: p, path: "/v1/sessions/" + created.ID, clock: game.NewClock(created.CreatedAt, p.command.Speed), progress: progress,
		cast: make(chan struct{}, 1),
	}
	events := make(chan []heard, 1)
	failed := make(chan error, 1)
	go func() { // ends with the session, or with ctx
		all, err := p.listen(ctx, g.path+"/events?types=*", g.hear)
		events <- all
		failed <- err
	}()
	if err := g.play(x.recording, x.seat); err != nil {
		return nil, err
	}
	if err := p.post(g.path+"/end", struct{}{}, nil); err != nil {
		return nil, err
	}
	return <-events, <-failed
}

// liveGame is a game that is being played through a server.
type liveGame struct {
	*livePlayer
	path     string
	clock    game.Clock
	progress func(game.Millis, int)
	said     atomic.Int64  // by the bot
	cast     chan struct{} // takes one, when the bot has voted
}

// hear notes what the stream brings.
func (g *liveGame) hear(e game.Event) {
	switch p := e.Data.(type) {
	case *game.MessageSent:
		g.said.Add(1)
	case *game.VoteCast:
		if p.VoteID == voteID {
			g.cast <- struct{}{} // there is one of each vote
		}
	}
}

func (g *liveGame) play(r *recording, seat recordedPlayer) error {
	posted, _ := r.script(seat)
	before, closing := r.closing(posted)
	if err := g.say(before); err != nil {
		return err
	}
	if r.holdsVote() {
		if err := g.vote(r); err != nil {
			return err
		}
	}
	if err := g.say(closing); err != nil {
		return err
	}
	return g.until(max(r.length(), g.clock.Game(time.Now())) + afterplay)
}

// say posts lines at their times.
func (g *liveGame) say(lines []line) error {
	for _, l := range lines {
		if err := g.until(l.at); err != nil {
			return err
		}
		if err := g.post(g.path+"/messages", l.post, nil); err != nil {
			return err
		}
	}
	return nil
}

// voteGrace is the wall time that a replay waits beyond the deadline of a vote: a server that comes back after an outage answers late.
const voteGrace = 10 * time.Second

// vote asks for the vote of the game, and waits until it is cast, or given up.
func (g *liveGame) vote(r *recording) error {
	if err := g.until(r.voteAt()); err != nil {
		return err
	}
	q := r.voteRequest(g.command.Speed)
	if err := g.post(g.path+"/votes", q, nil); err != nil {
		return err
	}
	giveUp := time.After(time.Duration(q.Within)*time.Millisecond + voteGrace)
	for {
		g.progress(g.clock.Game(time.Now()), int(g.said.Load()))
		select {
		case <-g.cast:
			return nil
		case <-giveUp:
			return nil // the figures say that it was missed
		case <-time.After(progressStep):
		case <-g.ctx.Done():
			return g.ctx.Err()
		}
	}
}

// progressStep is how often the progress is shown: as soon as a person sees.
const progressStep = 250 * time.Millisecond

// until waits for a game time, and shows the progress meanwhile.
func (g *liveGame) until(at game.Millis) error {
	for {
		g.progress(g.clock.Game(time.Now()), int(g.said.Load()))
		left := time.Until(g.clock.Wall(at))
		if left <= 0 {
			return nil
		}
		select {
		case <-time.After(min(left, progressStep)):
		case <-g.ctx.Done():
			return g.ctx.Err()
		}
	}
}

// post sends JSON and reads the answer into result. A refusal becomes an error with the server's words.
func (p *livePlayer) post(path string, body, result any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	request, err := http.NewRequestWithContext(p.ctx, http.MethodPost, p.url+path, bytes.NewReader(b))
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := p.client.Do(request)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("post %s: %w", path, err)
	}
	if response.StatusCode >= 300 {
		var problem struct{ Code, Detail string }
		if json.Unmarshal(answer, &problem) != nil || problem.Code == "" {
			return fmt.Errorf("post %s: the server answers %s", path, response.Status)
		}
		return fmt.Errorf("post %s: %s: %s", path, problem.Code, problem.Detail)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer, result)
}

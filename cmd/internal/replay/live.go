package replay

import (
	"context"
	"sync/atomic"
	"time"

	"ringer/client"
	"ringer/cmd/internal/follow"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// afterplay is the game time that a replay waits after the last recorded message, for a reply under
// way.
const afterplay = 15_000

// liveRunner plays games through a server, over HTTP and server-sent events, as a platform would.
type liveRunner struct {
	settings *Settings
	client   *client.Client
	ctx      context.Context
}

func (r *liveRunner) run(p *recording.Play, progress func(session.Millis, int)) ([]recording.Event, error) {
	var created struct {
		ID        string    `json:"id"`
		CreatedAt time.Time `json:"created_at"`
	}
	if err := r.post("/v1/sessions", p.Config(r.settings.Speed, r.settings.Seed, session.Pace(r.settings.Pace)), &created); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	g := &liveGame{
		liveRunner: r, path: "/v1/sessions/" + created.ID, clock: session.NewClock(created.CreatedAt, r.settings.Speed), progress: progress,
		cast: make(chan string, len(p.Cues(p.Seat, r.settings.Speed))),
	}
	events := make(chan []recording.Event, 1)
	failed := make(chan error, 1)
	go func() { // ends with the session, or with ctx
		all, err := follow.Listen(ctx, r.client, g.path+"/events?types=*", g.hear)
		events <- all
		failed <- err
	}()
	if err := g.play(p.Game, p.Seat); err != nil {
		return nil, err
	}
	if err := r.post(g.path+"/end", struct{}{}, nil); err != nil {
		return nil, err
	}
	return <-events, <-failed
}

func (r *liveRunner) post(path string, body, result any) error {
	return r.client.Do(r.ctx, "POST", path, body, result)
}

type liveGame struct {
	*liveRunner
	path     string
	clock    session.Clock
	progress func(session.Millis, int)
	said     atomic.Int64
	// cast receives the id of each vote that the bot has cast. It has room for all of them.
	cast chan string
}

func (g *liveGame) hear(e session.Event) {
	switch p := e.Data.(type) {
	case *session.MessageSent:
		g.said.Add(1)
	case *session.VoteCast:
		if p.Origin == session.FromRequest {
			g.cast <- p.VoteID // it does not block: each vote is cast once
		}
	}
}

func (g *liveGame) play(recorded *recording.Game, seat recording.Player) error {
	giveUp := map[string]time.Time{} // by the id of an open vote
	for _, c := range recorded.Cues(seat, g.settings.Speed) {
		if err := g.until(c.At); err != nil {
			return err
		}
		var err error
		switch {
		case c.Post != nil:
			err = g.post(g.path+"/messages", c.Post, nil)
		case c.Observe != nil:
			err = g.post(g.path+"/observations", c.Observe, nil)
		case c.Ask != nil:
			err = g.post(g.path+"/votes", c.Ask, nil)
			giveUp[c.Ask.ID] = time.Now().Add(time.Duration(c.Ask.Within)*time.Millisecond + voteGrace)
		default:
			err = g.await(c.Await, giveUp[c.Await])
		}
		if err != nil {
			return err
		}
	}
	return g.until(max(recorded.Length(), g.clock.Game(time.Now())) + afterplay)
}

// voteGrace is the wall time that a replay waits after the deadline of a vote: a server that comes
// back after an outage answers late.
const voteGrace = 10 * time.Second

// await waits until a vote is cast, or until a time. Then the figures say that it was missed.
func (g *liveGame) await(id string, until time.Time) error {
	giveUp := time.After(time.Until(until))
	for {
		g.progress(g.clock.Game(time.Now()), int(g.said.Load()))
		select {
		case cast := <-g.cast:
			if cast == id {
				return nil
			}
		case <-giveUp:
			return nil
		case <-time.After(progressStep):
		case <-g.ctx.Done():
			return g.ctx.Err()
		}
	}
}

// progressStep is how often the progress is shown: a person sees no delay.
const progressStep = 250 * time.Millisecond

func (g *liveGame) until(at session.Millis) error {
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

package replay

import (
	"context"
	"sync/atomic"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/game"
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

func (r *liveRunner) run(p *play, progress func(game.Millis, int)) ([]client.Event, error) {
	var created struct {
		ID        string    `json:"id"`
		CreatedAt time.Time `json:"created_at"`
	}
	if err := r.post("/v1/sessions", p.config(r.settings), &created); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	g := &liveGame{
		liveRunner: r, path: "/v1/sessions/" + created.ID, clock: game.NewClock(created.CreatedAt, r.settings.Speed), progress: progress,
		cast: make(chan struct{}, 1),
	}
	events := make(chan []client.Event, 1)
	failed := make(chan error, 1)
	go func() { // ends with the session, or with ctx
		all, err := r.client.Listen(ctx, g.path+"/events?types=*", g.hear)
		events <- all
		failed <- err
	}()
	if err := g.play(p.Game, p.seat); err != nil {
		return nil, err
	}
	if err := r.post(g.path+"/end", struct{}{}, nil); err != nil {
		return nil, err
	}
	return <-events, <-failed
}

func (r *liveRunner) post(path string, body, result any) error {
	return r.client.Post(r.ctx, path, body, result)
}

// liveGame is a game that is being played through a server.
type liveGame struct {
	*liveRunner
	path     string
	clock    game.Clock
	progress func(game.Millis, int)
	// said counts the messages of the bot.
	said atomic.Int64
	// cast receives once, when the bot has voted.
	cast chan struct{}
}

// hear notes an event of the stream.
func (g *liveGame) hear(e game.Event) {
	switch p := e.Data.(type) {
	case *game.MessageSent:
		g.said.Add(1)
	case *game.VoteCast:
		if p.VoteID == voteID {
			g.cast <- struct{}{} // it does not block: a vote is cast once
		}
	}
}

func (g *liveGame) play(recorded *Game, seat Player) error {
	posted, _ := recorded.script(seat)
	before, closing := recorded.closing(posted)
	if err := g.say(before); err != nil {
		return err
	}
	if recorded.holdsVote() {
		if err := g.vote(recorded); err != nil {
			return err
		}
	}
	if err := g.say(closing); err != nil {
		return err
	}
	return g.until(max(recorded.length(), g.clock.Game(time.Now())) + afterplay)
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

// voteGrace is the wall time that a replay waits after the deadline of a vote: a server that comes
// back after an outage answers late.
const voteGrace = 10 * time.Second

// vote asks for the vote of the game, and waits until it is cast or the wait is over.
func (g *liveGame) vote(recorded *Game) error {
	if err := g.until(recorded.voteAt()); err != nil {
		return err
	}
	q := recorded.voteRequest(g.settings.Speed)
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

// progressStep is how often the progress is shown: a person sees no delay.
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

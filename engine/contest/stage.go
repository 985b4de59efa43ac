package contest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// keptContests is how many contests a stage keeps. Two hundred long games take about 20 MB, most of
// it minds of bots.
const keptContests = 4

// Stage plays contests in the background, one after another, and keeps the last ones in memory.
// Its methods may be called at once.
type Stage struct {
	// terms are the settings that no request changes. desk checks the games.
	terms   Settings
	desk    *desk.Desk
	ctx     context.Context // ends with the stage
	end     context.CancelFunc
	players sync.WaitGroup

	mu   sync.Mutex // protects acts
	acts []*act
}

type act struct {
	id      string
	contest *Contest
	asked   Request
	began   time.Time
	bouts   []Bout
	stop    context.CancelFunc
	done    chan struct{} // closed when no more games follow

	mu      sync.Mutex // protects the rest
	playing *Playing
	state   State
	games   []*Game
	problem string
	left    time.Duration
	report  *Report
}

// NewStage returns a stage. Close it. Each contest has the terms, and the desk checks its games.
func NewStage(terms Settings, server *desk.Desk) *Stage {
	ctx, end := context.WithCancel(context.Background())
	return &Stage{terms: terms, desk: server, ctx: ctx, end: end}
}

// Close stops the contest that is running, and waits for it. It may be called twice.
func (s *Stage) Close() {
	s.mu.Lock() // so that no contest begins after the wait
	s.end()
	s.mu.Unlock()
	s.players.Wait()
}

// play begins a contest for a request, which readers see.
func (s *Stage) play(c *Contest, asked Request) (View, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ctx.Err(); err != nil {
		return View{}, err
	}
	if n := len(s.acts); n > 0 && s.acts[n-1].show(false).State == Running {
		return View{}, session.Errors{{Code: CodeRunning, Detail: "the contest " + s.acts[n-1].id + " is running; wait for its end, or stop it"}}
	}
	ctx, stop := context.WithCancel(s.ctx)
	a := &act{id: desk.NewID("con_"), contest: c, asked: asked, began: time.Now(), bouts: c.Bouts(), stop: stop, done: make(chan struct{}), state: Running}
	c.Watch = a.hear
	s.acts = append(s.acts[max(0, len(s.acts)-keptContests+1):], a)
	s.players.Go(func() { // ends with the stage, or with the contest
		defer stop()
		a.play(ctx)
	})
	return a.show(false), nil
}

// play plays the games one by one, so that the sessions of the server have the other processors.
func (a *act) play(ctx context.Context) {
	defer close(a.done)
	for _, b := range a.bouts {
		g, err := a.bout(ctx, b)
		if a.add(ctx, g, err) != Running {
			return
		}
	}
}

// bout plays one game. A panic ends the contest, and not the server.
func (a *act) bout(ctx context.Context, b Bout) (g *Game, err error) {
	defer journal.Catch(new(int64), &err)
	return a.contest.Play(ctx, b)
}

// hear keeps a line of the game that is being played.
func (a *act) hear(b Bout, l Line) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := &Playing{Game: b.Number}
	if a.playing != nil && a.playing.Game == b.Number {
		now.Lines = a.playing.Lines
	}
	now.Lines = append(now.Lines, l)
	a.playing = now
}

func (a *act) add(ctx context.Context, g *Game, err error) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case ctx.Err() != nil: // the error follows from it
		a.state = Stopped
	case err != nil:
		a.state, a.problem = Failed, err.Error()
	default:
		a.games = append(a.games, g)
		done, all := len(a.games), len(a.bouts)
		if a.left = time.Since(a.began) / time.Duration(done) * time.Duration(all-done); done == all {
			a.state = Done
		}
	}
	return a.state
}

func (a *act) show(withReport bool) View {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := View{ID: a.id, State: a.state, StartedAt: a.began, Request: a.asked, Done: len(a.games), Games: len(a.bouts), Problem: a.problem}
	if a.state == Running && withReport {
		c.Playing = a.playing
	}
	if a.state == Running && len(a.games) > 0 {
		c.SecondsLeft = new(int(a.left.Round(time.Second).Seconds()))
	}
	if withReport {
		if a.report == nil || a.report.Games < len(a.games) {
			a.report = a.contest.report(context.Background(), a.games)
		}
		c.Report = a.report
	}
	return c
}

// Contests returns the contests that are kept, the newest first, without reports.
func (s *Stage) Contests() []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []View{}
	for _, a := range slices.Backward(s.acts) {
		all = append(all, a.show(false))
	}
	return all
}

func (s *Stage) find(id string) (*act, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.acts, func(a *act) bool { return a.id == id }); i >= 0 {
		return s.acts[i], nil
	}
	return nil, session.Errors{{Code: CodeNoContest, Detail: fmt.Sprintf("there is no contest with this id; the server keeps the last %d, and a restart loses them", keptContests)}}
}

// Contest returns one contest with its report. It returns CodeNoContest if there is none.
func (s *Stage) Contest(id string) (View, error) {
	a, err := s.find(id)
	if err != nil {
		return View{}, err
	}
	return a.show(true), nil
}

// Stop stops a contest and returns when it has stopped. It keeps the games so far. It does nothing
// to a contest that has ended, and returns CodeNoContest if there is none.
func (s *Stage) Stop(ctx context.Context, id string) error {
	a, err := s.find(id)
	if err != nil {
		return err
	}
	a.stop()
	select {
	case <-a.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Game returns one game of a contest. It returns CodeNoContest if there is none.
func (s *Stage) Game(id string, number int) (*Game, error) {
	a, err := s.find(id)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if number < 1 || number > len(a.games) {
		return nil, session.Errors{{Code: CodeNoContest, Detail: fmt.Sprintf("the contest has no game %d; %d have been played", number, len(a.games))}}
	}
	return a.games[number-1], nil // they are played in the order of their numbers
}

// WriteFile writes the games of a contest as Report reads them. It returns CodeNoContest before it
// writes anything.
func (s *Stage) WriteFile(id string, to io.Writer) error {
	a, err := s.find(id)
	if err != nil {
		return err
	}
	a.mu.Lock()
	games := a.games[:len(a.games):len(a.games)]
	a.mu.Unlock()
	w := bufio.NewWriter(to)
	w.Write(append(a.contest.Header(), '\n')) // an error stays with the writer
	for _, g := range games {
		w.Write(append(g.JSON(), '\n'))
	}
	return w.Flush()
}

// Report returns the report of a file of games. It ends with its context.
func (*Stage) Report(ctx context.Context, file io.Reader) (*Report, error) {
	return ReadReport(ctx, file)
}

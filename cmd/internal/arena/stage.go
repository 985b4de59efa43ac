package arena

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ringer/api"
	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// keptContests is how many contests a stage keeps. Two hundred long games take about 6 MB.
const keptContests = 4

// Stage plays contests in the background, one after another, and keeps the last ones in memory.
// Its methods may be called at once.
type Stage struct {
	ctx context.Context // ends with the stage
	end context.CancelFunc
	// players are the goroutines of the contests.
	players sync.WaitGroup

	mu sync.Mutex // protects acts
	// acts are the contests, the oldest first.
	acts []*act
}

// act is a contest on a stage.
type act struct {
	id      string
	contest *Contest
	asked   api.ContestRequest
	began   time.Time
	bouts   []bout
	stop    context.CancelFunc
	done    chan struct{} // closed when no more games follow

	mu    sync.Mutex // protects the rest
	state api.ContestState
	games []*Game
	// problem says why the contest failed.
	problem string
	// left is how long the other games will take.
	left time.Duration
	// report is that of the first games, as many as it says.
	report *Report
}

// NewStage returns a stage. Close it.
func NewStage() *Stage {
	ctx, end := context.WithCancel(context.Background())
	return &Stage{ctx: ctx, end: end}
}

// Close stops the contest that is running, and waits for it. It may be called twice.
func (s *Stage) Close() {
	s.mu.Lock() // so that no contest begins after the wait
	s.end()
	s.mu.Unlock()
	s.players.Wait()
}

// Play begins a contest. It returns api.CodeContestRunning while another one runs. asked is the
// request for it, which readers see.
func (s *Stage) Play(c *Contest, asked api.ContestRequest) (api.Contest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ctx.Err(); err != nil {
		return api.Contest{}, err
	}
	if n := len(s.acts); n > 0 && s.acts[n-1].show(false).State == api.ContestRunning {
		return api.Contest{}, session.Errors{{Code: api.CodeContestRunning, Detail: "the contest " + s.acts[n-1].id + " is running; wait for its end, or stop it"}}
	}
	ctx, stop := context.WithCancel(s.ctx)
	a := &act{id: desk.NewID("con_"), contest: c, asked: asked, began: time.Now(), bouts: c.bouts(), stop: stop, done: make(chan struct{}), state: api.ContestRunning}
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
		if a.add(ctx, g, err) != api.ContestRunning {
			return
		}
	}
}

// bout plays one game. A panic ends the contest, and not the server.
func (a *act) bout(ctx context.Context, b bout) (g *Game, err error) {
	defer journal.Catch(new(int64), &err)
	return a.contest.play(ctx, b)
}

// add keeps a game, or the reason why there is none. It returns the state after it.
func (a *act) add(ctx context.Context, g *Game, err error) api.ContestState {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case ctx.Err() != nil: // the error follows from it
		a.state = api.ContestStopped
	case err != nil:
		a.state, a.problem = api.ContestFailed, err.Error()
	default:
		a.games = append(a.games, g)
		done, all := len(a.games), len(a.bouts)
		if a.left = time.Since(a.began) / time.Duration(done) * time.Duration(all-done); done == all {
			a.state = api.ContestDone
		}
	}
	return a.state
}

// show returns the contest as readers see it.
func (a *act) show(withReport bool) api.Contest {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := api.Contest{ID: a.id, State: a.state, StartedAt: a.began, Request: a.asked, Done: len(a.games), Games: len(a.bouts), Problem: a.problem}
	if a.state == api.ContestRunning && len(a.games) > 0 {
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

// Contests implements api.Arena.
func (s *Stage) Contests() []api.Contest {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []api.Contest{}
	for _, a := range slices.Backward(s.acts) {
		all = append(all, a.show(false))
	}
	return all
}

// find returns the contest with an id. It returns api.CodeNoContest if there is none.
func (s *Stage) find(id string) (*act, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.acts, func(a *act) bool { return a.id == id }); i >= 0 {
		return s.acts[i], nil
	}
	return nil, session.Errors{{Code: api.CodeNoContest, Detail: fmt.Sprintf("there is no contest with this id; the server keeps the last %d, and a restart loses them", keptContests)}}
}

// Contest implements api.Arena.
func (s *Stage) Contest(id string) (api.Contest, error) {
	a, err := s.find(id)
	if err != nil {
		return api.Contest{}, err
	}
	return a.show(true), nil
}

// Stop implements api.Arena.
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

// Game implements api.Arena.
func (s *Stage) Game(id string, number int) (any, error) {
	a, err := s.find(id)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if number < 1 || number > len(a.games) {
		return nil, session.Errors{{Code: api.CodeNoContest, Detail: fmt.Sprintf("the contest has no game %d; %d have been played", number, len(a.games))}}
	}
	return a.games[number-1], nil // they are played in the order of their numbers
}

// WriteFile implements api.Arena.
func (s *Stage) WriteFile(id string, to io.Writer) error {
	a, err := s.find(id)
	if err != nil {
		return err
	}
	a.mu.Lock()
	games := a.games[:len(a.games):len(a.games)]
	a.mu.Unlock()
	w := bufio.NewWriter(to)
	w.Write(append(a.contest.header(), '\n')) // an error stays with the writer
	for _, g := range games {
		w.Write(append(marshal(g), '\n'))
	}
	return w.Flush()
}

// Report implements api.Arena.
func (*Stage) Report(ctx context.Context, file io.Reader) (any, error) {
	r, err := ReadReport(ctx, file)
	if err != nil {
		return nil, err
	}
	return r, nil
}

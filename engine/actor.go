package engine

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"ringer/engine/game"
)

// actor owns a live home. Its goroutine alone touches the seats.
//
//	loading --> stepping --> waiting (doorbell, deadline or finding) --> stepping ...
//	   |           |            |
//	   +-----------+------------+--> gone: the home rests, belongs to somebody else, or the engine stops
type actor struct {
	engine *Engine
	home   string
	// bell holds a token when there is something new to look at.
	bell  chan struct{}
	seats []*seat
	// claimed says that the seats' lease holds: it does not when nobody knows what became of an append under it.
	claimed bool

	mu       sync.Mutex // protects arrived
	arrived  []arrival
	thinkers sync.WaitGroup
}

// seat is a Seat with the thoughts that run for it.
type seat struct {
	*Seat
	running map[string]*run
	purse   *purse
	// over are the tabs of thoughts that have finished, until the log holds what they cost.
	over []*tab
	due  game.Millis
	// listener keeps the tail of the session, from which the seat reads. Its bell is not needed: facts ring the actor's.
	listener *Listener
}

// arrival is a finding on its way into an inbox.
type arrival struct {
	seat    *seat
	run     *run
	thought game.Thought
}

const (
	// idleAfter is how far the next deadline must be for a home to leave memory: loading one costs about a millisecond, a
	// state in memory some tens of kilobytes.
	idleAfter = 30 * time.Second
	// linger is how long a home with nothing to do stays all the same: a chat that goes on every few seconds is not worth
	// loading each time.
	linger = 10 * time.Second
	// turnEvery is how often a busy home is looked at: nobody notices a hundredth of a second, and ten thousand posts a second
	// are not worth a turn each. A deadline never waits for it.
	turnEvery = 10 * time.Millisecond
	// saveEvery is how many events a snapshot may lag behind while a home is busy.
	saveEvery = 1000
)

func (a *actor) ring() {
	select {
	case a.bell <- struct{}{}:
	default:
	}
}

// run is the actor's goroutine.
func (a *actor) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer a.thinkers.Wait()
	defer stop()
	defer func() { leave(a.seats) }()
	timer := time.NewTimer(0)
	defer timer.Stop()
	lingering := false // nothing is to be done for long, and nothing has come since that was seen
	for failures := 0; ; {
		began := time.Now()
		wait, err := a.turn(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, ErrNotOwner), errors.Is(err, ErrNotFound):
			a.engine.forget(a, true)
			return
		case err != nil:
			wait = a.engine.trouble.retry(a.home, err, failures)
			failures++
		case wait > idleAfter && lingering && a.rest(ctx):
			return
		default:
			failures = 0
		}
		if lingering = wait > idleAfter; lingering {
			wait = linger
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-a.bell:
			lingering = false
			gather(began, timer)
		case <-timer.C:
		}
	}
}

// gather waits until a turn is over, or the actor's timer fires: what comes meanwhile is looked at together.
func gather(began time.Time, deadline *time.Timer) {
	pause := time.NewTimer(turnEvery - time.Since(began))
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-deadline.C:
	}
}

// leave ends what seats listen to.
func leave(seats []*seat) {
	for _, s := range seats {
		s.listener.Close()
	}
}

// turn steps every seat once and returns how long there is nothing to do.
func (a *actor) turn(ctx context.Context) (time.Duration, error) {
	if err := a.claim(ctx); err != nil {
		return 0, err
	}
	a.collect()
	wait := time.Duration(1<<63 - 1)
	for _, s := range a.seats {
		d, err := s.Step(ctx, a.engine.now)
		if err != nil {
			a.claimed = errors.Is(err, ErrUnavailable)
			return 0, err
		}
		s.purse.settle(s.State, s.over)
		s.over = nil
		next := a.think(ctx, s, d)
		s.due = next
		if next > 0 {
			wait = min(wait, s.State.Clock.Wall(next).Sub(a.engine.now()))
		}
		if s.Unsaved() >= saveEvery {
			if err := a.note(ctx, s, false); err != nil {
				return 0, err
			}
		}
	}
	return max(wait, 0), nil
}

// claim makes the home this engine's, and opens or renews its seats.
func (a *actor) claim(ctx context.Context) error {
	if a.claimed {
		return nil
	}
	epoch, err := a.engine.store.Claim(ctx, a.home, a.engine.owner)
	if err != nil {
		return err
	}
	lease := Lease{Home: a.home, Owner: a.engine.owner, Epoch: epoch}
	for _, s := range a.seats {
		s.Renew(lease)
	}
	if a.seats == nil {
		err = a.load(ctx, lease)
	}
	a.claimed = err == nil
	return err
}

// load opens the seats of a home.
func (a *actor) load(ctx context.Context, lease Lease) error {
	rows, err := a.engine.store.Home(ctx, a.home)
	if err != nil {
		return err
	}
	seats := make([]*seat, 0, len(rows))
	for _, row := range rows {
		seats = append(seats, a.open(row, lease))
	}
	a.seats = seats
	return nil
}

func (a *actor) open(row Session, lease Lease) *seat {
	l := a.engine.Listen(row.ID)
	l.own()
	return &seat{Seat: OpenSeat(ownLog{l, a.engine.store}, row, lease, a.engine.strategies), running: map[string]*run{}, purse: newPurse(), listener: l}
}

// collect puts the findings that have arrived into their inboxes.
func (a *actor) collect() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, x := range a.arrived {
		x.seat.over = append(x.seat.over, x.run.tab)
		kind := x.thought.Want.Kind
		if x.seat.running[kind] == x.run {
			delete(x.seat.running, kind)
		} else if x.thought.Stop(); game.SpentOn(x.thought.Calls).Calls == 0 {
			continue // it was stopped on its way, and cost nothing
		}
		x.seat.Inbox = append(x.seat.Inbox, x.thought)
	}
	a.arrived = nil
}

// rest lets the home leave memory. It returns false when something has come meanwhile, or a thought runs.
func (a *actor) rest(ctx context.Context) bool {
	for _, s := range a.seats {
		if s.purse.busy() {
			return false
		}
		err := a.note(ctx, s, true)
		if errors.Is(err, ErrNotOwner) {
			return a.engine.forget(a, true)
		}
		if err != nil {
			if ctx.Err() == nil {
				a.engine.log.Warn("a home stays in memory", slog.String("home", a.home), slog.Any("error", err))
			}
			return false
		}
	}
	return a.engine.forget(a, false)
}

// note writes down how far a seat has come. It saves a snapshot when that has fallen behind.
func (a *actor) note(ctx context.Context, s *seat, idle bool) error {
	r := s.Rest(idle, s.due, s.Unsaved() > 0)
	err := a.engine.store.Rest(ctx, r)
	var refused *Refused
	switch {
	case errors.As(err, &refused):
		return ErrNotOwner
	case errors.Is(err, ErrNotFound):
		return nil // deleted, which the next turn sees if this one has not
	case err == nil:
		s.Saved(r)
	}
	return err
}

package home

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"ringer/engine/feed"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/step"
)

// actor owns a live home. Only its goroutine touches the sessions.
//
//	loading --> stepping --> waiting (news, deadline or finding) --> stepping ...
//	   |           |            |
//	   +-----------+------------+--> gone: the home is idle or belongs to another owner,
//	                                       or the engine stops
type actor struct {
	*Homes
	home     string
	news     chan struct{}
	sessions []*liveSession
	// game is the game of the sessions; nil if the home has none.
	game   *liveGame
	loaded bool
	// lease is the claim on the home; zero before the first one.
	lease journal.Lease
	// claimed says that the lease is valid. After an append with an unknown outcome the actor must
	// claim the home again.
	claimed bool
	due     time.Time
	// waiting is what the last turn left to do.
	waiting atomic.Pointer[waiting]
	// doubtful says that another owner was seen.
	doubtful atomic.Bool
	// leaveTo is the replica to which the home should go; nil for none.
	leaveTo atomic.Pointer[string]

	mu       sync.Mutex // protects arrived and broken
	arrived  []arrival
	broken   error // the panic of a thought's goroutine
	thinkers sync.WaitGroup
}

// liveSession is a stepper with its running thoughts, by kind.
type liveSession struct {
	*step.Stepper
	thinking
	// newest is a copy of the state after the last step. Running thoughts write their prompts from
	// it.
	newest atomic.Pointer[session.State]
	purse  *purse
	due    session.Millis
	log    *feed.Owned
	shown  shown
}

// arrival is a finding on its way into an inbox.
type arrival struct {
	to      *thinking
	inbox   *[]session.Thought
	run     *runningThought
	thought session.Thought
}

const (
	// idleAfter is how far the next deadline must be for a home to leave memory. Loading it costs
	// about a millisecond; a state in memory costs some tens of kilobytes.
	idleAfter = 30 * time.Second
	// linger is how long an idle home stays in memory. A chat with a message every few seconds
	// should not be loaded each time.
	linger = 10 * time.Second
	// turnEvery is the shortest time between two turns of a busy home, which nobody notices. With
	// fifty busy homes, turns every 10 ms took an eighth of the processor. A deadline never waits
	// for it.
	turnEvery = 20 * time.Millisecond
)

func (a *actor) signal() {
	select {
	case a.news <- struct{}{}:
	default:
	}
}

func (a *actor) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer a.thinkers.Wait()
	defer stop()
	defer a.closeListeners()
	if err := a.drive(ctx); err != nil {
		a.shun(ctx, a, err)
	}
}

// drive takes turns until the home leaves memory. It returns an error if this version cannot drive
// the home.
func (a *actor) drive(ctx context.Context) (err error) {
	unknown := int64(0)
	defer journal.Catch(&unknown, &err)
	timer := time.NewTimer(linger)
	defer timer.Stop()
	// The last turn found nothing to do for a long time, and no news has come since.
	lingering := false
	for failures := 0; ; {
		began := time.Now()
		acting := a.Fleet.Acting()
		wait, err := a.turn(ctx, acting)
		held, _ := errors.AsType[*journal.Held](err)
		broken, _ := errors.AsType[*journal.Broken](err)
		switch {
		case ctx.Err() != nil:
			return nil
		case held != nil:
			a.forget(a, true)
			a.Fleet.BelongsTo(held) // for what woke this one
			return nil
		case errors.Is(err, journal.ErrNotFound):
			a.forget(a, true)
			return nil
		case errors.Is(err, journal.ErrNotOwner):
			a.claimed, wait = false, 0 // the next claim says to whom it belongs
		case errors.Is(err, step.ErrNewer), broken != nil:
			return err
		case acting.Err() != nil:
			wait = idleAfter // news comes when the engine may act again
		case a.leaves(ctx):
			return nil
		case err != nil:
			wait = a.Health.Retry(a.home, err, failures)
			failures++
		case wait > idleAfter && lingering && a.unload(acting):
			return nil
		default:
			failures = 0
		}
		if lingering = wait > idleAfter; lingering {
			wait = linger
		}
		due := time.Now().Add(wait)
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return nil
		case <-a.news: // the next turn handles everything that arrives soon
			lingering = false
			time.Sleep(min(turnEvery-time.Since(began), time.Until(due)))
		case <-timer.C:
		}
	}
}

func (a *actor) closeListeners() {
	for _, s := range a.sessions {
		s.log.Close()
	}
	if a.game != nil {
		a.game.log.Close()
	}
}

// turn steps every session once. It returns the time until the next deadline. Queries and appends
// end with acting, thoughts with ctx.
func (a *actor) turn(ctx, acting context.Context) (time.Duration, error) {
	if err := acting.Err(); err != nil {
		return 0, err
	}
	if a.doubtful.Swap(false) {
		a.claimed, a.lease = false, journal.Lease{}
	}
	if err := a.claim(acting); err != nil {
		return 0, err
	}
	if err := a.collect(); err != nil {
		return 0, err
	}
	wait := time.Duration(1<<63 - 1)
	for _, s := range a.sessions {
		d, err := s.Step(acting, a.Clock)
		if err != nil {
			a.claimed = errors.Is(err, journal.ErrUnavailable)
			return 0, err
		}
		s.log.MaySkip()
		s.purse.update(s.State, s.closedTabs)
		s.closedTabs = nil
		next := a.think(ctx, s, d)
		s.due = next
		if next > 0 {
			wait = min(wait, s.State.Clock.Steady(next).Sub(a.steady()))
		}
		if s.Unsaved() >= step.SnapshotEvery || s.outdated() {
			if err := a.checkpoint(acting, s, s.due, false); err != nil {
				return 0, err
			}
		}
	}
	if a.game != nil {
		next, err := a.stepGame(ctx, acting)
		if err != nil {
			return 0, err
		}
		wait = min(wait, next)
	}
	wait = max(wait, 0)
	a.due = a.steady().Add(wait)
	a.note()
	return wait, nil
}

// claim makes this engine the owner of the home, and opens or renews its sessions.
func (a *actor) claim(ctx context.Context) error {
	if a.claimed {
		return nil
	}
	if err := a.loading.enter(ctx, a.due, a.news, a.steady); err != nil {
		return err
	}
	defer a.loading.leave()
	if a.loaded || a.lease.Epoch == 0 { // else it was just taken
		epoch, err := a.Store.Claim(ctx, a.home, a.Owner)
		if err != nil {
			return err
		}
		a.lease = journal.Lease{Home: a.home, Owner: a.Owner, Epoch: epoch}
	}
	for _, s := range a.sessions {
		s.log.ReadAll() // the step must read the acts of the last owner
		s.Renew(a.lease)
	}
	if a.game != nil {
		a.game.Renew(a.lease)
	}
	if !a.loaded {
		if err := a.load(ctx, a.lease); err != nil {
			a.lease = journal.Lease{}
			return err
		}
		a.loaded = true
	}
	a.claimed = true
	return nil
}

func (a *actor) load(ctx context.Context, lease journal.Lease) error {
	rows, err := a.Store.Home(ctx, a.home)
	if err != nil {
		return err
	}
	sessions := make([]*liveSession, 0, len(rows))
	for _, row := range rows {
		if row.IsGame {
			a.game = a.openGame(row, lease)
			continue
		}
		sessions = append(sessions, a.open(row, lease))
	}
	step.Join(sessions, func(s *liveSession) *step.Stepper { return s.Stepper })
	a.sessions = sessions
	return nil
}

func (a *actor) open(row journal.Session, lease journal.Lease) *liveSession {
	log := a.own(row.ID)
	stepper := step.Open(log, row, lease, a.Strategies)
	if a.Traces != nil {
		stepper.Stored = a.traceSent
	}
	return &liveSession{Stepper: stepper, thinking: thinking{running: map[string]*runningThought{}}, purse: newPurse(), log: log, shown: shown{row.Path, row.Spent, time.Now()}}
}

func (a *actor) own(id string) *feed.Owned {
	return a.Hub.Own(id, func(id string, events []session.Event) { a.Announce(id, a.home, events, "") }, a.signal)
}

// collect puts findings into their inboxes. It returns the panic of a thought's goroutine.
func (a *actor) collect() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, x := range a.arrived {
		if x.run.tab != nil {
			x.to.closedTabs = append(x.to.closedTabs, x.run.tab)
		}
		kind := x.thought.Want.Kind
		if x.to.running[kind] == x.run {
			delete(x.to.running, kind)
		} else if x.thought.Stop(); session.SpentOn(x.thought.Calls).Calls == 0 {
			continue // it was stopped, and cost nothing
		}
		*x.inbox = append(*x.inbox, x.thought)
	}
	a.arrived = nil
	return a.broken
}

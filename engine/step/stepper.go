package step

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// Log is the part of a journal.Store that a step needs.
type Log interface {
	journal.Log
	Append(ctx context.Context, a journal.Append) (journal.Appended, error)
	AppendAll(ctx context.Context, appends []journal.Append) ([]journal.Appended, error)
	Erase(ctx context.Context, e journal.Erasure) error
}

// Clock is the clock of a driver.
type Clock interface {
	// Now returns the present.
	Now() session.Moment
}

// Stepper brings one session up to date. It has one user at a time.
type Stepper struct {
	State *session.State
	// Inbox holds finished thoughts. A thought leaves it when the append that concludes it was
	// accepted.
	Inbox []session.Thought
	// Stored is told of acts that were just stored, with the state before them and its plan; nil
	// for nobody.
	Stored func(before *session.State, plan *session.Plan, acts []session.Event)

	seat       string
	strategies Strategies
	lease      journal.Lease
	log        Log
	// others are the other bots of the session's game. They hear what this one says.
	others  []session.BotSeat
	ear     ear
	settled int64
	saved   int64 // the seq of the last snapshot
}

// Open returns the stepper of a session. It begins with the state of the row's snapshot. The first
// step reads the rest of the log.
func Open(log Log, row journal.Session, lease journal.Lease, strategies *strategy.Registry) *Stepper {
	state := session.NewState(row.ID)
	if s := DecodeSnapshot(row.ID, row.Snapshot); s != nil {
		state = s
	}
	var classifier *suspicion.Weights
	if strategies != nil {
		classifier = strategies.Classifier
	}
	return &Stepper{State: state, seat: row.Roster.Seat, strategies: Strategies{Registry: strategies}, ear: ear{classifier: classifier}, lease: lease, log: log, settled: row.Settled, saved: state.Seq}
}

// Join tells the steppers of a home about each other.
func Join[S any](sessions []S, stepper func(S) *Stepper) {
	for i := range sessions {
		s := stepper(sessions[i])
		s.others = nil
		for k := range sessions {
			if o := stepper(sessions[k]); k != i {
				s.others = append(s.others, session.BotSeat{Seat: o.seat, Session: o.State.Session})
			}
		}
	}
}

// Strategy returns the strategy of the last step. It is nil before the first step.
func (s *Stepper) Strategy() prompt.Thinker { return s.strategies.current }

// maxRounds bounds one step. Each round either appends, which changes the state, or ends. A
// strategy that wants something new after every act is faulty, and must not block the process.
const maxRounds = 200

// Step reads the events after the cursor, folds them, decides and appends the acts, until there is
// nothing to append. It returns the last decision, which has no acts. It reads the clock in each
// round.
func (s *Stepper) Step(ctx context.Context, clock Clock) (session.Decision, error) {
	if err := s.read(ctx); err != nil {
		return session.Decision{}, err
	}
	// An append with an unknown outcome may have concluded a thought. The log shows it by now.
	s.Inbox = slices.DeleteFunc(s.Inbox, s.State.Concluded)
	for range maxRounds {
		if s.State.Ended {
			s.Inbox = nil
			return session.Decision{}, nil
		}
		moment := clock.Now()
		now := s.State.Clock.Now(moment)
		current, err := s.strategies.For(s.State.Config)
		if err != nil && !s.State.Expired(now) { // the end needs no strategy
			return session.Decision{}, fmt.Errorf("step: strategy of %s: %w", s.State.Session, err)
		}
		if len(s.Inbox) > 0 || s.State.Plan != nil { // a text may be judged
			s.State.Prepare()
		}
		inbox := s.Inbox
		if scores, ok := s.ear.listen(s.State); ok { // first, since the thoughts plan accusations by them
			inbox = slices.Insert(slices.Clone(inbox), 0, scores)
		}
		d := session.Decide(s.State.StepTo(moment.Shift), current, inbox, now)
		if len(d.Acts) == 0 {
			return d, nil
		}
		if err := s.append(ctx, s.acts(d, moment)); err != nil {
			return session.Decision{}, err
		}
	}
	return session.Decision{}, fmt.Errorf("step: session %s does not settle: either its strategy wants something new after every act, or its row and its log disagree on the barrier", s.State.Session)
}

// read folds the events after the cursor. After a deletion it folds the whole log again: nothing of
// what is gone may stay in the state.
func (s *Stepper) read(ctx context.Context) error {
	gone := deletions{}
	fold := func(e session.Event) {
		gone.note(e)
		s.State.Apply(e)
		s.ear.hear(s.State)
	}
	err := readLog(ctx, s.log, s.State.Session, s.State.Seq, fold)
	if err != nil || len(gone) == 0 {
		return err
	}
	if err := gone.erase(ctx, s.log, s.State.Session); err != nil {
		return err
	}
	s.State, s.ear = session.NewState(s.State.Session), ear{classifier: s.ear.classifier}
	return readLog(ctx, s.log, s.State.Session, 0, fold)
}

// acts returns the append of a decision, guarded by the state it was decided on.
func (s *Stepper) acts(d session.Decision, now session.Moment) journal.Append {
	a := journal.Append{
		Session: s.State.Session, Settled: s.State.Seq,
		Guard: journal.Guard{Kind: journal.Act, Barrier: s.State.Barrier, Owner: s.lease.Owner, Epoch: s.lease.Epoch},
	}
	if d.Due > 0 {
		a.DueAt = s.State.Clock.Steady(d.Due)
	}
	for i, p := range d.Acts {
		e := session.Event{At: now.At, Shift: now.Shift, Cursor: s.State.Seq, Data: p}
		switch p := p.(type) {
		case *session.MessageSent:
			e.Key = journal.SentKey(p.PlanID)
		case *session.VoteCast:
			e.Key = journal.CastKey(p.VoteID)
			a.Barrier = true // casts are the last acts
		case *session.SessionEnded:
			a.Barrier, a.End = true, true
		}
		if i == 0 && e.Key == "" {
			e.Key = journal.ActKey(s.State.Seq)
		}
		a.Events = append(a.Events, e)
	}
	return a
}

// append adds acts to the log and folds them. If they are refused, or another owner has answered a
// vote or sent a plan, it folds the newer events. If the database can never store them, it gives up
// the findings behind them. The next round then decides again. After any error except
// ErrUnavailable the stepper must be renewed.
func (s *Stepper) append(ctx context.Context, a journal.Append) error {
	done, err := s.store(ctx, a)
	if refused, ok := errors.AsType[*journal.Refused](err); ok {
		if refused.Owner != s.lease.Owner || refused.Epoch != s.lease.Epoch {
			return journal.ErrNotOwner
		}
		return s.read(ctx)
	}
	if _, ok := errors.AsType[*journal.Reused](err); ok {
		return s.read(ctx)
	}
	if errors.Is(err, journal.ErrValueRefused) && giveUp(&s.Inbox) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("step: append to %s: %w", s.State.Session, err)
	}
	s.Inbox = nil
	s.settled = max(s.settled, a.Settled)
	if s.Stored != nil && !done.Known[0] {
		s.Stored(s.State, s.State.Plan, done.Events)
	}
	if first := done.Events[0]; first.Seq != s.State.Seq+1 {
		return s.read(ctx) // facts came in between
	}
	for _, e := range done.Events {
		s.State.Apply(e)
	}
	return nil
}

// store stores acts. What the players of a game see of them goes to the game and to the other
// bots, in the same append.
func (s *Stepper) store(ctx context.Context, a journal.Append) (journal.Appended, error) {
	shared := s.shared(a)
	if len(shared) == 0 {
		return s.log.Append(ctx, a)
	}
	done, err := s.log.AppendAll(ctx, append([]journal.Append{a}, shared...))
	if err != nil {
		return journal.Appended{}, err
	}
	return done[0], nil
}

// shared returns the appends to other logs that belong to an append of acts: one for each log.
func (s *Stepper) shared(a journal.Append) (appends []journal.Append) {
	if s.State.GameID == "" {
		return nil
	}
	for _, e := range a.Events {
		for _, d := range append(game.Share(s.State.GameID, &s.State.Roster, s.others, e.Data), s.analysed(e.Data)...) {
			i := slices.IndexFunc(appends, func(o journal.Append) bool { return o.Session == d.Session })
			if i < 0 {
				i, appends = len(appends), append(appends, journal.Append{Session: d.Session})
			}
			copied := session.Event{At: e.At, Shift: e.Shift, Data: d.Data}
			if sent, ok := d.Data.(*session.MessageSent); ok {
				copied.Key = journal.SaidKey(sent.MessageID) // an echo is found by it
			}
			appends[i].Events = append(appends[i].Events, copied)
		}
	}
	return appends
}

// analysed returns what the other bots get of an analysis or a reading that depends on no seat.
func (s *Stepper) analysed(p session.Payload) (list []game.Delivery) {
	tell := func(bots []string, seq int64, found *session.LineAnalysed) {
		i := slices.IndexFunc(s.State.Messages, func(m session.Message) bool { return m.Seq == seq })
		if found == nil || i < 0 {
			return
		}
		for _, o := range s.others {
			if slices.Contains(bots, o.Seat) && s.State.Roster.Sees(o.Seat, s.State.Messages[i].Channel) {
				list = append(list, game.Delivery{Session: o.Session, Data: found})
			}
		}
	}
	switch p := p.(type) {
	case *session.MessageAnnotated:
		tell(s.State.Peers, p.Seq, &session.LineAnalysed{MessageID: p.MessageID, Annotation: p.Annotation})
	case *session.MessageRead:
		for _, x := range p.Readings {
			tell(s.State.Bots, x.Seq, s.State.Shared(p.Kind, x))
		}
	}
	return list
}

// Renew gives the stepper the lease of a new claim. After an append with an unknown outcome this is
// the only way to go on. If that append is stored by now, the next step reads it. Otherwise the new
// epoch refuses it for ever, and the step decides again.
//
// The lost append may hold the cost of stopped thoughts. Nothing shows whether it does, so Renew
// drops these thoughts rather than count them twice.
func (s *Stepper) Renew(lease journal.Lease) {
	s.lease = lease
	s.Inbox = slices.DeleteFunc(s.Inbox, func(t session.Thought) bool { return t.Failure == session.ThoughtStopped })
}

// Checkpoint returns the checkpoint that the owner should store. It has a snapshot if save is set.
// The flag idle says that there is nothing to do before due. Then everything up to the cursor is
// settled.
func (s *Stepper) Checkpoint(idle bool, due session.Millis, save bool) journal.Checkpoint {
	c := journal.Checkpoint{Session: s.State.Session, Owner: s.lease.Owner, Epoch: s.lease.Epoch, Settled: s.settled, Spent: s.State.Budget.Spent}
	if path := s.State.Path.Current(); path != session.PathFull {
		c.Path = path
	}
	if idle {
		c.Settled = s.State.Seq
	}
	if due > 0 && !s.State.Ended {
		c.DueAt = s.State.Clock.Steady(due)
	}
	if save {
		c.Snapshot, c.SnapshotSeq = encodeSnapshot(s.State), s.State.Seq
	}
	return c
}

// Unsaved returns how many events came after the last snapshot. A load has to fold them.
func (s *Stepper) Unsaved() int64 { return s.State.Seq - s.saved }

// Saved notes that a checkpoint was stored.
func (s *Stepper) Saved(c journal.Checkpoint) {
	s.settled = max(s.settled, c.Settled)
	if c.Snapshot != nil {
		s.saved = c.SnapshotSeq
	}
}

package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Create opens a session of a tenant. It returns session.Errors for an invalid configuration. If
// the tenant has a session with the same external id and configuration, it returns that session and
// true. If that session has another configuration, it returns session.CodeIDReused.
func (k *Desk) Create(ctx context.Context, tenant string, c session.Config) (s journal.Session, known bool, err error) {
	history := c.Game.History
	defer func() {
		if err == nil {
			err = k.tell(ctx, s, history)
		}
	}()
	asked := c
	err = k.CheckConfig(tenant, &c)
	if c.Game.History = nil; err != nil {
		return journal.Session{}, false, err
	}
	if c.Seed == nil {
		c.Seed = newSeed()
	}
	id := k.NewID("ses_")
	first := k.event(&session.SessionCreated{Config: c})
	first.Seq = 1
	state := session.NewState(id)
	state.Apply(first)
	s = journal.Session{
		ID: id, Home: id, Tenant: tenant, External: c.External, Strategy: c.Strategy, Status: journal.Open, CreatedAt: first.At, Roster: state.Roster, LastSeq: 1, Barrier: 1,
	}
	err = k.store.Create(ctx, s, first)
	if taken, ok := errors.AsType[*journal.ExternalIDTaken](err); ok {
		return k.existing(ctx, taken.Session, c, asked)
	}
	if err != nil {
		return journal.Session{}, false, fmt.Errorf("desk: create session: %w", err)
	}
	k.rows.Add(id, s)
	k.driver.Delivered(s, []session.Event{first})
	return s, false, nil
}

// CheckConfig fills in and checks the configuration of a new session of a tenant.
func (k *Desk) CheckConfig(tenant string, c *session.Config) error {
	c.Fidelity = cmp.Or(c.Fidelity, session.FidelityBest)
	err := k.completeConfig(tenant, c, session.Changes{Model: c.Model, Limits: &c.Limits})
	all, ok := errors.AsType[session.Errors](err)
	if err != nil && !ok {
		return err
	}
	if c.Strict || k.terms.Strict {
		all = append(all, c.Game.Doubts()...)
	}
	all = append(all, checkRulesOptions(&c.Game)...)
	roster := c.Roster()
	all = append(all, checkHistory(c.Game.History, &roster)...)
	return append(all, k.terms.checkLanguage(c.Language)...).Err()
}

// completeConfig fills in a configuration and checks it, with the strategy's options. It reports
// every mistake at once. chosen holds the models and limits that the client chooses now: they must
// keep the server's terms. Earlier choices stay, even if the terms have changed.
func (k *Desk) completeConfig(tenant string, c *session.Config, chosen session.Changes) error {
	made, options := k.strategies.New(cmp.Or(c.Strategy, session.DefaultStrategy), c.Fidelity, c.Options)
	c.ApplyFidelity(made)
	filled := c.Complete()
	terms := k.terms.of(tenant)
	errs := []error{filled, options, terms.checkChoices(chosen.Model, chosen.Limits)}
	if chosen.Model != nil || chosen.Limits != nil {
		errs = append(errs, terms.checkPrices(c))
	}
	var all session.Errors
	for _, err := range errs {
		if found, ok := errors.AsType[session.Errors](err); ok {
			all = append(all, found...)
		} else if err != nil {
			return err
		}
	}
	return all.Err()
}

// existing answers a create whose external id is taken. Fields that the client left out count as
// equal.
func (k *Desk) existing(ctx context.Context, id string, c, asked session.Config) (journal.Session, bool, error) {
	created, err := firstOf[*session.SessionCreated](ctx, k, id)
	if err != nil {
		return journal.Session{}, false, err
	}
	first := created.Config
	c.Generation = first.Generation
	keep(asked.Strategy, &c.Strategy, first.Strategy)
	keep(asked.Fidelity, &c.Fidelity, first.Fidelity)
	keep(asked.Refine, &c.Refine, first.Refine)
	keep(asked.Suspicion, &c.Suspicion, first.Suspicion)
	keep(asked.Reread, &c.Reread, first.Reread)
	keep(asked.Language, &c.Language, first.Language)
	keep(asked.Timing, &c.Timing, first.Timing)
	keep(asked.Pace, &c.Pace, first.Pace)
	keep(asked.Reading, &c.Reading, first.Reading)
	keep(asked.Precedence, &c.Precedence, first.Precedence)
	keep(asked.Accuse, &c.Accuse, first.Accuse)
	keep(asked.AccuseAfter, &c.AccuseAfter, first.AccuseAfter)
	keep(asked.Disclosure, &c.Disclosure, first.Disclosure)
	keep(asked.Speed, &c.Speed, first.Speed)
	keep(asked.Seed, &c.Seed, first.Seed)
	keep(asked.TTL, &c.TTL, first.TTL)
	keep(asked.Game.Rules, &c.Game.Rules, first.Game.Rules)
	keep(asked.Game.Phase, &c.Game.Phase, first.Game.Phase)
	if len(asked.Game.Phases) == 0 {
		c.Game.Phases = first.Game.Phases
	}
	c.Limits = asked.Limits
	c.Limits.Fill(first.Limits)
	return k.taken(ctx, id, &session.SessionCreated{Config: first}, &session.SessionCreated{Config: c})
}

// keep gives a field that the client left out the value that it got when the log was created.
func keep[T comparable](asked T, field *T, first T) {
	var none T
	if asked == none {
		*field = first
	}
}

// taken answers a create whose external id belongs to a log that was created by another request.
func (l Logs) taken(ctx context.Context, id string, first, asked session.Payload) (journal.Session, bool, error) {
	if !session.Same(first, asked) {
		return journal.Session{}, false, refusal(session.CodeIDReused, "/external_id", "belongs to "+what(l.games)+" "+id+", which was created with another body; use a new one")
	}
	row, err := l.Row(ctx, id)
	return row, true, err
}

// firstOf returns the first event of a log.
func firstOf[P session.Payload](ctx context.Context, k *Desk, id string) (first P, err error) {
	events, err := k.store.Events(ctx, id, 0, 1)
	if err == nil && len(events) == 0 { // deleted meanwhile
		err = journal.ErrNotFound
	}
	if err != nil {
		return first, fmt.Errorf("desk: the first event of %s: %w", id, err)
	}
	first, ok := events[0].Data.(P)
	if !ok {
		return first, fmt.Errorf("desk: the log of %s begins with %s", id, events[0].Data.Type())
	}
	return first, nil
}

package engine

import (
	"context"

	"ringer/engine/game"
)

// What is wrong with a request that cannot be carried out, since its form is wrong: these return what the methods they are named
// after would refuse of the part that could be read, and store nothing.

// CheckConfig checks what Create takes.
func (k *Desk) CheckConfig(c game.Config) error {
	return k.complete(&c, game.Changes{Model: c.Model, Limits: &c.Limits})
}

// CheckChanges checks what Update takes.
func (k *Desk) CheckChanges(ctx context.Context, id string, to game.Changes) error {
	_, err := k.changed(ctx, id, to)
	return err
}

// CheckEnd checks what End takes.
func (k *Desk) CheckEnd(ctx context.Context, id string, e Ending) error {
	row, err := k.fresh(ctx, id)
	if err != nil {
		return err
	}
	return e.event().Validate(&row.Roster)
}

// CheckPosts checks what Post takes.
func (k *Desk) CheckPosts(ctx context.Context, id string, posts []game.Post, pointer func(i int) string) error {
	row, err := k.fresh(ctx, id)
	if err != nil {
		return err
	}
	return completeAll(posts, &row.Roster, pointer)
}

// CheckObservation checks what Observe takes.
func (k *Desk) CheckObservation(ctx context.Context, id string, o game.Observation) error {
	row, err := k.fresh(ctx, id)
	if err != nil {
		return err
	}
	return o.Validate(&row.Roster)
}

// CheckVote checks what AskVote takes, but for what hangs on fields that perhaps could not be read: how many are chosen, and the fallback.
func (k *Desk) CheckVote(ctx context.Context, id string, q game.VoteRequest) error {
	row, err := k.fresh(ctx, id)
	if err != nil {
		return err
	}
	q = withoutTerms(q)
	return q.Complete(&row.Roster, k.now())
}

package desk

import (
	"context"

	"ringer/engine/session"
)

// The Check methods report what the method they are named after would refuse. They store nothing.
// The API calls them when a body is malformed, so that one answer lists every mistake.

// CheckConfig reports what Create would refuse.
func (k *Desk) CheckConfig(c session.Config) error {
	return k.completeNew(&c)
}

// CheckChanges reports what Update would refuse.
func (k *Desk) CheckChanges(ctx context.Context, id string, to session.Changes) error {
	_, err := k.changed(ctx, id, to)
	return err
}

// CheckEnd reports what End would refuse.
func (k *Desk) CheckEnd(ctx context.Context, id string, e Ending) error {
	row, err := k.readRow(ctx, id)
	if err != nil {
		return err
	}
	return e.event().Validate(&row.Roster)
}

// CheckPosts reports what Post would refuse.
func (k *Desk) CheckPosts(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) error {
	row, err := k.readRow(ctx, id)
	if err != nil {
		return err
	}
	return completeAll(posts, &row.Roster, pointer)
}

// CheckObservation reports what Observe would refuse.
func (k *Desk) CheckObservation(ctx context.Context, id string, o session.Observation) error {
	row, err := k.readRow(ctx, id)
	if err != nil {
		return err
	}
	return o.Validate(&row.Roster)
}

// CheckVote reports what AskVote would refuse. It does not check how many options are chosen, nor
// the fallback: they depend on fields that may have been unreadable.
func (k *Desk) CheckVote(ctx context.Context, id string, q session.VoteRequest) error {
	row, err := k.readRow(ctx, id)
	if err != nil {
		return err
	}
	q = q.WithoutOptionFields()
	return q.Complete(&row.Roster, k.now().At)
}

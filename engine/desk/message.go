package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Posted is the result of posting one fact.
type Posted struct {
	ID  string `json:"id,omitempty"`
	Seq int64  `json:"seq"`
	// ViewID is the id under which the views of a game show the message.
	ViewID    string `json:"view_id,omitempty"`
	Duplicate bool   `json:"duplicate,omitempty"`
	// Warnings say what was accepted, but is probably a mistake.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

// Post appends messages, all or none. pointer returns the JSON pointer of message i, for errors.
// Messages that a barrier has overtaken are judged again.
func (k *Desk) Post(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) (result []Posted, err error) {
	err = k.again(ctx, func() error {
		result, err = k.post(ctx, id, slices.Clone(posts), pointer)
		return err
	})
	return result, err
}

func (k *Desk) post(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) ([]Posted, error) {
	row, err := k.checkedRow(ctx, id, func(r *session.Roster) error { return completeAll(posts, r, pointer) })
	if err == nil {
		err = standsAlone(&row)
	}
	if err != nil {
		return nil, err
	}
	warnings, err := k.heedPosts(ctx, row, posts, pointer)
	if err != nil {
		return nil, err
	}
	a := journal.Append{Session: id, Guard: row.Unchanged()}
	now := k.now()
	for i := range posts {
		event := eventAt(now, &session.MessageReceived{Post: posts[i]})
		if posts[i].ID != "" {
			event.Key = journal.MessageKey(posts[i].ID)
		}
		a.Events = append(a.Events, event)
	}
	if err := k.roomFor(ctx, &row, a.Events[0].Key); err != nil {
		return nil, err
	}
	done, err := k.deliver(row, a)
	if reused, ok := errors.AsType[*journal.Reused](err); ok {
		i := len(a.Events) - 1 // if two messages of the batch share the key, the second is wrong
		for i > 0 && a.Events[i].Key != reused.Key {
			i--
		}
		return nil, idReused(pointer(i)+"/id", posts[i].ID)
	}
	if err != nil {
		return nil, err
	}
	result := make([]Posted, len(done.Events))
	for i, event := range done.Events {
		result[i] = Posted{ID: event.MessageID(id), Seq: event.Seq, Duplicate: done.Known[i], Warnings: warnings[i]}
	}
	return result, nil
}

func completeAll(posts []session.Post, r *session.Roster, pointer func(i int) string) error {
	var all session.Errors
	for i := range posts {
		if errs, ok := errors.AsType[session.Errors](posts[i].Complete(r, pointer(i))); ok {
			all = append(all, errs...)
		}
	}
	return all.Err()
}

func idReused(pointer, id string) error {
	return session.Errors{{Code: session.CodeIDReused, Pointer: pointer, Detail: fmt.Sprintf("%q was used before with another body; use a new id", id)}}
}

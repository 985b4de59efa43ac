package desk

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/referee/match"
	"ringer/engine/session"
)

// PostPerson is Games.Post for the page of a person, with no platform between. Whoever runs the
// rules, a line goes where the phase is played, and only if the person may speak there. The ids of
// each seat are apart from those of the platform and of other seats.
func (k *Desk) PostPerson(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) ([]Posted, error) {
	ids := seatIDs{}
	sent, own := slices.Clone(posts), slices.Clone(posts)
	for i := range own {
		p := &own[i]
		sent[i].Kind = session.FromPlayer
		p.ReplyTo = k.ownReply(ctx, id, ids, p)
		p.ID = ids.of(p.Sender, p.ID)
	}
	result, err := k.Games.postAgain(ctx, id, own, func(completed []session.Post) ([]Posted, error) {
		if first, ok := k.postedBefore(ctx, id, sent); ok {
			return first, nil // an older server took the ids as they are
		}
		row, err := k.Games.Row(ctx, id) // not a cached row: the check fills in the channel of the phase
		if err == nil {
			err = present(id, completed, CheckPersonPosts(completed, pointer))(&row.Roster)
		}
		if err != nil {
			return nil, err
		}
		return k.Games.post(ctx, row, completed, pointer)
	})
	for i := range result {
		if posts[i].ID != "" {
			result[i].ID = posts[i].ID
		}
	}
	return result, ids.explain(err)
}

// ownReply returns the id in the log of the message that a post answers. A seat may name a line of
// its own by the id that it has given.
func (k *Desk) ownReply(ctx context.Context, id string, before seatIDs, p *session.Post) string {
	own := seatID(p.Sender, p.ReplyTo)
	if _, ok := before[own]; ok || p.ReplyTo == "" {
		return own
	}
	if known, err := k.stored(ctx, id, journal.MessageKey(own)); err == nil && known {
		return own
	}
	return p.ReplyTo
}

// ObservePerson is Games.Observe for the page of a person; see PostPerson for its ids.
func (k *Desk) ObservePerson(ctx context.Context, id string, o GameObservation) (Posted, error) {
	asked := o.ID
	if asked != "" {
		e, err := k.store.Find(ctx, id, observationKey(asked))
		first, ok := e.Data.(*session.ObservationReceived)
		if err == nil && ok && session.Same(first, &session.ObservationReceived{Observation: o.Observation, Channel: first.Channel}) {
			return Posted{ID: asked, Seq: e.Seq, Duplicate: true}, nil // an older server took the id as it is
		}
	}
	ids := seatIDs{}
	o.ID = ids.of(o.Player.ID, asked)
	posted, err := k.Games.Observe(ctx, id, o)
	if err == nil {
		posted.ID = asked
	}
	return posted, ids.explain(err)
}

// seatID is session.SeatID. An id that begins like those of the rules still does, so that it is
// refused where the server runs them.
func seatID(seat, id string) string {
	own := session.SeatID(seat, id)
	if own != id && match.IsOrder(id) {
		return match.Order(own)
	}
	return own
}

// seatIDs holds the ids that a seat has posted, by those in the log.
type seatIDs map[string]string

func (s seatIDs) of(seat, id string) string {
	own := seatID(seat, id)
	if own != id {
		s[own] = id
	}
	return own
}

// explain returns an error that names the ids as the seat has posted them.
func (s seatIDs) explain(err error) error {
	errs, ok := errors.AsType[session.Errors](err)
	if !ok {
		return err
	}
	errs = slices.Clone(errs)
	for i := range errs {
		e := *errs[i]
		for own, id := range s {
			e.Detail = strings.ReplaceAll(e.Detail, own, id)
		}
		errs[i] = &e
	}
	return errs
}

// CheckPersonPosts is CheckPosts for one person. What the person may not see is unknown in the
// errors.
func CheckPersonPosts(posts []session.Post, pointer func(i int) string) func(*session.Roster) error {
	return func(r *session.Roster) error {
		seen := r.SeenBy(posts[0].Sender)
		return completePosts(posts, &seen, pointer, true)
	}
}

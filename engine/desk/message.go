package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/engine/game"
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
	// Token leads a spectator who has joined to the seat in the rematch, once there is one.
	Token string `json:"token,omitempty"`
	// Warnings say what was accepted, but is probably a mistake.
	Warnings []session.Warning `json:"warnings,omitempty"`
}

// Post appends messages, all or none. pointer returns the JSON pointer of message i, for errors.
// Messages that a barrier has overtaken are judged again. At a game, each bot that may see a
// message gets it in the same append, the echo of a bot's message stores nothing, and a repeated
// post gets the first result, also in a phase in which it would be refused.
func (l Logs) Post(ctx context.Context, id string, posts []session.Post, pointer func(i int) string) ([]Posted, error) {
	return l.postAgain(ctx, id, posts, func(posts []session.Post) ([]Posted, error) {
		row, err := l.checked(ctx, id, present(id, posts, CheckPosts(posts, pointer)))
		if err != nil {
			return nil, err
		}
		return l.post(ctx, row, posts, pointer)
	})
}

// CheckPosts returns the check of a post, which also fills it in.
func CheckPosts(posts []session.Post, pointer func(i int) string) func(*session.Roster) error {
	return func(r *session.Roster) error { return completePosts(posts, r, pointer, r.Hosted()) }
}

// postAgain posts messages until no barrier has overtaken them. For a post to a game that is
// refused it returns the first result, if it was stored before.
func (l Logs) postAgain(ctx context.Context, id string, posts []session.Post, post func([]session.Post) ([]Posted, error)) (result []Posted, err error) {
	if l.games {
		if posts, err = l.k.named(ctx, id, posts); err != nil {
			return nil, err
		}
	}
	var completed []session.Post
	err = l.k.again(ctx, func() error {
		completed = slices.Clone(posts)
		result, err = post(completed)
		return err
	})
	if !l.games {
		return result, err
	}
	if _, refused := errors.AsType[session.Errors](err); refused {
		for i := range posts {
			completed[i].Channel = posts[i].Channel
		}
		if first, ok := l.k.postedBefore(ctx, id, completed); ok {
			result, err = first, nil
		}
	}
	if err == nil {
		err = l.k.nameForViews(ctx, id, result)
	}
	return result, err
}

func (l Logs) post(ctx context.Context, row journal.Session, posts []session.Post, pointer func(i int) string) (_ []Posted, err error) {
	k := l.k
	warnings, err := k.heedPosts(ctx, &row, posts, pointer)
	if err != nil {
		return nil, err
	}
	result := make([]Posted, len(posts))
	var appends sharedAppends
	var places []int
	now := k.now()
	for i, said := range posts {
		if l.games && said.MessageID != "" {
			if result[i], err = k.echo(ctx, row.ID, said, pointer(i)); err != nil {
				return nil, err
			}
			continue
		}
		e := eventAt(now, nil)
		if said.ID != "" {
			e.Key = journal.MessageKey(said.ID)
		} else if l.games {
			said.ID = k.NewID("msg_") // all logs know the line by one id
		}
		e.Data = &session.MessageReceived{Post: said}
		appends.add(&row, e)
		places = append(places, i)
	}
	if len(places) == 0 {
		return result, nil
	}
	if err := k.roomFor(ctx, &row, appends[0].Events); err != nil {
		return nil, err
	}
	appends[0].Guard = row.Unchanged()
	done, err := k.deliver(row, appends)
	if reused, ok := errors.AsType[*journal.Reused](err); ok {
		return nil, reusedPost(posts, reused.Key, pointer)
	}
	if err != nil {
		return nil, err
	}
	for n, i := range places {
		event := done[0].Events[n]
		result[i] = Posted{ID: event.MessageID(row.ID), Seq: event.Seq, Duplicate: done[0].Known[n], Warnings: warnings[i]}
	}
	return result, nil
}

// reusedPost returns the error for the message whose key is known with another content. If two
// messages of the batch share the key, the second is wrong.
func reusedPost(posts []session.Post, key string, pointer func(i int) string) error {
	for i, p := range slices.Backward(posts) {
		if journal.MessageKey(p.ID) == key {
			return idReused(pointer(i)+"/id", p.ID)
		}
	}
	return &journal.Reused{Key: key}
}

// completePosts checks messages. strict says that nobody else judges whether their senders may
// speak.
func completePosts(posts []session.Post, r *session.Roster, pointer func(i int) string, strict bool) error {
	var all session.Errors
	for i := range posts {
		p, at, as := &posts[i], pointer(i), r
		bot, isBot := r.Bot(p.Sender)
		if isBot = isBot && (p.Kind == "" || p.Kind == session.FromPlayer); isBot {
			of := r.Of(bot)
			as = &of
		}
		if errs, ok := errors.AsType[session.Errors](p.Complete(as, at)); ok {
			all = append(all, errs...)
		}
		if r.Seat == "" && game.IsNotice(p.ID) { // whoever takes such an id keeps the game from saying the line
			all.Add(session.CodeInvalidID, at+"/id", "begins like the ids of the lines that say who is away; use another id")
		}
		if isBot && p.MessageID == "" && !p.History {
			all.Add(session.CodeInvalidValue, at+"/sender", fmt.Sprintf("%s is a bot of this game, which says its lines itself; an echo needs its message_id", session.Quoted(p.Sender)))
		}
	}
	if len(all) == 0 && strict {
		return completeHosted(posts, r, pointer)
	}
	return all.Err()
}

func idReused(pointer, id string) error {
	return refusal(session.CodeIDReused, pointer, fmt.Sprintf("%q was used before with another body; use a new id", id))
}

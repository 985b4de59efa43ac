package desk

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// heed returns doubts about a request as warnings. If the server or the session is strict, it
// returns them as an error.
func (k *Desk) heed(ctx context.Context, row *journal.Session, doubts session.Errors) ([]session.Warning, error) {
	if len(doubts) == 0 {
		return nil, nil
	}
	strict, err := k.strict(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	if strict {
		return nil, doubts
	}
	return doubts.Warnings(), nil
}

// strict reports whether a session or a game refuses what is doubtful. Doubts are rare, so it reads
// the log, and no row needs the setting.
func (k *Desk) strict(ctx context.Context, id string) (bool, error) {
	if k.terms.Strict {
		return true, nil
	}
	first, err := firstOf[session.Payload](ctx, k, id)
	switch p := first.(type) {
	case *session.SessionCreated:
		return p.Config.Strict, err
	case *session.GameCreated:
		return p.Config.Strict, err
	}
	return false, err
}

// heedFact is heed for a fact that may have been stored before, under a key. Such a fact is not
// doubted again.
func (k *Desk) heedFact(ctx context.Context, row *journal.Session, key string, doubts session.Errors) ([]session.Warning, error) {
	if len(doubts) > 0 && key != "" {
		known, err := k.stored(ctx, row.ID, key)
		if err != nil || known {
			return nil, err
		}
	}
	return k.heed(ctx, row, doubts)
}

func (k *Desk) stored(ctx context.Context, id, key string) (bool, error) {
	_, err := k.store.Find(ctx, id, key)
	if errors.Is(err, journal.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// heedPosts returns the warnings about each complete message.
func (k *Desk) heedPosts(ctx context.Context, row *journal.Session, posts []session.Post, pointer func(i int) string) ([][]session.Warning, error) {
	doubts, err := k.doubtPosts(ctx, row, posts, pointer)
	if err != nil {
		return nil, err
	}
	var refused session.Errors
	warnings := make([][]session.Warning, len(posts))
	for i, p := range posts {
		key := ""
		if p.ID != "" {
			key = journal.MessageKey(p.ID)
		}
		w, err := k.heedFact(ctx, row, key, doubts[i])
		if errs, ok := errors.AsType[session.Errors](err); ok {
			refused = append(refused, errs...)
		} else if err != nil {
			return nil, err
		}
		warnings[i] = w
	}
	return warnings, refused.Err()
}

func (k *Desk) doubtPosts(ctx context.Context, row *journal.Session, posts []session.Post, pointer func(i int) string) ([]session.Errors, error) {
	doubts := make([]session.Errors, len(posts))
	now := k.now().At
	var state *session.State
	for i, p := range posts {
		p.Doubt(&doubts[i], now, pointer(i))
		if known, err := k.knowsReply(ctx, row, posts[:i], p); err != nil {
			return nil, err
		} else if !known {
			doubts[i].Add(session.CodeUnknownReply, pointer(i)+"/reply_to", "is the id of no earlier message here; the line counts as an answer to nobody; send the id of a message that you have posted, or a message_id of the bot")
		}
		if row.IsGame || p.History || p.Kind != session.FromPlayer || p.Sender != row.Roster.Seat {
			continue
		}
		if state == nil {
			var err error
			if state, err = k.StateAt(ctx, row.ID, 0); err != nil {
				return nil, err
			}
		}
		if !state.Echoes(&p) {
			field, is := "/sender", "is the bot, which has sent no message with this text, or has its echo"
			if p.MessageID != "" {
				field, is = "/message_id", "is the id of no message that the bot has sent"
			}
			doubts[i].Add(session.CodeUnknownEcho, pointer(i)+field, is+"; the text counts as a new line of the bot; leave it out, or send the message_id of the message that it repeats")
		}
	}
	return doubts, nil
}

// knowsReply reports whether a message answers one of its log that its sender sees, or one before
// it in the request. It knows ids that the server makes by how they begin.
func (k *Desk) knowsReply(ctx context.Context, row *journal.Session, before []session.Post, p session.Post) (bool, error) {
	if p.ReplyTo == "" || strings.HasPrefix(p.ReplyTo, "msg_") || slices.ContainsFunc(before, func(o session.Post) bool { return o.ID == p.ReplyTo }) {
		return true, nil
	}
	e, err := k.store.Find(ctx, row.ID, journal.MessageKey(p.ReplyTo))
	if errors.Is(err, journal.ErrNotFound) {
		return false, nil
	}
	first, ok := e.Data.(*session.MessageReceived)
	return ok && (p.Kind != session.FromPlayer || row.Roster.Sees(p.Sender, first.Channel)), err
}

package desk

import (
	"context"
	"slices"

	"ringer/engine/game"
	"ringer/engine/journal"
	"ringer/engine/session"
)

// cachedViews bounds the caches for views. Their entries take some hundreds of bytes each.
const cachedViews = 10_000

// ViewKey returns the key of a game's views. It is empty for a game of an older version.
func (k *Desk) ViewKey(ctx context.Context, id string) (string, error) {
	if key, ok := k.viewKeys.Get(id); ok {
		return key, nil
	}
	first, err := firstOf[*session.GameCreated](ctx, k, id)
	if err != nil {
		return "", err
	}
	k.viewKeys.Add(id, first.ViewKey)
	return first.ViewKey, nil
}

// Asked returns whom a vote of a game asks, and whether it is public. Other fields are empty.
func (k *Desk) Asked(ctx context.Context, id, vote string) (game.Vote, error) {
	key := id + " " + vote
	if v, ok := k.asked.Get(key); ok {
		return v, nil
	}
	state, err := k.GameState(ctx, id)
	if err != nil {
		return game.Vote{}, err
	}
	v, ok := state.Vote(vote)
	if v = (game.Vote{Seats: v.Seats, Public: v.Public}); ok {
		k.asked.Add(key, v)
	}
	return v, nil
}

// named returns posts that reply to messages by their ids in the log. A seat only knows the ids of
// its view. An id of a message that the sender does not see stays as it is.
func (k *Desk) named(ctx context.Context, id string, posts []session.Post) ([]session.Post, error) {
	posts = slices.Clone(posts)
	for i := range posts {
		p := &posts[i]
		if _, ok := session.FactSeq(id, p.ReplyTo); !ok {
			continue
		}
		key, err := k.ViewKey(ctx, id)
		if err != nil {
			return nil, err
		}
		seq, ok := game.NewSeals(key, "").MessageSeq(id, p.ReplyTo)
		if !ok {
			continue
		}
		events, err := k.store.Events(ctx, id, seq-1, 1)
		if err != nil {
			return nil, err
		}
		row, err := k.Games.Row(ctx, id)
		if err != nil {
			return nil, err
		}
		if m, ok := messageOf(events); ok && (p.Kind != "" && p.Kind != session.FromPlayer || row.Roster.Sees(p.Sender, m.Channel)) {
			p.ReplyTo = m.ID
		}
	}
	return posts, nil
}

// nameForViews adds the ids under which views show the messages.
func (k *Desk) nameForViews(ctx context.Context, id string, posted []Posted) error {
	key, err := k.ViewKey(ctx, id)
	seals := game.NewSeals(key, "")
	for i := range posted {
		posted[i].ViewID = seals.MessageID(id, posted[i].Seq)
	}
	return journal.AfterWrite(err)
}

// messageOf returns the message of the only event of a page.
func messageOf(events []session.Event) (session.Post, bool) {
	for _, e := range events {
		switch p := e.Data.(type) {
		case *session.MessageReceived:
			return p.Post, p.ID != ""
		case *session.MessageSent:
			return session.Post{ID: p.MessageID, Channel: p.Channel}, true
		}
	}
	return session.Post{}, false
}

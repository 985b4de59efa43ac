package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// postedBefore returns the first results of posts, if all of them are stored. A post without a
// channel went into that of its phase, and another phase may have begun since.
func (k *Desk) postedBefore(ctx context.Context, id string, posts []session.Post) ([]Posted, bool) {
	result := make([]Posted, len(posts))
	for i, p := range posts {
		if p.ID == "" {
			return nil, false
		}
		e, err := k.store.Find(ctx, id, journal.MessageKey(p.ID))
		first, ok := e.Data.(*session.MessageReceived)
		if err != nil || !ok {
			return nil, false
		}
		p.Channel = cmp.Or(p.Channel, first.Channel)
		if !session.Same(first, &session.MessageReceived{Post: p}) {
			return nil, false
		}
		result[i] = Posted{ID: p.ID, Seq: e.Seq, Duplicate: true}
	}
	return result, true
}

// echo answers the echo of a bot's message with that message.
func (k *Desk) echo(ctx context.Context, id string, p session.Post, pointer string) (Posted, error) {
	e, err := k.store.Find(ctx, id, journal.SaidKey(p.MessageID))
	if sent, ok := e.Data.(*session.MessageSent); err == nil && ok && sent.Sender == p.Sender {
		return Posted{ID: sent.MessageID, Seq: e.Seq, Duplicate: true}, nil
	}
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return Posted{}, err
	}
	return Posted{}, refusal(session.CodeInvalidValue, pointer+"/message_id", "is not the id of a message that this bot has sent; an echo needs no post here")
}

// GameObservation is an observation at a game.
type GameObservation struct {
	session.Observation
	// Seat is the bot that it concerns, for the kinds private_info, muted and unmuted. Without it,
	// muted and unmuted concern all bots.
	Seat string `json:"seat,omitempty"`
	// Channel is where a player is typing, who speaks in several channels at once. Without it that
	// is the first of them.
	Channel string `json:"channel,omitempty"`
}

// Validate checks an observation against the roster of a game.
func (o *GameObservation) Validate(r *session.Roster) error {
	var errs session.Errors
	if found, ok := errors.AsType[session.Errors](o.Observation.Validate(r)); ok {
		errs = found
	}
	concerns := slices.Contains([]session.ObservationKind{session.PrivateInfo, session.BotMuted, session.BotUnmuted}, o.Kind)
	_, isBot := r.Bot(o.Seat)
	switch {
	case o.Seat == "" && o.Kind == session.PrivateInfo:
		errs.Add(session.CodeRequired, "/seat", "say which bot learned it: the id of its seat")
	case o.Seat == "":
	case !concerns:
		errs.Add(session.CodeInvalidValue, "/seat", "belongs to kinds private_info, muted and unmuted only; remove it")
	case !isBot:
		errs.Add(session.CodeUnknownPlayer, "/seat", r.NotABot(o.Seat))
	}
	if o.Channel != "" && (o.Kind != session.PlayerTyping || o.Player == nil || !r.MaySpeakIn(o.Player.ID, o.Channel)) {
		errs.Add(session.CodeInvalidValue, "/channel", "must be a channel in which the player of a typing speaks now; leave it out")
	}
	return errs.Err()
}

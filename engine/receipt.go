package engine

import (
	"context"
	"errors"
	"fmt"

	"ringer/engine/game"
)

// sentKey is the key under which the log holds the message that a plan became.
func sentKey(plan string) string { return "p:" + plan }

// sent returns the event of a message that the bot has sent in a session that is there.
func (k *Desk) sent(ctx context.Context, id, message string) (game.Event, error) {
	e, err := k.store.Find(ctx, id, sentKey(game.PlanOf(message)))
	if errors.Is(err, ErrNotFound) {
		return e, game.Errors{{
			Code: game.CodeNoMessage, Detail: "the bot has sent no message of this id; those it has sent are in its events of type message.sent, and in …/messages as own",
		}}
	}
	return e, err
}

// Receipt notes what became of a message of the bot on the platform. The same receipt again is answered with the first result.
func (k *Desk) Receipt(ctx context.Context, id, message string, r game.Receipt) (Posted, error) {
	if err := r.Validate(); err != nil {
		return Posted{}, err
	}
	row, err := k.fresh(ctx, id)
	if err != nil {
		return Posted{}, err
	}
	if _, err := k.sent(ctx, id, message); err != nil {
		return Posted{}, err
	}
	judge := func(Session) (Append, error) { return k.receipt(ctx, id, message, r) }
	if r.Status == game.Rejected {
		done, err := k.barrier(ctx, id, judge)
		return posted(message, done, err, errSecondReceipt)
	}
	a, err := judge(row)
	if err != nil {
		return Posted{}, err
	}
	done, err := k.deliver(ctx, row, a)
	return posted(message, done, err, errSecondReceipt)
}

// receipt makes the append of a receipt. One is kept of each status.
func (k *Desk) receipt(ctx context.Context, id, message string, r game.Receipt) (Append, error) {
	key := func(s game.ReceiptStatus) string { return fmt.Sprintf("r:%s:%s", s, message) }
	earlier, err := k.store.Find(ctx, id, key(game.Rejected))
	switch {
	case err != nil && !errors.Is(err, ErrNotFound):
		return Append{}, err
	case err == nil && earlier.Data.(*game.MessageReceipt).Receipt != r:
		return Append{}, game.Errors{{Code: game.CodeRejectedBefore, Detail: "the message was rejected before, and a rejection is final"}}
	}
	event := k.event(&game.MessageReceipt{MessageID: message, Receipt: r})
	event.Key = key(r.Status)
	return Append{Session: id, Events: []game.Event{event}}, nil
}

var errSecondReceipt = game.Errors{{
	Code: game.CodeIDReused, Pointer: "/reason", Detail: "is another one than in the receipt that was taken before; that one stays",
}}

// VoteReceipt notes what the platform has counted as the bot's answer. Anything but the answer closes a vote that is open. The same receipt
// again is answered with the first result.
func (k *Desk) VoteReceipt(ctx context.Context, id, vote string, use game.VoteUse) (Posted, error) {
	if err := use.Validate(); err != nil {
		return Posted{}, err
	}
	done, err := k.barrier(ctx, id, func(Session) (Append, error) {
		v, _, err := k.vote(ctx, id, vote)
		if err != nil {
			return Append{}, err
		}
		e := k.event(&game.VoteReceipt{VoteID: vote, VoteUse: use})
		e.Key = voteReceiptKey(vote)
		if v.Receipt == nil { // else the store tells whether it is the same
			err = mayCount(v, use)
		}
		return Append{Session: id, Events: []game.Event{e}}, err
	})
	return posted(vote, done, err, errSecondVoteReceipt)
}

// mayCount refuses the first receipt of a vote that cannot be true.
func mayCount(v game.Vote, use game.VoteUse) error {
	switch {
	case use.Used == game.UsedAnswer && v.Cast == nil:
		return game.Errors{{
			Code: game.CodeInvalidValue, Pointer: "/used", Detail: "cannot be answer, since the bot has given none; say standing or none, or wait for its vote.cast",
		}}
	case use.Used == game.UsedStanding && v.Origin == game.FromAccusation:
		return game.Errors{{Code: game.CodeInvalidValue, Pointer: "/used", Detail: "must be answer or none: an accusation has no standing answer"}}
	}
	return nil
}

var errSecondVoteReceipt = game.Errors{{
	Code: game.CodeIDReused, Pointer: "/used", Detail: "differs, or its reason does, from the receipt that was taken before; that one stays",
}}

package desk

import (
	"context"
	"errors"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// sent returns the event of a message that the bot has sent. The session must exist.
func (k *Desk) sent(ctx context.Context, id, message string) (session.Event, error) {
	e, err := k.store.Find(ctx, id, journal.SentKey(session.PlanOf(message)))
	if errors.Is(err, journal.ErrNotFound) {
		return e, session.Errors{{
			Code: session.CodeNoMessage, Detail: "the bot has not sent a message with this id; its messages are the events of type message.sent, and own in …/messages",
		}}
	}
	return e, err
}

// Receipt notes what became of a message of the bot on the platform. A repeated receipt gets the
// first result.
func (k *Desk) Receipt(ctx context.Context, id, message string, r session.Receipt) (Posted, error) {
	if err := r.Validate(); err != nil {
		return Posted{}, err
	}
	row, err := k.readRow(ctx, id)
	if err != nil {
		return Posted{}, err
	}
	if _, err := k.sent(ctx, id, message); err != nil {
		return Posted{}, err
	}
	if r.Status == session.Rejected { // the others at a game have heard it
		if err := standsAlone(&row); err != nil {
			return Posted{}, err
		}
	}
	judge := func(journal.Session) (journal.Append, error) { return k.receipt(ctx, id, message, r) }
	if r.Status == session.Rejected {
		done, err := k.appendBarrier(ctx, id, judge)
		return resultOf(message, done, err, errSecondReceipt)
	}
	a, err := judge(row)
	if err != nil {
		return Posted{}, err
	}
	done, err := k.deliver(row, a)
	return resultOf(message, done, err, errSecondReceipt)
}

// receipt returns the append of a receipt. The log keeps one receipt of each status.
func (k *Desk) receipt(ctx context.Context, id, message string, r session.Receipt) (journal.Append, error) {
	earlier, err := k.store.Find(ctx, id, journal.ReceiptKey(message, session.Rejected))
	switch {
	case err != nil && !errors.Is(err, journal.ErrNotFound):
		return journal.Append{}, err
	case err == nil && earlier.Data.(*session.MessageReceipt).Receipt != r:
		return journal.Append{}, session.Errors{{Code: session.CodeRejectedBefore, Detail: "the message was rejected before, and a rejection is final"}}
	}
	event := k.event(&session.MessageReceipt{MessageID: message, Receipt: r})
	event.Key = journal.ReceiptKey(message, r.Status)
	return journal.Append{Session: id, Events: []session.Event{event}}, nil
}

var errSecondReceipt = session.Errors{{
	Code: session.CodeIDReused, Pointer: "/reason", Detail: "differs from the receipt that was taken before, which stays",
}}

// VoteReceipt notes what the platform has counted as the bot's answer. It closes an open vote
// unless the platform has counted the answer. A repeated receipt gets the first result.
func (k *Desk) VoteReceipt(ctx context.Context, id, vote string, use session.VoteUse) (Posted, error) {
	if err := use.Validate(); err != nil {
		return Posted{}, err
	}
	done, err := k.appendBarrier(ctx, id, func(row journal.Session) (journal.Append, error) {
		v, _, err := k.VoteState(ctx, id, vote)
		if err != nil {
			return journal.Append{}, err
		}
		e := k.event(&session.VoteReceipt{VoteID: vote, VoteUse: use})
		e.Key = journal.VoteReceiptKey(vote)
		if v.Origin == session.FromRequest {
			if err := standsAlone(&row); err != nil {
				return journal.Append{}, err
			}
		}
		if v.Receipt == nil { // otherwise the store compares the receipts
			err = mayCount(v, use)
		}
		return journal.Append{Session: id, Events: []session.Event{e}}, err
	})
	return resultOf(vote, done, err, errSecondVoteReceipt)
}

// mayCount returns an error for a first receipt that cannot be true.
func mayCount(v session.Vote, use session.VoteUse) error {
	switch {
	case use.Used == session.UsedAnswer && v.Cast == nil:
		return session.Errors{{
			Code: session.CodeInvalidValue, Pointer: "/used", Detail: "cannot be answer, since the bot has not answered; say standing or none, or wait for its vote.cast",
		}}
	case use.Used == session.UsedStanding && v.Origin == session.FromAccusation:
		return session.Errors{{Code: session.CodeInvalidValue, Pointer: "/used", Detail: "must be answer or none: an accusation has no standing answer"}}
	}
	return nil
}

var errSecondVoteReceipt = session.Errors{{
	Code: session.CodeIDReused, Pointer: "/used", Detail: "or its reason differs from the receipt that was taken before, which stays",
}}

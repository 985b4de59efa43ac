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
		return e, refusal(session.CodeNoMessage, "", "the bot has not sent a message with this id; its messages are the events of type message.sent, and own in …/messages")
	}
	return e, err
}

// Receipt notes what became of a message of the bot on the platform. A repeated receipt gets the
// first result.
func (k *Desk) Receipt(ctx context.Context, id, message string, r session.Receipt) (Posted, error) {
	if err := r.Validate(); err != nil {
		return Posted{}, err
	}
	row, err := k.Row(ctx, id)
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
	judge := func(*journal.Session) (session.Payload, error) { return k.receipt(ctx, id, message, r) }
	if r.Status == session.Rejected {
		done, err := k.appendBarrier(ctx, id, judge)
		return resultOf(message, done, err, errSecondReceipt)
	}
	p, err := judge(&row)
	if err != nil {
		return Posted{}, err
	}
	done, err := k.deliver(row, appendsOf(row, k.event(p)))
	if err != nil {
		return resultOf(message, journal.Appended{}, err, errSecondReceipt)
	}
	return resultOf(message, done[0], nil, nil)
}

// receipt returns the event of a receipt. The log keeps one receipt of each status.
func (k *Desk) receipt(ctx context.Context, id, message string, r session.Receipt) (session.Payload, error) {
	earlier, err := k.store.Find(ctx, id, journal.ReceiptKey(message, session.Rejected))
	switch {
	case err != nil && !errors.Is(err, journal.ErrNotFound):
		return nil, err
	case err == nil && earlier.Data.(*session.MessageReceipt).Receipt != r:
		return nil, refusal(session.CodeRejectedBefore, "", "the message was rejected before, and a rejection is final")
	}
	return &session.MessageReceipt{MessageID: message, Receipt: r}, nil
}

var errSecondReceipt = refusal(session.CodeIDReused, "/reason", "differs from the receipt that was taken before, which stays")

// VoteReceipt notes what the platform has counted as the bot's answer. It closes an open vote
// unless the platform has counted the answer. A repeated receipt gets the first result.
func (k *Desk) VoteReceipt(ctx context.Context, id, vote string, use session.VoteUse) (Posted, error) {
	if err := use.Validate(); err != nil {
		return Posted{}, err
	}
	done, err := k.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		v, _, err := k.VoteState(ctx, id, vote)
		if err != nil {
			return nil, err
		}
		if v.Origin == session.FromRequest {
			if err := standsAlone(row); err != nil {
				return nil, err
			}
		}
		if v.Receipt == nil { // otherwise the store compares the receipts
			err = mayCount(v, use)
		}
		return &session.VoteReceipt{VoteID: vote, VoteUse: use}, err
	})
	return resultOf(vote, done, err, errSecondVoteReceipt)
}

func mayCount(v session.Vote, use session.VoteUse) error {
	switch {
	case use.Used == session.UsedAnswer && v.Cast == nil:
		return refusal(session.CodeInvalidValue, "/used", "cannot be answer, since the bot has not answered; say standing or none, or wait for its vote.cast")
	case use.Used == session.UsedStanding && v.Origin == session.FromAccusation:
		return refusal(session.CodeInvalidValue, "/used", "must be answer or none: an accusation has no standing answer")
	}
	return nil
}

var errSecondVoteReceipt = refusal(session.CodeIDReused, "/used", "or its reason differs from the receipt that was taken before, which stays")

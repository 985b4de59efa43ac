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
		return k.posted(message, errSecondReceipt)(k.barrier(ctx, id, judge))
	}
	a, err := judge(row)
	if err != nil {
		return Posted{}, err
	}
	return k.posted(message, errSecondReceipt)(k.deliver(ctx, row, a))
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

// posted makes the result of an append of one fact. reused is the error for an id that is known with another content.
func (k *Desk) posted(id string, reused error) func(Appended, error) (Posted, error) {
	return func(done Appended, err error) (Posted, error) {
		if known := (*Reused)(nil); errors.As(err, &known) {
			return Posted{}, reused
		}
		if err != nil {
			return Posted{}, err
		}
		return Posted{ID: id, Seq: done.Events[0].Seq, Duplicate: done.Known[0]}, nil
	}
}

// Command passes the platform's word on the plan on. plan names it; empty means the one that is there. What became of it the
// events tell: a plan that has been sent or replaced meanwhile is left alone.
func (k *Desk) Command(ctx context.Context, id, plan string, c game.Command) (game.PlanCommanded, int64, error) {
	p := game.PlanCommanded{PlanID: plan, Command: c}
	done, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		if row.Status == Ended {
			return Append{}, errEnded
		}
		state, _, err := k.Look(ctx, id, 0)
		if err != nil {
			return Append{}, err
		}
		switch {
		case state.Plan == nil:
			return Append{}, game.Errors{{Code: game.CodeNoPlan, Detail: "the bot intends to send nothing now; its events of type plan.created say when it does"}}
		case plan != "" && plan != state.Plan.ID:
			return Append{}, game.Errors{{Code: game.CodePlanChanged, Pointer: "/plan_id", Detail: "is not the plan any more, that is " + state.Plan.ID + "; look at …/plan and decide again"}}
		}
		p.PlanID = state.Plan.ID
		return Append{Session: id, Events: []game.Event{k.event(&p)}}, nil
	})
	if err != nil {
		return p, 0, err
	}
	return p, done.Events[0].Seq, nil
}

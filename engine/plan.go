package engine

import (
	"context"

	"ringer/engine/game"
)

// Command passes the platform's word on the plan on. plan names it; empty means the one that is there. What became of it the
// events tell: a plan that has been sent or replaced meanwhile is left alone.
func (k *Desk) Command(ctx context.Context, id, plan string, c game.Command) (game.PlanCommanded, int64, error) {
	p := game.PlanCommanded{PlanID: plan, Command: c}
	done, err := k.barrier(ctx, id, func(row Session) (Append, error) {
		if row.Status == Ended {
			return Append{}, errEnded
		}
		state, err := k.Look(ctx, id, 0)
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

package desk

import (
	"context"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Command records what the platform wants done with the plan. plan is the id of the plan; empty
// means the current one. The events show what became of the command: it does nothing to a plan that
// was sent or replaced meanwhile.
func (k *Desk) Command(ctx context.Context, id, plan string, c session.Command) (session.PlanCommanded, int64, error) {
	p := session.PlanCommanded{PlanID: plan, Command: c}
	done, err := k.appendBarrier(ctx, id, func(row *journal.Session) (session.Payload, error) {
		if row.Status == journal.Ended {
			return nil, errEnded(row)
		}
		state, err := k.StateAt(ctx, id, 0)
		if err != nil {
			return nil, err
		}
		switch {
		case state.Plan == nil:
			return nil, refusal(session.CodeNoPlan, "", "the bot has no plan now; its events of type plan.created say when it has one")
		case plan != "" && plan != state.Plan.ID:
			return nil, refusal(session.CodePlanChanged, "/plan_id", "is not the current plan, which is "+state.Plan.ID+"; read …/plan and decide again")
		}
		p.PlanID = state.Plan.ID
		return &p, nil
	})
	if err != nil {
		return p, 0, err
	}
	return p, done.Events[0].Seq, nil
}

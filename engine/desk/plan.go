package desk

import (
	"context"
	"errors"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// Command records what the platform wants done with the plan. plan is the id of the plan; empty
// means the current one. The events show what became of the command: it does nothing to a plan that
// was sent or replaced meanwhile. With a key, a repeated command gets the first answer.
func (k *Desk) Command(ctx context.Context, id, plan string, c session.Command, key string) (session.PlanCommanded, int64, error) {
	p, stored := session.PlanCommanded{PlanID: plan, Command: c}, journal.BarrierKey(k.NewID(""))
	if key != "" {
		stored = journal.CommandKey(key)
		if e, err := k.store.Find(ctx, id, stored); err == nil {
			return repeatedCommand(e, p, key)
		} else if !errors.Is(err, journal.ErrNotFound) {
			return p, 0, err
		}
	}
	done, err := k.appendKeyed(ctx, id, stored, func(row *journal.Session) (session.Payload, error) {
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
		return &session.PlanCommanded{PlanID: state.Plan.ID, Command: c}, nil
	})
	if _, reused := errors.AsType[*journal.Reused](err); reused {
		return p, 0, errKeyReused(key)
	}
	if err != nil {
		return p, 0, err
	}
	return repeatedCommand(done.Events[0], p, key)
}

// repeatedCommand returns a stored command, unless it is another than was asked for.
func repeatedCommand(e session.Event, asked session.PlanCommanded, key string) (session.PlanCommanded, int64, error) {
	p, ok := e.Data.(*session.PlanCommanded)
	if !ok || p.Command != asked.Command || asked.PlanID != "" && p.PlanID != asked.PlanID {
		return asked, 0, errKeyReused(key)
	}
	return *p, e.Seq, nil
}

func errKeyReused(key string) session.Errors {
	return refusal(session.CodeIDReused, "Idempotency-Key", session.Quoted(key)+" was used before with another request; use a new key")
}

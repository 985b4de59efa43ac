package systemtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"ringer/engine/game"
)

// moderate does what a platform does with the bot itself. It sends or cancels most plans, reports
// what became of the messages, and changes the bot's options.
func (c *crowd) moderate(session, mark string, options func(*rand.Rand) map[string]any, rng *rand.Rand) {
	after := int64(0)
	for n := 1; c.playing(); n++ {
		events, _ := c.platform.page(c.ctx, session, fmt.Sprintf("types=plan.created,plan.revised,message.sent&limit=500&after=%d", after))
		plan := ""
		for _, e := range events {
			after = e.Seq
			switch data := e.Data.(type) {
			case *game.PlanCreated:
				plan = data.ID
			case *game.PlanRevised:
				plan = data.ID
			case *game.MessageSent:
				plan = ""
				c.acknowledge(session, data.MessageID, rng)
			}
		}
		if plan != "" && rng.IntN(3) > 0 {
			c.command(session, plan, rng)
		}
		if n%5 == 0 {
			d := action{address: session, mark: fmt.Sprint(mark, n), method: http.MethodPatch, answer: unknown}
			c.do(&d, "", map[string]any{"metadata": map[string]string{"mark": d.mark}, "options": options(rng)})
		}
		pause(c.ctx, 30*time.Millisecond+time.Duration(rng.Int64N(int64(60*time.Millisecond))))
	}
}

// acknowledge reports a message as shown, and one message in four as rejected.
func (c *crowd) acknowledge(session, message string, rng *rand.Rand) {
	r := game.Receipt{Status: game.Shown}
	if rng.IntN(4) == 0 {
		r.Status = game.Rejected
	}
	d := action{address: session, mark: receiptMark(message, r.Status), keyed: true, answer: unknown}
	c.do(&d, "/messages/"+message+"/receipt", r)
}

func receiptMark(message string, s game.ReceiptStatus) string { return string(s) + " " + message }

// command sends or cancels a plan, which may be gone already.
func (c *crowd) command(session, plan string, rng *rand.Rand) {
	p := game.PlanCommanded{PlanID: plan, Command: game.SendPlan}
	if rng.IntN(4) == 0 {
		p.Command = game.CancelPlan
	}
	d := action{address: session, mark: commandMark(&p), answer: unknown, may: []string{string(game.CodeNoPlan), string(game.CodePlanChanged)}}
	c.do(&d, "/plan/"+string(p.Command), map[string]string{"plan_id": plan})
}

func commandMark(p *game.PlanCommanded) string { return string(p.Command) + " " + p.PlanID }

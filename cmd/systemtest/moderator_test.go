package systemtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"ringer/engine/session"
)

// moderate does what a platform does with the bot itself. It sends or cancels most plans, reports
// what became of the messages, and changes the bot's options.
func (c *crowd) moderate(sessionID, mark string, options func(*rand.Rand) map[string]any, rng *rand.Rand) {
	after := int64(0)
	for n := 1; c.playing(); n++ {
		events, _ := c.platform.page(c.ctx, sessionID, fmt.Sprintf("types=plan.created,plan.revised,message.sent&limit=500&after=%d", after))
		plan := ""
		for _, e := range events {
			after = e.Seq
			switch data := e.Data.(type) {
			case *session.PlanCreated:
				plan = data.ID
			case *session.PlanRevised:
				plan = data.ID
			case *session.MessageSent:
				plan = ""
				c.acknowledge(sessionID, data.MessageID, rng)
			}
		}
		if plan != "" && rng.IntN(3) > 0 {
			c.command(sessionID, plan, rng)
		}
		if n%5 == 0 {
			d := action{address: sessionID, mark: fmt.Sprint(mark, n), method: http.MethodPatch, answer: unknown}
			c.do(&d, "", map[string]any{"metadata": map[string]string{"mark": d.mark}, "options": options(rng)})
		}
		pause(c.ctx, 30*time.Millisecond+time.Duration(rng.Int64N(int64(60*time.Millisecond))))
	}
}

// acknowledge reports a message as shown, and one message in four as rejected.
func (c *crowd) acknowledge(sessionID, message string, rng *rand.Rand) {
	r := session.Receipt{Status: session.Shown}
	if rng.IntN(4) == 0 {
		r.Status = session.Rejected
	}
	d := action{address: sessionID, mark: receiptMark(message, r.Status), keyed: true, answer: unknown}
	c.do(&d, "/messages/"+message+"/receipt", r)
}

func receiptMark(message string, s session.ReceiptStatus) string { return string(s) + " " + message }

// command sends or cancels a plan, which may be gone already.
func (c *crowd) command(sessionID, plan string, rng *rand.Rand) {
	p := session.PlanCommanded{PlanID: plan, Command: session.SendPlan}
	if rng.IntN(4) == 0 {
		p.Command = session.CancelPlan
	}
	d := action{address: sessionID, mark: commandMark(&p), answer: unknown, may: []string{string(session.CodeNoPlan), string(session.CodePlanChanged)}}
	c.do(&d, "/plan/"+string(p.Command), map[string]string{"plan_id": plan})
}

func commandMark(p *session.PlanCommanded) string { return string(p.Command) + " " + p.PlanID }

package replay

import (
	"ringer/engine/mouth"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// texts counts the texts that the bot's thoughts proposed.
type texts struct {
	// Written counts the texts. The same text counts once until it is sent.
	Written int `json:"texts_written"`
	// Thrown counts the texts that were not sent. It leaves out a text that still waits at the end.
	Thrown int `json:"texts_thrown_away"`
}

func textsOf(events []recording.Event) (t texts) {
	unsent := map[string]bool{}
	plans := map[string]string{} // the texts of plans, by id
	proposed, slot := "", ""
	for _, h := range events {
		switch p := h.Event.Data.(type) {
		case *session.ThoughtCompleted:
			proposed = ""
			if text := mouth.Normalise(p.Candidate); p.Candidate != "" {
				if !unsent[text] {
					t.Written++
					unsent[text] = true
				}
				if p.Slot == session.SlotCreated || p.Slot == session.SlotRevised {
					proposed = text
				}
			}
		case *session.PlanCreated: // without a proposal it is the rest of a message
			if p.Kind != session.Rest {
				plans[p.ID] = proposed
			}
			slot = p.ID
		case *session.PlanRevised:
			plans[p.ID], slot = proposed, p.ID
		case *session.PlanCancelled:
			slot = ""
		case *session.MessageSent:
			if text, ok := plans[p.PlanID]; ok {
				delete(unsent, text)
			}
			slot = ""
		}
	}
	if text, ok := plans[slot]; ok {
		delete(unsent, text)
	}
	t.Thrown = len(unsent)
	return t
}

func (t *texts) add(x *texts) {
	t.Written += x.Written
	t.Thrown += x.Thrown
}

func (t *texts) thrownShare() float64 { return float64(t.Thrown) / float64(max(t.Written, 1)) }

package api_test

import (
	"net/http"
	"testing"
)

// asked opens a session and asks the bot something. It returns when the log has an event of a type.
func (s *server) asked(timing, until string) (id string) {
	s.t.Helper()
	id = s.create(`,"timing":"` + timing + `","options":{"order":"schedule_then_generate","decide":"model"}`)
	s.say(id, "red where are you from")
	s.await(id, until)
	return id
}

// sent is the part of an event of a plan or a message that the tests read.
type sent struct {
	MessageID string `json:"message_id"`
	PlanID    string `json:"plan_id"`
	Reason    string
	Text      string
}

// find returns the data of the first event of a type.
func (s *server) find(id, event string) (first sent) {
	s.t.Helper()
	s.await(id, event)
	for _, e := range s.log(id).Events {
		if e.Type == event {
			return as[sent](s.t, answer{Body: e.Data})
		}
	}
	return first
}

func TestPlanCommands(t *testing.T) {
	s := start(t)
	t.Run("SendNow", func(t *testing.T) {
		t.Parallel()
		id := s.asked("manual", "plan.created")
		plan := s.find(id, "plan.created")
		s.send("POST", "/v1/sessions/"+id+"/plan/send", `{"plan_id":"`+plan.PlanID+`"}`).is(t, http.StatusAccepted, plan.PlanID)
		sent := s.find(id, "message.sent")
		equal(t, "sent", [2]string{sent.PlanID, sent.Text}, [2]string{plan.PlanID, plan.Text})
	})
	t.Run("CancelWithoutABody", func(t *testing.T) {
		t.Parallel()
		id := s.asked("manual", "plan.created")
		s.send("POST", "/v1/sessions/"+id+"/plan/cancel", "").is(t, http.StatusAccepted)
		equal(t, "the reason", s.find(id, "plan.cancelled").Reason, "commanded")
		s.send("POST", "/v1/sessions/"+id+"/plan/cancel", "").refused(t, "409 no_plan")
	})
	t.Run("ErrPlanChanged", func(t *testing.T) {
		t.Parallel()
		id := s.asked("manual", "plan.created")
		s.send("POST", "/v1/sessions/"+id+"/plan/send", `{"plan_id":"pln_other"}`).refused(t, "409 plan_changed /plan_id")
	})
}

package tom

import (
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// den has a night in which Red and Gold talk in a channel of their own, on the same side.
func den(c *session.Config) {
	c.Bot.Allies = []string{"gold"}
	c.Game.Channels = []session.Channel{{ID: "den", Members: []string{"red", "gold"}}}
	c.Game.Phases = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"red", "gold"}, Channel: "den"}}
}

func (c *fixture) turns(phase string) {
	c.Tell(c.State.Now+1000, &session.ObservationReceived{Observation: session.Observation{Kind: session.PhaseChanged, Phase: phase}})
}

// TestAProposalInAPrivateChannelDoesNotWait: the first line there waits for no silence, and what
// cognition writes after a reflex is a reply, not a reserve.
func TestAProposalInAPrivateChannelDoesNotWait(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "HELLO")
	if out := s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: c.State.Seq}, lineFound{Written: prompt.Written{Text: "so quiet"}}); out.Candidate.Silence == 0 {
		t.Error("by day a line for a silence waits for none")
	}
	c.turns("night")
	out := s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: 0}, lineFound{Written: prompt.Written{Text: "lets take blue"}})
	if out.Candidate == nil || out.Candidate.Silence != 0 {
		t.Errorf("the first line is %+v", out.Candidate)
	}
	if _, text := jobOf(c.View(), c.mind(), taskReserve); jobText(c.View(), c.mind(), jobBegin, text) != "Propose to those who read this channel what you do together, and say why." {
		t.Errorf("its job is %q", jobText(c.View(), c.mind(), jobBegin, text))
	}
	c.Tell(c.State.Now+1000, &session.MessageReceived{Post: session.Post{Sender: "gold", Text: "whom", Kind: session.FromPlayer, Channel: "den"}})
	w := session.Want{Kind: kindCognition, BasedOn: c.State.Seq}
	c.Tell(c.State.Now+1000, &session.MessageSent{MessageID: "m1", Sender: "red", Text: "hm", Channel: "den"})
	out = s.Conclude(c.View(), w, cognitionFound{state: believes("Blue", doubt("Blue", 80)), line: prompt.Written{Text: "lets take blue"}, channel: "den"})
	if out.Candidate == nil || out.Candidate.Kind != session.Reply {
		t.Errorf("after a reflex it is %+v", out.Candidate)
	}
	if out = s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: c.State.Seq}, lineFound{Written: prompt.Written{Text: "still here"}}); out.Candidate == nil || out.Candidate.Silence == 0 {
		t.Errorf("a line after its own is %+v", out.Candidate)
	}
}

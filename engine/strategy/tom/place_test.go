package tom

import (
	"strings"
	"testing"

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

// intends lets cognition begin in the present channel, and set a goal about Blue.
func (c *fixture) intends(s *ToM, goal string) cognitionFound {
	a := believes("Blue", doubt("Blue", 80, lastNumber(c.View())))
	a.Goal = goal
	found := cognitionFound{state: a, channel: c.mind().Channel}
	c.conclude(s, kindCognition, found)
	return found
}

// TestAGoalStaysInItsChannel: what the bot means to do in a private channel is neither shown nor
// pursued in another one, and the other way round.
func TestAGoalStaysInItsChannel(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.intends(s, "tell Blue the hello was odd")
	c.turns("night")
	if m := c.mind(); m.Goal != "" || m.Intention.Suspect != "" || m.Beliefs["blue"].Suspicion != 80 {
		t.Errorf("at night it has the goal %q, the suspect %q, and believes %+v", m.Goal, m.Intention.Suspect, m.Beliefs)
	}
	late := c.intends(s, "suggest to Gold that we take Blue tonight")
	if m := c.mind(); m.Goal != "suggest to Gold that we take Blue tonight" || m.Intention.Suspect != "blue" {
		t.Fatalf("the goal of the night is %q, the suspect %q", m.Goal, m.Intention.Suspect)
	}
	c.turns("day")
	c.Say(c.State.Now+1000, "blue", "i am still here")
	c.conclude(s, kindCognition, late) // it began at night
	v, m := c.View(), c.mind()
	for _, task := range []string{taskReflex, taskMessage, taskReserve} {
		if text := s.linePrompt(v, m, task).Render().User; strings.Contains(text, "tonight") {
			t.Errorf("by day %s shows %s", task, text)
		}
	}
	if text := s.statePrompt(v, m, taskGoal).Render().User; strings.Contains(text, "tonight") {
		t.Errorf("by day the goal is renewed from %s", text)
	}
}

// TestWhoCannotReadTheChannelIsNotAccusedInIt: where the suspect does not read, the bot agrees with
// those who do.
func TestWhoCannotReadTheChannelIsNotAccusedInIt(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "HELLO")
	c.intends(s, "tell Blue the hello was odd")
	if got := c.mind().Play; got != playAccuse {
		t.Fatalf("by day the phase of play is %s", got)
	}
	c.turns("night")
	if got := c.mind().Play; got != playAgree {
		t.Errorf("at the beginning of the night it is %s", got)
	}
	c.intends(s, "take Blue")
	c.Tell(c.State.Now, &session.MessageSent{MessageID: "m1", Sender: "red", Text: "blue it is", Channel: "den"})
	c.intends(s, "take Blue")
	if m := c.mind(); m.Play != playAgree || m.Accused != 0 {
		t.Errorf("at night it is %s, and Blue was accused in line %d", m.Play, m.Accused)
	}
}

// TestADayDoesNotBeginWithTheVote: an accusation ends with its phase.
func TestADayDoesNotBeginWithTheVote(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "HELLO")
	c.intends(s, "tell Blue the hello was odd")
	c.sends(c.State.Now+1000, "blue the hello was odd")
	goes := doubt("Green", 30)
	goes.OfOthers = []stance{{"Blue", "doubts"}}
	c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", goes)})
	if got := c.mind().Play; got != playVote {
		t.Fatalf("by day the phase of play is %s", got)
	}
	c.turns("night")
	c.turns("day")
	if m := c.mind(); m.Play == playVote || m.Accused != 0 {
		t.Errorf("the next day begins with %s, and Blue was accused in line %d", m.Play, m.Accused)
	}
}

// TestALineOfAnEarlierPhaseGetsNoReply: the talk has moved on from it.
func TestALineOfAnEarlierPhaseGetsNoReply(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "i like the rain")
	if !s.unanswered(c.View()) {
		t.Fatal("the line gets no reply in its phase")
	}
	c.turns("night")
	c.turns("day")
	does, _ := jobOf(c.View(), c.mind(), taskReflex)
	if s.unanswered(c.View()) || does != jobBegin {
		t.Errorf("the line gets a reply in the next phase: its job is %d", does)
	}
	c.turns("night")
	c.Say(c.State.Now+1000, "green", "i cannot sleep")
	c.turns("day")
	if does, _ := jobOf(c.View(), c.mind(), taskReflex); !s.unanswered(c.View()) || does != jobReply {
		t.Errorf("a line that came while the bot spoke elsewhere gets no reply: its job is %d", does)
	}
	c.Say(c.State.Now+1000, "green", "good morning")
	if does, about := jobOf(c.View(), c.mind(), taskReflex); does != jobReply || about.Sender != "green" {
		t.Errorf("a line of the phase has the job %d about %+v", does, about)
	}
}

// TestAProposalInAPrivateChannelDoesNotWait: the first line there waits for no silence, and what
// cognition writes after a reflex is a reply, not a reserve.
func TestAProposalInAPrivateChannelDoesNotWait(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, den), newToM(t, `{}`)
	c.Say(1000, "blue", "HELLO")
	if out := s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: c.State.Seq}, lineFound{text: "so quiet"}); out.Candidate.Silence == 0 {
		t.Error("by day a line for a silence waits for none")
	}
	c.turns("night")
	out := s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: 0}, lineFound{text: "lets take blue"})
	if out.Candidate == nil || out.Candidate.Silence != 0 {
		t.Errorf("the first line is %+v", out.Candidate)
	}
	if _, text := jobOf(c.View(), c.mind(), taskReserve); jobText(c.View(), c.mind(), jobBegin, text) != "Propose to those who read this channel what you do together, and say why." {
		t.Errorf("its job is %q", jobText(c.View(), c.mind(), jobBegin, text))
	}
	c.Tell(c.State.Now+1000, &session.MessageReceived{Post: session.Post{Sender: "gold", Text: "whom", Kind: session.FromPlayer, Channel: "den"}})
	w := session.Want{Kind: kindCognition, BasedOn: c.State.Seq}
	c.Tell(c.State.Now+1000, &session.MessageSent{MessageID: "m1", Sender: "red", Text: "hm", Channel: "den"})
	out = s.Conclude(c.View(), w, cognitionFound{state: believes("Blue", doubt("Blue", 80)), text: "lets take blue", channel: "den"})
	if out.Candidate == nil || out.Candidate.Kind != session.Reply {
		t.Errorf("after a reflex it is %+v", out.Candidate)
	}
	if out = s.Conclude(c.View(), session.Want{Kind: kindReserve, BasedOn: c.State.Seq}, lineFound{text: "still here"}); out.Candidate == nil || out.Candidate.Silence == 0 {
		t.Errorf("a line after its own is %+v", out.Candidate)
	}
}

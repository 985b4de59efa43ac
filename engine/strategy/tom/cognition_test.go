package tom

import (
	"context"
	"slices"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

const casualJSON = `{"type":"casual","facts":[],"patterns":[]}`

// TestAStageWithNothingNewIsSkipped: intention and goal are asked for only if something has changed
// that they follow from. The goal also is once it was said.
func TestAStageWithNothingNewIsSkipped(t *testing.T) {
	t.Parallel()
	const same = `{"players":[{"name":"Blue","suspicion":60,"thinks_of_me":"neutral","thinks_of_others":[{"name":"Green","stance":"doubts"}],"evidence":[]}]}`
	const more = `{"players":[{"name":"Blue","suspicion":75,"thinks_of_me":"neutral","thinks_of_others":[{"name":"Green","stance":"doubts"}],"evidence":[2]}]}`
	accuses := `{"reasoning":"Now.","suspect":"Blue","ally":"Green","next_action":"accuse"}`
	for name, x := range map[string]struct {
		said    bool // the goal
		answers []string
		want    []string
	}{
		"Nothing":      {false, []string{casualJSON, same, `{"text":"hm"}`}, []string{taskKnowledge, taskBeliefs, taskMessage}},
		"ABelief":      {false, []string{casualJSON, more, accuses, `{"goal":"tell Blue"}`, `{"text":"hm"}`}, []string{taskKnowledge, taskBeliefs, taskIntention, taskGoal, taskMessage}},
		"SameDecision": {false, []string{casualJSON, more, intendedJSON, `{"text":"hm"}`}, []string{taskKnowledge, taskBeliefs, taskIntention, taskMessage}},
		"AnAccusation": {
			false, []string{`{"type":"accusation","facts":[],"patterns":[]}`, same, intendedJSON, `{"text":"hm"}`}, []string{taskKnowledge, taskBeliefs, taskIntention, taskMessage},
		},
		"TheGoalWasSaid": {true, []string{casualJSON, same, intendedJSON, `{"goal":"tell Blue"}`, `{"text":"hm"}`}, []string{taskKnowledge, taskBeliefs, taskIntention, taskGoal, taskMessage}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, s := newSession(t), newToM(t, `{}`)
			c.Say(1000, "blue", "i vote green")
			c.thinks(s, kindCognition, `{"type":"casual","facts":[],"patterns":[]}`, believedJSON, intendedJSON, `{"goal":"ask Blue why"}`, `{"text":"blue why so quick"}`)
			if x.said {
				c.sends(5000, "blue why so quick")
			}
			c.Say(9000, "blue", "because")
			before := c.mind()
			if _, m := c.thinks(s, kindCognition, x.answers...); !slices.Equal(m.Tasks(), x.want) {
				t.Errorf("it asks %v", m.Tasks())
			}
			if m := c.mind(); m.UpTo <= before.UpTo || m.Cycles != before.Cycles+1 || m.Intention.Action == "" || m.Goal == "" {
				t.Errorf("the mind is %+v", m)
			}
		})
	}
}

// later is an asker whose newest view has one line more from the message on.
type later struct {
	*sessiontest.Script
	view func() session.View
}

func (l later) View() session.View { return l.view() }

// A line that came during the stages is in the prompt of the message, and the text rests on it.
func TestTheMessageIsWrittenFromTheNewestLines(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{"cycle":"fused"}`)
	c.Say(1000, "blue", "i vote green")
	v, w := c.View(), session.Want{Kind: kindCognition, BasedOn: lastSeq(c.View())}
	script := &sessiontest.Script{Answers: []string{`{"goal":"ask Blue why"}`, `{"text":"hm"}`}}
	found, err := s.Think(context.Background(), v, w, later{script, func() session.View {
		if len(script.Asked) == 1 && len(c.View().Messages) == 1 {
			c.Say(8000, "green", "red what do you say?")
		}
		return c.View()
	}})
	if err != nil {
		t.Fatal(err)
	}
	p := script.Asked[1].Parsed()
	if lines := p.Transcript(prompt.SectionTranscript); len(lines) != 2 || found.(cognitionFound).does != jobAnswer {
		t.Errorf("the message sees %v, and is told %q", lines, p.Text(sectionJob))
	}
	if out := s.Conclude(c.View(), w, found); out.Candidate == nil || out.Candidate.BasedOn != lastSeq(c.View()) {
		t.Errorf("it proposes %+v", out.Candidate)
	}
}

// TestNoSecondMessageForTheSameLines: cognition writes no message if the cognition before has
// written one from the newest lines, or if the bot has answered and has a reserve.
func TestNoSecondMessageForTheSameLines(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		before func(c *fixture)
		want   bool
	}{
		"NoPlan":         {func(*fixture) {}, true},
		"AReflex":        {func(c *fixture) { c.plan(2000, session.Reply, session.ClassReflex, lastSeq(c.View())) }, true},
		"AMessage":       {func(c *fixture) { c.plan(2000, session.Reply, session.ClassCognition, lastSeq(c.View())) }, false},
		"AnOlderMessage": {func(c *fixture) { c.plan(2000, session.Reply, session.ClassCognition, 1) }, true},
		"AnAnswerAlone":  {func(c *fixture) { c.sends(2000, "hi") }, true},
		"AnAnswerAndAReserve": {func(c *fixture) {
			c.sends(2000, "hi")
			c.plan(3000, session.Reserve, session.ClassReserve, lastSeq(c.View()))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newSession(t)
			c.Say(1000, "blue", "hello")
			w := session.Want{Kind: kindCognition, BasedOn: lastSeq(c.View())}
			if x.before(c); writesLine(c.View(), w) != x.want {
				t.Errorf("it writes a message: %v", !x.want)
			}
		})
	}
}

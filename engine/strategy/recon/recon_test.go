package recon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// planned puts a line of the bot into the slot.
func (c *fixture) planned(text string) {
	c.Tell(c.State.Now, &session.PlanCreated{Plan: session.Plan{ID: "p", Kind: session.Reply, Class: session.ClassCognition, Text: text, BasedOn: c.State.Seq, Thought: kindContemplation, Phase: c.State.Roster.Phase, DueAt: c.State.Clock.Wall(c.State.Now + 60_000)}})
}

// TestTheSpeechIsTheRefinedOne: "player k would speak out the refined spoken content" (§3.2).
func TestTheSpeechIsTheRefinedOne(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"wpm":120}`)
	c.Say(1000, "bo", "hi")
	seq := c.State.Seq
	_, out := c.conclude(guessed, formulated, read, `{"thought":"x","text":"bo was\non  the failed team"}`)
	p := out.Candidate
	if p.Parts[0].Text != "bo was on the failed team" || len(p.Parts) != 1 || p.Parts[0].Timing.Typing != 3000 {
		t.Errorf("it says %+v", p.Parts)
	}
	if p.Kind != session.Reply || p.Class != session.ClassCognition || p.BasedOn != seq || out.Considered != seq || out.Unsent.Settled() {
		t.Errorf("candidate %+v, considered %d", p, out.Considered)
	}
}

// TestThoughtsStayInTheMind: "the contemplation content is private" (§3.1).
func TestThoughtsStayInTheMind(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	c.Say(1000, "bo", "hi")
	_, out := c.conclude(guessed, formulated, read, refined)
	m := readMind(c.View())
	if m.Last.Thought != "bo leads us on" || m.Last.RefinedThought != "say it as a suspicion" || m.Last.GivesAway != "i know it" || len(m.Last.Readings) != 1 {
		t.Errorf("the mind has %+v", m.Last)
	}
	said := fmt.Sprint(out.Candidate.Parts, out.Candidate.Whole)
	for _, private := range []string{m.Last.Goal, m.Last.SubGoals[0], m.Last.Deception, m.Last.Thought, m.Last.Draft, m.Last.Readings[0].Reads, m.Last.RefinedThought} {
		if private == "" || strings.Contains(said, private) {
			t.Errorf("%q is in %s", private, said)
		}
	}
}

// TestSilence: an empty speech is silence, and gives up the line that the prompts showed.
func TestSilence(t *testing.T) {
	t.Parallel()
	for _, plan := range []bool{false, true} {
		c := servantGame(t, `{"contemplation":"vanilla"}`)
		c.Say(1000, "bo", "hi")
		if plan {
			c.planned("well")
		}
		if _, out := c.conclude(silent); out.Candidate != nil || plan && out.Unsent != session.LookDrop || readMind(c.View()).Spoke != 0 {
			t.Errorf("with a plan %v: %+v", plan, out)
		}
	}
}

// TestChangedGuessesAreTold: the event belief.updated says what has changed.
func TestChangedGuessesAreTold(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{"refinement":"off"}`)
	told := func(answer string) (all []string) {
		c.Say(c.State.Now+20_000, "bo", "well")
		_, out := c.conclude(answer, formulated)
		for _, b := range out.Beliefs {
			all = append(all, fmt.Sprintf("%s %s: %s to %s", b.Player, b.Belief, b.From, b.To))
		}
		return all
	}
	for i, want := range [][]string{
		{`bo role: null to "morgana"`, `bo role_certain: null to false`, `bo suspicion_percent: null to 70`},
		nil,
		{`bo role: "morgana" to "servant"`, `bo role_certain: false to true`, `bo suspicion_percent: 70 to 5`},
	} {
		answer := guessed
		if i == 2 {
			answer = `{"players":[{"name":"bo","role":"servant","certainty":"certain","suspicion":5}]}`
		}
		if got := told(answer); !slices.Equal(got, want) {
			t.Errorf("round %d tells %q", i, got)
		}
	}
}

// TestTheFirstMind: a session begins with an empty mind, and its brief says so.
func TestTheFirstMind(t *testing.T) {
	t.Parallel()
	c := servantGame(t, `{}`)
	out := c.r.Conclude(c.View(), session.Want{Kind: session.Start}, nil)
	if string(out.Mind) != `{"v":1,"rounds":0,"spoke":0}` || out.Candidate != nil {
		t.Errorf("%s, %+v", out.Mind, out.Candidate)
	}
	if got := c.r.Brief(c.View()).Lines[0]; got != "Thought 0 times, and spoke after 0 of them." {
		t.Error(got)
	}
}

// TestAccuses: a bot that accuses by itself names the player who is most likely evil, by a lead.
func TestAccuses(t *testing.T) {
	t.Parallel()
	accuses := func(c *session.Config) { c.Accuse = session.AccuseAuto }
	answer := func(suspicion int) string {
		b := sessiontest.Must(json.Marshal(firstOrderAnswer{Players: []guessAnswer{{Name: "bo", Suspicion: suspicion}, {Name: "cy", Suspicion: 30}, {Name: "dee", Suspicion: 30}}}))(t)
		return string(b)
	}
	for suspicion, want := range map[int]string{60: "", 99: "bo"} {
		c := chat(t, `{"refinement":"off"}`, accuses)
		c.Say(1000, "bo", "hi")
		if _, out := c.conclude(answer(suspicion), formulated); out.Accuse != want {
			t.Errorf("at %d percent it accuses %q", suspicion, out.Accuse)
		}
	}
	c := newSession(t, `{"refinement":"off","posterior":"off"}`, "morgana", []string{"merlin", "percival", "servant", "servant", "assassin"}, accuses)
	c.Say(1000, "bo", "hi")
	if _, out := c.conclude(answer(99), formulated); out.Accuse != "" {
		t.Errorf("an evil bot accuses %s of being Merlin", out.Accuse)
	}
}

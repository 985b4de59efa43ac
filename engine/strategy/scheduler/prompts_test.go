package scheduler

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// twentyLines is a game of three in which 20 lines were written.
func twentyLines(t *testing.T) *fixture {
	t.Helper()
	c := &fixture{sessiontest.Open(t, session.Config{
		Biography: sessiontest.Biography(), Bot: session.Bot{Seat: "red"},
		Game: session.Setting{Rules: "turing", Players: []session.Player{{ID: "red", Name: "Red"}, {ID: "blue", Name: "Blue"}, {ID: "green", Name: "Green"}}},
	}), t}
	for i, line := range strings.Split(`blue hi all
green hey, how is everybody
red good, a bit tired
blue same here, long day at work
green what do you do blue?
blue i sell shoes, its fine
green haha ok. red you?
red i am a carpenter
blue nice, with your hands
green do you build houses or what
red mostly kitchens, sometimes doors
blue my kitchen door is stuck since may
green call red then
blue red how much for a door?
red depends on the door blue
green thats what a machine would say
blue lol it is
green i think its blue, too quick
blue i just type fast
green sure`, "\n") {
		who, text, _ := strings.Cut(line, " ")
		at := session.Millis(7000*i + 1000)
		if who == "red" {
			c.Tell(at, &session.MessageSent{MessageID: fmt.Sprint("m", i), Sender: who, Text: text})
		} else {
			c.Say(at, who, text)
		}
	}
	return c
}

// prompts of a view, by task.
func promptsOf(v session.View) map[string]prompt.Prompt {
	s := strategy()
	b := s.balance(v)
	return map[string]prompt.Prompt{"when": whenPrompt(v, b), "draft": draftPrompt(v, b, "doors are hard"), "what": s.whatPrompt(v), "pass": s.passPrompt(v, b)}
}

func TestPrompts(t *testing.T) {
	t.Parallel()
	c := twentyLines(t)
	for name, p := range promptsOf(c.State.View(149_000)) {
		sessiontest.GoldenPrompt(t, name, p)
	}
	c.Say(150_000, "green", "red who is it?")
	sessiontest.GoldenPrompt(t, "when_asked", promptsOf(c.State.View(151_000))["when"])
}

// TestTheWriterIsNotToldTheBalance: the generation prompt of appendix A.3 has no such text.
func TestTheWriterIsNotToldTheBalance(t *testing.T) {
	t.Parallel()
	p := strategy().whatPrompt(twentyLines(t).State.View(149_000)).Parsed()
	if p.Text(sectionBalance) != "" || strings.Contains(whatText, sectionBalance) || strings.Contains(whatText, "share") {
		t.Errorf("it is told %q\n%s", p.Text(sectionBalance), whatText)
	}
}

// TestADecisionNeedsNoPerson: it writes no line.
func TestADecisionNeedsNoPerson(t *testing.T) {
	t.Parallel()
	for name, p := range promptsOf(twentyLines(t).State.View(149_000)) {
		writes := p.Role == prompt.RoleReply
		for _, section := range []string{prompt.SectionBiography, prompt.SectionStyle} {
			if (p.Parsed().Text(section) != "") != writes {
				t.Errorf("%s shows %s, or does not", name, section)
			}
		}
		if p.Parsed().Text(sectionAvoid) != "" && !writes {
			t.Errorf("%s says what a line should avoid", name)
		}
	}
}

// TestNoSectionIsMissing: a prompt names only sections that it has, or says if.
func TestNoSectionIsMissing(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	c.Say(1000, "blue", "hi")
	for name, p := range promptsOf(c.State.View(2000)) {
		for i, quoted := range strings.Split(p.Instruction, `"`) {
			known := []string{sectionBalance, sectionDraft, sectionAvoid, prompt.SectionQuestions}
			if i%2 == 0 || !slices.Contains(known, quoted) {
				continue
			}
			has := slices.ContainsFunc(p.Sections, func(s prompt.Section) bool { return s.Name == quoted })
			line := p.Instruction[:strings.Index(p.Instruction, `"`+quoted+`"`)]
			if line = line[strings.LastIndex(line, "\n")+1:]; !has && !strings.Contains(line, "If ") {
				t.Errorf("%s names the section %q without if", name, quoted)
			}
		}
	}
}

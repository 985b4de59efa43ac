package tom

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// Answers of a model to the four stages.
const (
	knownJSON    = `{"type":"accusation","facts":[{"line":1,"name":"blue","fact":"is for Green"}],"patterns":[{"name":"Blue","pattern":"in a hurry"}]}`
	believedJSON = `{"players":[{"name":"Blue","suspicion":60,"tells":["in a hurry"],"against":"may be in a rush","ally_potential":20,"thinks_of_me":"neutral","thinks_of_others":[{"name":"Green","stance":"doubts"}],"evidence":[1]}]}`
	intendedJSON = `{"reasoning":"Blue is too quick.","suspect":"Blue","ally":"Green","next_action":"chat"}`
)

// lastNumber returns the number of the last message.
func lastNumber(v session.View) int {
	last, _ := v.Last()
	return int(last.Number)
}

// believes returns a state answer with a suspect and with suspicions, each with the lines that are
// the reason.
func believes(suspect string, all ...believed) stateAnswer {
	return stateAnswer{
		Knowledge: knowledgeAnswer{Type: "casual"}, Beliefs: all,
		Intention: intentionAnswer{Suspect: suspect, Action: "accuse", Reasoning: "because"}, Goal: "go on",
	}
}

// shown returns what a section of a prompt shows.
func shown(p prompt.Prompt, section string) []string {
	return append(p.Parsed().List(section), p.Parsed().Text(section))
}

func doubt(name string, percent int, evidence ...int) believed {
	return believed{Name: name, Suspicion: percent, OfMe: "unknown", Evidence: evidence}
}

func TestStagedCognition(t *testing.T) {
	t.Parallel()
	sessiontest.Cases(t, func(t *testing.T) *fixture { return newSession(t) }, map[string]func(*testing.T, *fixture){
		"EachStageSeesTheOnesBefore": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "i vote green")
			out, m := c.thinks(newToM(t, `{}`), kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"ask Blue why"}`, `{"text":"blue why so quick"}`)
			if want := []string{taskKnowledge, taskBeliefs, taskIntention, taskGoal, taskMessage}; !slices.Equal(m.Tasks(), want) {
				t.Fatalf("it asks %v", m.Tasks())
			}
			for i, want := range []struct{ section, text string }{
				{sectionKnowledge, "in a hurry"}, {sectionBeliefs, `You suspect "Blue", 60 of 100, because of #1 "i vote green". Tells: in a hurry. Against this: may be in a rush.`}, {sectionIntention, "Suspect: Blue"}, {sectionJob, "ask Blue why"},
			} {
				before, after := shown(m.Asked[i], want.section), shown(m.Asked[i+1], want.section)
				if strings.Contains(strings.Join(before, "\n"), want.text) || !strings.Contains(strings.Join(after, "\n"), want.text) {
					t.Errorf("%s: %q before, %q after", want.section, before, after)
				}
			}
			roles := []prompt.ModelRole{prompt.RoleAnalysis, prompt.RoleAnalysis, prompt.RoleDecision, prompt.RoleDecision, prompt.RoleReply}
			for i, p := range m.Asked {
				if p.Role != roles[i] {
					t.Errorf("%s has the role %s", p.Task, p.Role)
				}
			}
			if out.Candidate == nil || out.Candidate.Class != session.ClassCognition || out.Candidate.Parts[0].Text != "blue why so quick" {
				t.Errorf("it proposes %+v", out.Candidate)
			}
			if got := c.mind(); got.UpTo != 2 || got.Cycles != 1 || got.Intention.Suspect != "blue" || got.Knowledge.Facts[0] != (fact{2, "blue", "is for Green", ""}) {
				t.Errorf("it thinks %+v", got)
			}
		},
		"FusedIsOneCallAndComesToTheSame": func(t *testing.T, _ *fixture) {
			fused := fmt.Sprintf(`{"knowledge":%s,"beliefs":%s,"intention":%s,"goal":"ask Blue why"}`, knownJSON, believedJSON[len(`{"players":`):len(believedJSON)-1], intendedJSON)
			minds := map[string]mind{}
			for cycle, answers := range map[string][]string{
				`{}`:                {knownJSON, believedJSON, intendedJSON, `{"goal":"ask Blue why"}`, `{"text":"hm"}`},
				`{"cycle":"fused"}`: {fused, `{"text":"hm"}`},
			} {
				c := newSession(t)
				c.Say(1000, "blue", "i vote green")
				_, m := c.thinks(newToM(t, cycle), kindCognition, answers...)
				if len(m.Asked) != len(answers) {
					t.Errorf("%s asks %v", cycle, m.Tasks())
				}
				minds[cycle] = c.mind()
			}
			if a, b := minds[`{}`], minds[`{"cycle":"fused"}`]; !reflect.DeepEqual(a, b) {
				t.Errorf("staged %+v, fused %+v", a, b)
			}
		},
		"AFailedMessageKeepsTheState": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "i vote green")
			out, _ := c.thinks(newToM(t, `{}`), kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"ask Blue why"}`, "")
			if out.Candidate != nil || c.mind().Goal != "ask Blue why" {
				t.Errorf("it proposes %+v, with the goal %q", out.Candidate, c.mind().Goal)
			}
		},
		"AFailedStageFailsTheThought": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "i vote green")
			_, err := newToM(t, `{}`).Think(t.Context(), c.View(), session.Want{Kind: kindCognition, BasedOn: 2}, &sessiontest.Script{Answers: []string{knownJSON, ""}})
			if err == nil {
				t.Error("it has not failed")
			}
		},
		"AStoppedThoughtFindsNothing": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "i vote green")
			ctx, stop := context.WithCancel(t.Context())
			stop()
			found, err := newToM(t, `{"cycle":"fused"}`).Think(ctx, c.View(), session.Want{Kind: kindCognition, BasedOn: 2}, &sessiontest.Script{Answers: []string{`{}`, ""}})
			if err == nil {
				t.Errorf("it finds %+v", found)
			}
		},
		"LaterMessagesAreForTheNextOne": func(t *testing.T, _ *fixture) {
			c, s := newSession(t), newToM(t, `{}`)
			c.Say(1000, "blue", "hello")
			c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 50))})
			w := session.Want{Kind: kindCognition, BasedOn: lastSeq(c.View())}
			c.Say(9000, "blue", "red is a machine")
			line := int(lastSeq(c.View()))
			answer := believes("Blue", doubt("Blue", 90, line))
			answer.Knowledge.Facts = []factAnswer{{line, "Red", "is a machine"}}
			r := revise(c.View(), w)
			if r.takeAll(cognitionFound{state: answer}); r.mind.Beliefs["blue"].Suspicion != 50 || len(r.mind.Knowledge.Facts) > 0 || r.mind.UpTo != w.BasedOn {
				t.Errorf("a line that it has not read changed the mind to %+v", r.mind)
			}
		},
		"AMessageAfterTheBotHasSpokenIsTheReserve": func(t *testing.T, c *fixture) {
			c.Say(1000, "blue", "hello")
			v := c.View()
			c.sends(2000, "hi")
			out := newToM(t, `{}`).Conclude(c.View(), session.Want{Kind: kindCognition, BasedOn: lastSeq(v)}, cognitionFound{text: "how are you all"})
			if k := out.Candidate; k == nil || k.Kind != session.Reserve || k.Class != session.ClassReserve || k.Silence < 20_000 || k.Silence > 30_000 {
				t.Errorf("it proposes %+v", k)
			}
		},
	})
}

// TestALateCognitionTellsNothingTwice: a text that repeats the reflex reply in other words does not
// become the reserve.
func TestALateCognitionTellsNothingTwice(t *testing.T) {
	t.Parallel()
	for text, kept := range map[string]bool{
		"did laundry all day and thats about it":           false,
		"quiet day just laundry":                           false,
		"my washing machine died so i sat in a laundromat": true,
		"who else is bored":                                true,
		"ok so":                                            true,
		"🙂":                                                true, // a text without words repeats none
	} {
		c := newSession(t)
		c.sends(500, "thats about the washing machine") // before the message that both answer
		c.Say(1000, "blue", "how was your day red")
		w := session.Want{Kind: kindCognition, BasedOn: lastSeq(c.View())}
		c.sends(2000, "quiet, did laundry all day")
		if out := newToM(t, `{}`).Conclude(c.View(), w, cognitionFound{text: text}); (out.Candidate != nil) != kept {
			t.Errorf("%q is kept: %v", text, !kept)
		}
	}
}

func TestASuspicionMovesWithEvidenceOnly(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	s := newToM(t, `{}`)
	c.Say(1000, "blue", "hello")                                                                                                        // 2
	out := c.conclude(s, kindCognition, cognitionFound{state: believes("", doubt("bLuE ", 55), doubt("Red", 99), doubt("Nobody", 99))}) // 3
	if got := c.mind().Beliefs; len(got) != 1 || got["blue"].Suspicion != 55 || got["blue"].Level != levelMedium {
		t.Fatalf("it believes %+v", got)
	}
	if len(out.Beliefs) == 0 || out.Beliefs[0].Player != "blue" || string(out.Beliefs[0].From) != "null" || string(out.Beliefs[0].To) != "55" {
		t.Errorf("it tells %+v", out.Beliefs)
	}
	// Nothing new was said by or about Blue.
	for name, evidence := range map[string][]int{"None": nil, "Old": {1}, "NoLine": {0, 99, -1}} {
		c.conclude(s, kindCognition, cognitionFound{state: believes("", doubt("Blue", 90, evidence...))})
		if got := c.mind().Beliefs["blue"]; got.Suspicion != 55 {
			t.Errorf("%s: it believes %+v", name, got)
		}
	}
	c.Say(9000, "blue", "As I said, hello")
	line, number := c.State.Seq, lastNumber(c.View())
	out = c.conclude(s, kindCognition, cognitionFound{state: believes("", doubt("Blue", 90, number, 1, number))})
	if got := c.mind().Beliefs["blue"]; got.Suspicion != 90 || got.Level != levelHigh || !slices.Equal(got.Evidence, []int64{2, line}) {
		t.Errorf("it believes %+v", got)
	}
	if told := out.Beliefs[0]; told.Belief != "suspicion_percent" || string(told.From) != "55" || !slices.Equal(told.Evidence, []int64{line}) {
		t.Errorf("it tells %+v", told)
	}
}

func TestCommitment(t *testing.T) {
	t.Parallel()
	start := func(t *testing.T) (*fixture, *ToM) {
		c, s := newSession(t), newToM(t, `{}`)
		c.Say(1000, "blue", "hello") // 2
		c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 80, 1), doubt("Green", 40))})
		if i := c.mind().Intention; i.Suspect != "blue" || i.Since != 2 || !slices.Equal(i.Evidence, []int64{2}) {
			t.Fatalf("it is up to %+v", i)
		}
		c.Say(5000, "green", "hm, ok")
		return c, s
	}
	line := func(c *fixture) int { return lastNumber(c.View()) }
	for name, x := range map[string]struct {
		change func(c *fixture) stateAnswer
		want   string
	}{
		"NotForAnotherWithoutEvidence": {func(*fixture) stateAnswer { return believes("Green", doubt("Green", 90)) }, "blue"},
		"NotForNobodyWithoutEvidence":  {func(*fixture) stateAnswer { return believes("") }, "blue"},
		"NotWithOldEvidence":           {func(*fixture) stateAnswer { return believes("Green", doubt("Green", 90, 1)) }, "blue"},
		"NotWithALineOfItsOwn": {func(c *fixture) stateAnswer {
			c.sends(6000, "green is a machine")
			own := line(c)
			c.Say(7000, "gold", "maybe")
			return believes("Green", doubt("Green", 90, own), doubt("Blue", 10, own))
		}, "blue"},
		"NotWithEvidenceAboutAThird": {func(c *fixture) stateAnswer { return believes("Green", doubt("Gold", 90, line(c))) }, "blue"},
		"WithEvidenceAgainstAnother": {func(c *fixture) stateAnswer { return believes("Green", doubt("Green", 90, line(c))) }, "green"},
		"WithEvidenceForTheOldOne":   {func(c *fixture) stateAnswer { return believes("Green", doubt("Blue", 10, line(c))) }, "green"},
		"ForNobodyWithEvidence":      {func(c *fixture) stateAnswer { return believes("", doubt("Blue", 10, line(c))) }, ""},
		"WhenTheOldOneIsGone":        {func(c *fixture) stateAnswer { c.Leaves(6000, "blue"); return believes("Green") }, "green"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, s := start(t)
			answer := x.change(c)
			n, number := lastSeq(c.View()), line(c)
			out := c.conclude(s, kindCognition, cognitionFound{state: answer})
			i := c.mind().Intention
			if i.Suspect != x.want {
				t.Fatalf("it is up to %+v", i)
			}
			told := slices.ContainsFunc(out.Beliefs, func(b session.BeliefChange) bool {
				return b.Belief == "suspect" && (len(b.Evidence) > 0 || !strings.HasPrefix(name, "With"))
			})
			if told != (x.want != "blue") {
				t.Errorf("it tells %+v", out.Beliefs)
			}
			switch {
			case x.want == "blue" && (i.Since != 2 || !slices.Equal(i.Evidence, []int64{2})):
				t.Errorf("the old suspect is kept as %+v", i)
			case x.want == "green" && i.Since != n, strings.HasPrefix(name, "With") && !slices.Equal(i.Evidence, []int64{n}):
				t.Errorf("the new suspect is taken as %+v, new is line %d", i, n)
			}
			if name == "WithEvidenceAgainstAnother" {
				lines := strings.Join(s.Brief(c.View()).Lines, "\n")
				if want := fmt.Sprintf("Suspects \"Green\", 90 of 100, because of #%d \"hm, ok\".", number); !strings.Contains(lines, want) {
					t.Errorf("the mind reads\n%s", lines)
				}
			}
		})
	}
}

func TestWhatPlayersThinkOfOneAnother(t *testing.T) {
	t.Parallel()
	c, s := newSession(t, func(c *session.Config) {
		for i := range keptStances + 2 {
			c.Game.Players = append(c.Game.Players, session.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("P", i)})
		}
	}), newToM(t, `{}`)
	c.Say(1000, "blue", "green is fine")
	b := doubt("Blue", 50, 1)
	b.OfOthers = []stance{{"Blue", "trusts"}, {"Red", "doubts"}, {"Nobody", "doubts"}, {"Gold", "unknown"}, {"Green", "trusts"}}
	c.conclude(s, kindCognition, cognitionFound{state: believes("", b)})
	if got := c.mind().Beliefs["blue"].OfOthers; len(got) != 1 || got["green"] != "trusts" {
		t.Errorf("Blue thinks %v", got)
	}
	c.Say(2000, "blue", "fine")
	for i := range keptStances + 2 {
		b.OfOthers = append(b.OfOthers, stance{fmt.Sprint("P", i), "doubts"})
	}
	b.Evidence = []int{2}
	c.conclude(s, kindCognition, cognitionFound{state: believes("", b)})
	if got := c.mind().Beliefs["blue"]; len(got.OfOthers) != keptStances || got.Suspicion != 50 {
		t.Errorf("it believes %+v, but the suspicion should not change", got)
	}
}

// TestTheSameAgain: a suspect keeps its start when new lines confirm the suspicion, and gets the
// new reasons. A goal that stays is not added to the last goals.
func TestTheSameAgain(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	for i := range 3 {
		c.Say(session.Millis(1000*(i+1)), "blue", "hello")
		c.conclude(s, kindCognition, cognitionFound{state: believes("Blue", doubt("Blue", 70+i, lastNumber(c.View())))})
	}
	m := c.mind()
	if i := m.Intention; i.Suspect != "blue" || i.Since != 2 || !slices.Equal(i.Evidence, []int64{2, 4, 6}) || len(m.LastGoals)+len(m.Unsaid) > 0 {
		t.Errorf("the intention is %+v, the last goals are %q", i, m.LastGoals)
	}
}

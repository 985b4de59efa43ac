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

// believes returns a state answer with a suspect and suspicions.
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
			out := newToM(t, `{}`).Conclude(c.View(), session.Want{Kind: kindCognition, BasedOn: lastSeq(v)}, cognitionFound{line: prompt.Written{Text: "how are you all"}})
			if k := out.Candidate; k == nil || k.Kind != session.Reserve || k.Class != session.ClassReserve || k.Silence < 20_000 || k.Silence > 30_000 {
				t.Errorf("it proposes %+v", k)
			}
		},
	})
}

// A text that repeats the reflex reply in other words does not become the reserve.
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
		if out := newToM(t, `{}`).Conclude(c.View(), w, cognitionFound{line: prompt.Written{Text: text}}); (out.Candidate != nil) != kept {
			t.Errorf("%q is kept: %v", text, !kept)
		}
	}
}

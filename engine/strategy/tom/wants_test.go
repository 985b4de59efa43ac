package tom

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// TestScripts plays what is wanted, and how the mind changes.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"testdata/wants.txt", "testdata/needed.txt", "testdata/mind.txt", "testdata/mended.txt"} {
		sessiontest.Wants(t, file, func(string) session.Config { return config() }, asInThePaper, runCommand)
	}
}

// runCommand runs one of these commands:
//
//	goal TEXT      gives the bot a goal that was not said yet
//	cognition {…}  concludes an answer to all stages; "text" is its message, "for" says what for
//	reflex         concludes a quick reply without a text
//	told TASK      shows what a prompt says about the next line
//	mind FIELD…    shows parts of the mind
//	brief | knows | intends
//	               show what people and prompts are told
func runCommand(t *testing.T, s *sessiontest.Session, by prompt.Thinker, command string) string {
	c, tom := &fixture{s, t}, by.(*ToM)
	m, v := c.mind(), c.View()
	word, rest, _ := strings.Cut(command, " ")
	switch {
	case word == "goal":
		c.withGoal(t, rest)
		return ""
	case word == "cognition":
		return concluded(c.conclude(tom, kindCognition, found(t, rest, m.Channel)))
	case word == "reflex":
		return concluded(c.conclude(tom, kindReflex, lineFound{}))
	case word == "mind":
		return m.fields(t, strings.Fields(rest))
	case word == "brief":
		b := tom.Brief(v)
		return strings.Join(slices.Concat(b.Lines, b.Beliefs, slices.Sorted(maps.Keys(b.Suspicion))), "\n")
	case word == "knows":
		return strings.Join(m.knowledge(v, shownFacts), "\n") + fmt.Sprintf("\n%+v", tom.Confided(v))
	case word == "intends":
		return strings.Join(m.intention(v, false), "\n")
	case rest == "goal":
		return tom.statePrompt(v, m, taskGoal).Parsed().Text(sectionJob)
	}
	return tom.linePrompt(v, m, "tom."+rest).Parsed().Text(sectionJob)
}

// found reads an answer about all stages. What it leaves out is as in believes.
func found(t *testing.T, answer, channel string) cognitionFound {
	t.Helper()
	x := struct {
		stateAnswer
		Text, For, Channel string
	}{stateAnswer: believes(""), Channel: channel}
	sessiontest.NoError(t, json.Unmarshal([]byte(answer), &x))
	for i := range x.Beliefs {
		x.Beliefs[i].OfMe = cmp.Or(x.Beliefs[i].OfMe, stanceUnknown)
	}
	does := jobAnswer
	if x.For == "goal" {
		does = jobGoal
	}
	return cognitionFound{state: x.stateAnswer, line: prompt.Written{Text: x.Text}, does: does, channel: x.Channel}
}

// concluded returns the changes of beliefs, whom the bot accuses and what it proposes.
func concluded(out session.Conclusion) string {
	var lines []string
	for _, b := range out.Beliefs {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s: %s to %s by %v", b.Player, b.Belief, b.From, b.To, b.Evidence)))
	}
	if out.Accuse != "" {
		lines = append(lines, "accuses "+out.Accuse)
	}
	if k := out.Candidate; k != nil {
		lines = append(lines, fmt.Sprintf("proposes a %s: %s", k.Kind, k.Parts[0].Text))
	}
	return strings.Join(lines, "\n")
}

// fields returns some fields of the mind as JSON.
func (m *mind) fields(t *testing.T, names []string) string {
	t.Helper()
	var all map[string]json.RawMessage
	sessiontest.NoError(t, json.Unmarshal(session.EncodeMind(m), &all))
	var lines []string
	for _, name := range names {
		lines = append(lines, fmt.Sprintf("%s %s", name, all[name]))
	}
	return strings.Join(lines, "\n")
}

// plan puts a plan into the slot.
func (c *fixture) plan(at session.Millis, kind session.PlanKind, class session.PlanClass, basedOn int64) {
	c.Tell(at, &session.PlanCreated{Plan: session.Plan{
		ID: "pln_1", Kind: kind, Class: class, Text: "hm", BasedOn: basedOn, Phase: c.State.Roster.Phase, TriggerAt: c.State.Clock.Wall(at), DueAt: c.State.Clock.Wall(at + 9000), Silence: 15_000,
	}})
}

// sends sends the plan.
func (c *fixture) sends(at session.Millis, text string) {
	c.Tell(at, &session.MessageSent{MessageID: "msg_1", PlanID: "pln_1", Kind: session.Reply, Sender: "red", Text: text})
}

// withGoal gives the bot a goal that was not said yet.
func (c *fixture) withGoal(t *testing.T, goal string) {
	t.Helper()
	a := believes("")
	a.Goal = goal
	c.conclude(newToM(t, `{}`), kindCognition, cognitionFound{state: a})
}

// TestNothingIsWrittenByNight: cognition goes on while the bot may not speak, without a message.
func TestNothingIsWrittenByNight(t *testing.T) {
	t.Parallel()
	c := newSession(t, func(c *session.Config) {
		c.Game.Phases, c.Game.Phase = []session.Phase{{ID: "day"}, {ID: "night", Speakers: []string{"blue"}}}, "night"
	})
	c.Say(1000, "blue", "i vote green")
	out, m := c.thinks(newToM(t, `{}`), kindCognition, knownJSON, believedJSON, intendedJSON, `{"goal":"wait"}`)
	if out.Candidate != nil || slices.Contains(m.Tasks(), taskMessage) || c.mind().Goal != "wait" {
		t.Errorf("it asks %v and proposes %v", m.Tasks(), out.Candidate)
	}
}

// TestARewriteNeedsNoReserve: the text that is rewritten takes the slot, until the rewrite ends.
func TestARewriteNeedsNoReserve(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.Considered(2000, kindReflex, kindCognition)
	c.Tell(2000, &session.TextRejected{Rule: "repeat", Text: "hello", Kind: kindReflex, Rewrite: &session.Draft{
		Text: "hello", Rule: "repeat", Thought: kindReflex, BasedOn: 2, Kind: session.Reply, Class: session.ClassReflex,
	}})
	during := c.wants(s, 2000)
	c.Say(3000, "green", "red?")
	c.Considered(4000, kindReflex, kindCognition)
	if after := c.wants(s, 4000); len(during) > 0 || !slices.Equal(after, []string{kindReserve}) {
		t.Errorf("it wants %v during the rewrite and %v after it", during, after)
	}
}

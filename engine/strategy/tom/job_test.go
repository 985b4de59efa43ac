package tom

import (
	"strings"
	"testing"

	"ringer/engine/session"
)

// told returns what a prompt says about the next line.
func (c *fixture) told(t *testing.T, task string) string {
	t.Helper()
	p := newToM(t, `{}`).linePrompt(c.view(), c.mind(), task).Parsed()
	return p.Text(sectionJob)
}

// withGoal gives the bot a goal that was not said yet.
func (c *fixture) withGoal(t *testing.T, goal string) {
	t.Helper()
	a := believes("")
	a.Goal = goal
	c.conclude(newToM(t, `{}`), kindCognition, cognitionFound{state: a})
}

func expect(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if without, absent := strings.CutPrefix(part, "!"); absent == strings.Contains(text, without) {
			t.Errorf("%q should hold %q", text, part)
		}
	}
}

// TestALineAnswersOrPursuesTheGoal: a line does one thing. An open question goes before the goal,
// and the goal before small talk.
func TestALineAnswersOrPursuesTheGoal(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	expect(t, c.told(t, taskReserve), "Write a greeting of 1 to 4 words")
	c.Say(1000, "blue", "nice day")
	expect(t, c.told(t, taskMessage), `Reply to line #1 of "Blue".`, "!goal")
	c.withGoal(t, "joke with Blue about rain")
	for _, task := range []string{taskMessage, taskReserve} {
		expect(t, c.told(t, task), `Do this: "joke with Blue about rain".`, "!Reply", "!Answer")
	}
	expect(t, c.told(t, taskReflex), `Reply to line #1 of "Blue".`, "!joke")
	c.Say(2000, "green", "where are you all from?")
	for _, task := range []string{taskReflex, taskMessage, taskReserve, taskSingle} {
		expect(t, c.told(t, task), `Answer the question in line #2 of "Green".`, "!joke")
	}
	c.Say(3000, "gold", "red where do you work?")
	expect(t, c.told(t, taskMessage), `Answer the question in line #3 of "Gold".`)
	c.sends(20_000, "at a bakery in graz")
	expect(t, c.told(t, taskMessage), `Do this: "joke with Blue about rain".`, "do not greet")
}

// TestAMessageInSeveralLines: some players send a message in two or three lines. The answer is to
// all of it.
func TestAMessageInSeveralLines(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	c.Say(1000, "blue", "hi")
	c.Say(20_000, "blue", "so are you")
	c.Say(23_000, "blue", "ready to play")
	c.Say(25_000, "blue", "or not")
	expect(t, c.told(t, taskReflex), `Reply to lines #2 to #4 of "Blue".`)
	c.Say(26_000, "green", "haha")
	expect(t, c.told(t, taskReflex), `Reply to line #5 of "Green".`)
}

// TestQuestionsAtMostEverySecondLine: after a question of the bot it is told to ask nothing, in its
// line and in its goal.
func TestQuestionsAtMostEverySecondLine(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.sends(2000, "blue where are you from?")
	c.Say(3000, "green", "hm")
	const none = "Ask nothing now"
	for _, task := range []string{taskReflex, taskMessage, taskReserve, taskSingle} {
		expect(t, c.told(t, task), none)
	}
	expect(t, s.statePrompt(c.view(), c.mind(), taskGoal).Parsed().Text(sectionJob), "Set a goal without a question")
	c.withGoal(t, "ask Green about rain")
	expect(t, c.told(t, taskMessage), `Do this: "ask Green about rain".`, "Ask nothing now: do it with a statement.")
	c.sends(9000, "i like trains")
	for _, task := range []string{taskReflex, taskMessage, taskReserve, taskSingle} {
		expect(t, c.told(t, task), "!"+none)
	}
	expect(t, s.statePrompt(c.view(), c.mind(), taskGoal).Parsed().Text(sectionJob), "!question")
}

// TestTheReserveKnowsWhoSpokeLast: after its own line the bot adds something that answers nobody.
func TestTheReserveKnowsWhoSpokeLast(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	c.Say(1000, "blue", "hello")
	expect(t, c.told(t, taskReserve), `The last line is #1 of "Blue".`)
	c.sends(2000, "hi blue")
	expect(t, c.told(t, taskReserve), "The last line is yours.")
	expect(t, c.told(t, taskMessage), "The last line is yours.") // there is nothing left to answer
}

// TestNoNameTwiceInARow: after a line with a name the reply has none.
func TestNoNameTwiceInARow(t *testing.T) {
	t.Parallel()
	c := newSession(t)
	c.Say(1000, "blue", "hello")
	c.sends(2000, "hi blue")
	c.Say(3000, "green", "hi too")
	expect(t, c.told(t, taskReflex), "Write no name now.")
	c.sends(9000, "all fine here")
	c.Say(10_000, "green", "good")
	expect(t, c.told(t, taskReflex), "!Write no name now.")
}

// TestALineToAnotherPlayerIsToldSo: so that the bot need not reply to it.
func TestALineToAnotherPlayerIsToldSo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"green you are so quiet": `Line #1 speaks to or of "Green".`, "red and green are quiet": "!speaks to", "you are all so quiet": "!speaks to", "blue is my name": "!speaks to",
	} {
		c := newSession(t)
		c.Say(1000, "blue", text)
		expect(t, c.told(t, taskReflex), `Reply to line #1 of "Blue".`, want)
	}
}

// TestAReflexShowsTheJustSentLine: the bot's last line stands in the transcript of a reflex, and
// the unsent one in its section.
func TestAReflexShowsTheJustSentLine(t *testing.T) {
	t.Parallel()
	c, s := newSession(t), newToM(t, `{}`)
	c.Say(1000, "blue", "hello")
	c.sends(2000, "hi blue")
	c.Say(3000, "green", "so")
	c.plan(4000, session.Reply, session.ClassReflex, 4)
	r := s.linePrompt(c.view(), c.mind(), taskReflex).Render()
	expect(t, r.System+r.User, `"Red" (you): "hi blue"`, "## your unsent line", `"hm"`)
	for range reflexLines {
		c.Say(c.State.Now+9000, "green", "and so on")
	}
	expect(t, c.told(t, taskReflex), `Your last line was "hi blue".`)
}

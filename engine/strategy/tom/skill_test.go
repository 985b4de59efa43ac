package tom

import (
	"fmt"
	"math/rand/v2"
	"ringer/engine/sessiontest"
	"slices"
	"strings"
	"testing"

	"ringer/engine/prompt"
)

// table is a game of four. Its lines are "name: text", five seconds apart. The bot is Yellow.
type table struct {
	lines []string
	// fresh is how many of the newest lines the state has not considered; 0 for all.
	fresh     int
	beliefs   []string
	play      string
	intention []string
	goal      string
	language  string
	knowledge []string
}

var seated = []string{"Blue", "Green", "Red", "Yellow"}

func (c table) parsed(t testing.TB, task string) prompt.Parsed {
	t.Helper()
	var lines []prompt.Line
	var own []string
	for i, text := range c.lines {
		name, said, _ := strings.Cut(text, ": ")
		if lines = append(lines, prompt.Line{Number: int64(i + 1), Clock: int64(5 + 5*i), Name: name, Text: said, Gamemaster: name == "gm"}); name == "Yellow" {
			own = append(own, said)
		}
	}
	fresh := lines
	if c.fresh > 0 {
		fresh = lines[len(lines)-c.fresh:]
	}
	if slices.Contains([]string{taskReflex, taskMessage, taskReserve, taskSingle}, task) {
		fresh = nil // they show all lines together
	}
	if c.language == "" {
		c.language = "en"
	}
	sections := []prompt.Section{
		prompt.TextSection(prompt.SectionRules, "One of the players is a machine."),
		prompt.TextSection(prompt.SectionYou, "Your name in this chat: \"Yellow\"\nWrite every line in: "+c.language),
	}
	var goals []string
	if c.goal != "" {
		goals = []string{c.goal}
	}
	sections = append(sections,
		prompt.ListSection(prompt.SectionPlayers, seated), prompt.TranscriptSection(prompt.SectionTranscript, lines[:len(lines)-len(fresh)]),
		prompt.TextSection(sectionPlay, c.play), prompt.ListSection(sectionKnowledge, c.knowledge), prompt.ListSection(sectionBeliefs, c.beliefs),
		prompt.ListSection(sectionIntention, c.intention), prompt.ListSection(sectionGoal, goals), prompt.TranscriptSection(sectionLatest, fresh),
		prompt.ListSection(prompt.SectionOwn, own), prompt.TextSection(prompt.SectionTime, "It is now "+prompt.FormatClock(int64(5*len(lines)+1))))
	p := sessiontest.Must(prompt.Parse(prompt.Prompt{Task: task, Sections: sections}.Render()))(t)
	return p
}

func (c table) asked(t testing.TB, task string, seed uint64) any {
	t.Helper()
	return Skills()[task](c.parsed(t, task), chance(seed))
}

func (c table) believed(t testing.TB) map[string]believed {
	t.Helper()
	found := map[string]believed{}
	for _, b := range c.asked(t, taskBeliefs, 1).(beliefsAnswer).Players {
		found[b.Name] = b
	}
	return found
}

func (c table) intentionOf(t testing.TB) intentionAnswer {
	t.Helper()
	return c.asked(t, taskIntention, 1).(intentionAnswer)
}

// says returns what the bot says to a task under several seeds, without the empty answers.
func (c table) says(t testing.TB, task string, seeds uint64) (texts []string) {
	t.Helper()
	for seed := range seeds {
		line, ok := c.asked(t, task, seed).(prompt.Written)
		if !ok {
			line = c.asked(t, task, seed).(prompt.ReadWritten).Written
		}
		if line.Text != "" {
			texts = append(texts, line.Text)
		}
	}
	return texts
}

func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

var hello = []string{"Blue: hi", "Yellow: hey", "Red: hello all", "Green: heyy"}

func after(before []string, lines ...string) []string { return slices.Concat(before, lines) }

func TestKnowledgeIsTrue(t *testing.T) {
	t.Parallel()
	c := table{lines: after(hello, "Blue: i work in a bakery", "Red: blue are you a bot?", "Blue: i am human", "Green: where do you live red?", "Red: in berlin"), fresh: 4}
	a := c.asked(t, taskKnowledge, 1).(knownAnswer)
	want := []factAnswer{
		{7, "Blue", `denies it: "i am human"`}, {9, "Red", `says of where they live: "in berlin"`},
	}
	if !slices.Equal(a.Facts, want) || a.Type != "casual" {
		t.Errorf("knows %v of type %s, want %v", a.Facts, a.Type, want)
	}
	if len(a.Patterns) != 3 {
		t.Errorf("sees patterns %v, want one for each of the others", a.Patterns)
	}
	for text, kind := range map[string]string{"Red: haha": "joke", "Red: blue is the bot": "accusation", "Red: i am not a bot": "defence", "Red: how are you all?": "question", "Red: nice day": "casual"} {
		if a := (table{lines: after(hello, text)}).asked(t, taskKnowledge, 1).(knownAnswer); a.Type != kind {
			t.Errorf("%q is of type %s, want %s", text, a.Type, kind)
		}
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	c := table{lines: after(hello[:3],
		"Red: what do you do?", "Red: where are you from blue?", "Blue: i think red is the bot", "Blue: red is a machine for sure", "Blue: yes")}
	a := c.asked(t, taskKnowledge, 1).(knownAnswer)
	got := fmt.Sprint(a.Patterns)
	if want := "[{Blue accuses others} {Green has not written lately} {Red asks more than they tell}]"; got != want {
		t.Errorf("sees %s, want %s", got, want)
	}
}

func TestStateIsTheFourStages(t *testing.T) {
	t.Parallel()
	c := table{lines: after(hello, "Red: i think green is the bot", "Blue: green you sound like a robot"), play: "suspect", beliefs: []string{`"Green": 33 of 100`}}
	a := c.asked(t, taskState, 1).(stateAnswer)
	if fmt.Sprint(a.Knowledge) != fmt.Sprint(c.asked(t, taskKnowledge, 1).(knownAnswer).knowledgeAnswer) || fmt.Sprint(a.Beliefs) != fmt.Sprint(c.asked(t, taskBeliefs, 1).(beliefsAnswer).Players) {
		t.Errorf("knows and believes %+v", a)
	}
	c.beliefs = nil
	for _, b := range a.Beliefs {
		c.beliefs = append(c.beliefs, fmt.Sprintf("%q: %d of 100", b.Name, b.Suspicion))
	}
	if b := c.intentionOf(t); a.Intention.Suspect != "Green" || a.Intention.Suspect != b.Suspect || a.Intention.Action != b.Action || a.Goal == "" {
		t.Errorf("intends %+v with the goal %q, in stages %+v", a.Intention, a.Goal, b)
	}
}

package tom

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/session"
)

const cutMark = "…"

// saidMark stands in a prompt behind a goal for which a line was sent. Of the others nobody knows
// for certain.
const saidMark = " (said)"

// takeGoal changes the goal. An empty goal leaves the old one, and so does an example of the
// prompt, which small models copy. A goal that was never said may return.
func (r *revision) takeGoal(text string) {
	m := &r.mind
	goal, follows := cutGoal(text), m.Intention.Action+" "+m.Intention.Suspect
	if goal == "" || isExample(r.view, goal) {
		return
	}
	if goal == m.Goal {
		if !mended(r.view) || m.GoalSaid || m.GoalFor == follows {
			return
		}
		goal = "" // the intention has moved on: a next line may do without a goal
	}
	if m.Goal != "" && m.GoalSaid {
		m.LastGoals = append(slices.Clone(m.LastGoals), m.Goal)
		m.LastGoals = m.LastGoals[max(0, len(m.LastGoals)-keptGoals):]
	} else if m.Goal != "" {
		m.Unsaid = append(slices.Clone(m.Unsaid), m.Goal)
	}
	m.Unsaid = slices.DeleteFunc(slices.Clone(m.Unsaid), func(g string) bool { return g == goal })
	m.Unsaid = m.Unsaid[max(0, len(m.Unsaid)-keptGoals):]
	m.Goal, m.GoalSince, m.GoalLines, m.GoalSaid = goal, r.want.BasedOn, nil, false
	if m.GoalFor = ""; mended(r.view) && goal != "" {
		m.GoalFor = follows
	}
}

var quotedText = regexp.MustCompile(`"([^"]*)"`)

func isExample(v session.View, goal string) bool {
	for _, p := range v.Players {
		goal = strings.ReplaceAll(goal, p.Name, "")
	}
	words := wordsOf(goal)
	for _, example := range examples[taskGoal] {
		for _, shown := range quotedText.FindAllStringSubmatch(strings.NewReplacer("{A}", "", "{B}", "").Replace(example), -1) {
			if slices.Equal(words, wordsOf(shown[1])) {
				return true
			}
		}
	}
	return false
}

func cutGoal(text string) string {
	whole := session.OneLine(text)
	goal := session.Shortened(cutWords(whole, goalWords), keptChars)
	if goal != whole {
		goal = strings.TrimRight(goal, " .") + cutMark
	}
	return goal
}

func (m *mind) open() bool { return m.Goal != "" && !m.GoalSaid }

// saysMuch reports whether the goal accuses or asks, which one or two words cannot.
func (m *mind) saysMuch() bool {
	words := wordsOf(m.Goal)
	return m.Intention.Action == actionAccuse || m.Intention.Action == actionVote || len(words) > 0 && slices.Contains(longVerbs, words[0])
}

// longVerbs begin goals that take a sentence.
var longVerbs = []string{"accuse", "ask", "challenge", "point", "tell", "test"}

func (m *mind) pursue(text string) {
	if m.open() && !slices.Contains(m.GoalLines, text) {
		m.GoalLines = append(slices.Clone(m.GoalLines), text)
		m.GoalLines = m.GoalLines[max(0, len(m.GoalLines)-keptLines):]
	}
}

// noteSaid notes whether a line for the goal was sent. The core may have changed some of its words.
func (m *mind) noteSaid(v session.View) {
	if !m.open() {
		return
	}
	for _, x := range v.After(m.GoalSince) {
		if x.Own && (slices.ContainsFunc(m.GoalLines, func(line string) bool { return shares(line, x.Text) }) || mended(v) && m.doesGoal(v, x)) {
			m.GoalSaid = true
			return
		}
	}
}

// doesGoal reports whether a line does the goal in words of its own: it is the accusation that the
// goal wants, or it has most of the goal's longer words.
func (m *mind) doesGoal(v session.View, line session.Message) bool {
	if line.Seq == m.Accused && v.Mentions(m.Goal, m.Intention.Suspect) {
		return true
	}
	names := strings.ToLower(strings.Join(session.Names(v.Players), " "))
	meant, said := []string{}, wordsOf(line.Text)
	for _, w := range wordsOf(m.Goal) {
		if utf8.RuneCountInString(w) >= minMeant && !strings.Contains(names, w) && !slices.Contains(goalVerbs, w) {
			meant = append(meant, w)
		}
	}
	same := 0
	for _, w := range meant {
		if slices.ContainsFunc(said, func(x string) bool { return strings.HasPrefix(x, string([]rune(w)[:minMeant])) }) {
			same++
		}
	}
	return same > 0 && 3*same >= 2*len(meant)
}

// minMeant is the length of a word that means something alone, in characters. goalVerbs say what a
// goal does, and stand in no line that does it.
const minMeant = 4

var goalVerbs = []string{"tell", "with", "that", "about", "joke", "laugh", "answer", "accuse", "what", "which", "some", "something", "test", "chat", "talk", "line", "keep", "from"}

// shares reports whether a message has at least half of the words of a line.
func shares(line, said string) bool {
	words, others := wordsOf(line), wordsOf(said)
	same := 0
	for _, w := range words {
		if slices.Contains(others, w) {
			same++
		}
	}
	return same > 0 && 2*same >= len(words)
}

func (m *mind) goals() []string {
	switch {
	case m.Goal == "":
		return nil
	case m.GoalSaid:
		return []string{m.Goal + saidMark}
	}
	return []string{m.Goal}
}

// lastGoals returns the earlier goals, those that were said first.
func (m *mind) lastGoals() (all []string) {
	for _, g := range m.LastGoals {
		all = append(all, g+saidMark)
	}
	return append(all, m.Unsaid...)
}

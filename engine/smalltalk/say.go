package smalltalk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/prompt"
	"ringer/engine/session"
)

// blandEvery is among how many own lines one may be bland: agreement gives a bot away.
const blandEvery = 5

// Say returns a line for the moment. In a game of quests it is about the last decision. Else it is
// the first line that has not been said yet, from the pools that
// suit, in their order. It returns "" if all have been said.
//
// If the player is about to send a line that still fits, it returns that line.
func (s *Scene) Say() string {
	if text := s.Keeps(); text != "" {
		return text
	}
	return s.again()
}

// again returns a line for this moment, whatever the player is about to send.
func (s *Scene) again() string {
	if quest, ok := ReadQuest(s.Parsed, s.rng); ok {
		return quest.Say(true)
	}
	if text, done := s.aboutVillage(); done {
		return text
	}
	m := s.findMoment()
	if !m.line.mine && m.situation != silent {
		s.answers = m.line.Number
	}
	return s.say(m)
}

// Write returns a line for the moment with what becomes of the unsent line, as a model answers.
func (s *Scene) Write() prompt.Written {
	if s.Keeps() != "" {
		return prompt.Written{Unsent: session.LookKeep}
	}
	return s.Written(s.again())
}

// Written returns a text as a model answers: without one the unsent line is dropped.
func (s *Scene) Written(text string) prompt.Written {
	w := prompt.Written{Unsent: session.LookNone, Answers: int(s.answers), Text: text}
	switch {
	case s.pending == "":
	case text == "":
		w.Unsent = session.LookDrop
	default:
		w.Unsent = session.LookReplace
	}
	return w
}

// Begin returns a line that breaks a silence with something new, whatever was said before.
func (s *Scene) Begin() string {
	if text, done := s.aboutVillage(); done {
		return text
	}
	m := moment{situation: silent, line: &spokenLine{by: toNobody, about: -1}}
	if n := len(s.lines); n > 0 {
		m.line = &s.lines[n-1]
	}
	return s.say(m)
}

func (s *Scene) say(found moment) string {
	m := &found
	m.dice = s.rng.IntN(10)
	s.rememberLines()
	names := append(slices.Clone(s.firstMatch(s.poolRules, m)), "@raise", "nudge")
	bland := func(name string) bool {
		return slices.Contains(s.Groups["bland"], name) || name == "@mood" && m.mood == "glad"
	}
	if slices.ContainsFunc(names, bland) && s.saidLately("bland", blandEvery) {
		names = append(slices.DeleteFunc(slices.Clone(names), bland), names...)
	}
	for _, name := range names {
		if text := s.pick(m, s.pool(m, name)); text != "" {
			return text
		}
	}
	for range 20 {
		if text := s.fill(m, pickOne(s.Pools["last"], s.rng).text); text != "" && s.isFresh(text, true) {
			return text
		}
	}
	return ""
}

func (s *Scene) pool(m *moment, name string) []template {
	switch {
	case name == "@raise":
		return s.newTopicLines(m)
	case name == "@mood":
		return s.Pools[m.mood]
	case name == "@clue": // what speaks against the suspect
		return s.Pools["clue_"+s.suspicion().kind]
	case name == "@answer" && m.topic != nil:
		return m.topic.Answer
	case name == "@react" && m.topic != nil:
		return m.topic.React
	}
	return s.Pools[name]
}

// lateSeconds is the time after which small talk becomes rare, in seconds.
const lateSeconds = 240

// newTopicLines returns lines that raise a new topic, or ask about suspicions if it is late.
func (s *Scene) newTopicLines(m *moment) (lines []template) {
	if s.heated() || s.hunting && s.now > lateSeconds && m.dice < 8 {
		return s.Pools["hunt"]
	}
	var raised []*topic
	for i := range s.lines {
		raised = append(raised, s.topicAt(s.find(&s.lines[i])[questionTopic]), s.topicAt(s.find(&s.lines[i])[remarkTopic]))
	}
	for i := range s.Topics {
		if !slices.Contains(raised, &s.Topics[i]) {
			lines = append(lines, s.Topics[i].Start...)
		}
	}
	return lines
}

func (s *Scene) heated() bool {
	return s.hunting && slices.ContainsFunc(s.lines[max(0, len(s.lines)-6):], func(t spokenLine) bool { return t.hasWordOf(setMachine | setOdd | setGrave) })
}

func (s *Scene) oldEnough() bool {
	return s.hunting && (s.now >= int64(100+s.draw("patience", 100)) || s.heated())
}

// readConversation takes open questions and the unsent line from the prompt, not for a guest.
func (s *Scene) readConversation() {
	if s.guest {
		return
	}
	for _, q := range s.OpenQuestions() {
		for i := range s.lines {
			if t := &s.lines[i]; q.ToYou && t.Number == q.Number && !t.mine {
				t.open, t.to, t.question = true, toMe, true
			}
		}
	}
	s.pending, s.pendingAnswers = s.Pending()
}

func (s *Scene) openAt() int {
	for i := len(s.lines) - 1; i >= 0; i-- {
		if s.lines[i].open {
			return i
		}
	}
	return -1
}

// longWord is the length of a long word, in characters. Shorter words occur in every line.
const longWord = 4

// Said reports whether the newest line of a prompt says what a text would say: most of the text's
// long words stand in it.
func Said(p prompt.Parsed, text string) bool {
	lines := p.Transcript(prompt.SectionTranscript)
	if len(lines) == 0 {
		return false
	}
	said := slices.Collect(splitWords(strings.ToLower(lines[len(lines)-1].Text)))
	long, same := 0, 0
	for w := range splitWords(strings.ToLower(text)) {
		if utf8.RuneCountInString(w) >= longWord {
			long++
			if slices.Contains(said, w) {
				same++
			}
		}
	}
	return 2*same > long
}

// keptLines is the number of lines after which the unsent line is written again.
const keptLines = 3

// Keeps returns the line that the player is about to send if it still fits: nobody has asked the
// player anything or called it since the line that it answers, and few lines have come. It returns
// "" if not.
func (s *Scene) Keeps() string {
	if s.pending == "" {
		return ""
	}
	newer := 0
	for i := len(s.lines) - 1; i >= 0 && s.lines[i].Number > s.pendingAnswers; i-- {
		if s.lines[i].open || s.lines[i].mine || s.lines[i].namesMe {
			return ""
		}
		newer++
	}
	if newer >= keptLines {
		return ""
	}
	return s.pending
}

package smalltalk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/engine/prompt"
)

// readConversation takes over what the prompt says about the state of the conversation: what the
// player was asked and has not answered, and what it is about to send. A guest has another state.
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

// openAt returns the index of the newest line that asks the player and has no answer, or -1.
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

// keptLines is the number of lines after which the line that is about to be sent is written again:
// the talk has moved on.
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

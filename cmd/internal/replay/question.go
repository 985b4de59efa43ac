package replay

import (
	"ringer/engine/game"
	"ringer/engine/mouth"
)

// answerTime is the game time within which a question is answered. Later the talk has moved on.
const answerTime game.Millis = 30_000

// questions counts what was asked of a player directly: by name, or by a plain "you" after its
// line. What is asked of everybody is not counted.
type questions struct {
	// Asked counts the direct questions that the player could answer in time. It leaves out those
	// near the end of the game that were not answered.
	Asked int `json:"questions_asked_of"`
	// Answered counts those after which the player said something within answerTime. A line that
	// the bot had planned without knowing the question answers nothing.
	Answered int `json:"questions_answered"`
	// Asks is the share of the player's messages that ask something.
	Asks float64 `json:"question_share"`
}

// questionsOf counts the questions of a conversation that ends at a game time.
func questionsOf(name string, conversation []spoken, end game.Millis) (q questions) {
	own, asks := 0, 0
	for i := range conversation {
		m := &conversation[i]
		if m.Gamemaster {
			continue
		}
		asking := mouth.Ask(m.Text)
		if m.Name == name {
			own++
			if asking.Asks {
				asks++
			}
			continue
		}
		if !asking.Asks || !speaksTo(name, m, asking, conversation[:i]) {
			continue
		}
		switch {
		case answers(name, m, conversation[i+1:]):
			q.Asked++
			q.Answered++
		case m.At+answerTime <= end:
			q.Asked++
		}
	}
	q.Asks = float64(asks) / float64(max(own, 1))
	return q
}

// speaksTo reports whether a question speaks to a player: it names the player, or it names nobody,
// says "you", and follows a line of the player.
func speaksTo(name string, m *spoken, asking mouth.Asking, before []spoken) bool {
	if mouth.Mentions(m.Text, name) {
		return true
	}
	if !asking.You || asking.All {
		return false
	}
	last := ""
	for i := range before {
		b := &before[i]
		if b.Gamemaster || b.Channel != m.Channel || b.Name == m.Name {
			continue
		}
		last = b.Name
		if mouth.Mentions(m.Text, b.Name) {
			return false
		}
	}
	return last == name
}

// answers reports whether one of the lines after a question is an answer of the player.
func answers(name string, question *spoken, after []spoken) bool {
	for i := range after {
		m := &after[i]
		if m.At > question.At+answerTime {
			return false
		}
		if m.Name == name && !m.Gamemaster && m.Channel == question.Channel && (!m.Bot || m.basedOn >= question.seq) {
			return true
		}
	}
	return false
}

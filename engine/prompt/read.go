package prompt

import (
	"strings"

	"ringer/engine/session"
)

// LineRead is what a model reads a line as. It is a part of the answer of each call that looks at
// the newest lines anyway.
type LineRead struct {
	Line int `json:"line"` // Line is the number of the line in the transcript.
	// To are the names of the players to whom it is said; all for everybody, empty for nobody.
	To      []string `json:"to"`
	Expects bool     `json:"expects_answer"`
	// Answers is the number of the line that it answers; 0 for none.
	Answers int `json:"answers"`
}

// Written is the answer of each call that writes a line of the bot.
type Written struct {
	// Unsent is what becomes of the line that waits, if the prompt shows one; else none.
	Unsent session.Look `json:"unsent" enum:"none,keep,replace,drop" missing:"ok" former:"do"`
	// Answers is the number of the line that the text answers; 0 for none.
	Answers int    `json:"answers" missing:"ok"`
	Text    string `json:"text"`
}

// Choice returns what becomes of the line that waits. An answer without the field, as older ones
// are, drops the line by an empty text.
func (w Written) Choice() session.Look {
	if w.Unsent == "" && strings.TrimSpace(w.Text) == "" {
		return session.LookDrop
	}
	return w.Unsent
}

// AnsweredSeq returns the seq of the line that the text answers, or 0.
func (w Written) AnsweredSeq(v session.View) int64 {
	if m, ok := v.Numbered(int64(w.Answers)); ok && w.Answers > 0 {
		return m.Seq
	}
	return 0
}

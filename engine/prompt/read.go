package prompt

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
	Unsent string `json:"unsent" enum:"none,keep,replace,drop"`
	// Answers is the number of the line that the text answers; 0 for none.
	Answers int    `json:"answers"`
	Text    string `json:"text"`
}

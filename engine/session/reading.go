package session

// Reading is what a line of the chat is: to whom it is said, whether it expects an answer, and
// which earlier line it answers.
type Reading struct {
	Seq int64 `json:"message_seq"` // Seq is the seq of the line.
	// To are the ids of the players to whom it is said. It is empty if it is said to all, or to
	// nobody.
	To  []string `json:"to,omitempty"`
	All bool     `json:"all,omitempty"` // All says that it is said to everybody.
	// Expects says that the line waits for an answer.
	Expects bool `json:"expects_answer"`
	// Answers is the seq of the line that it answers. It is left out for none.
	Answers int64 `json:"answers_seq,omitempty"`
}

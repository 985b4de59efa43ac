package gameshow

import (
	_ "embed"
	"strings"

	"ringer/engine/referee/match"
)

//go:embed questions.txt
var questionsText string

// questions returns the questions of a show in the order in which the rules ask them: the given
// ones, then the built-in ones in an order that the seed decides.
func questions(given []string, seed int64) []string {
	own := match.Shuffled(strings.Split(strings.TrimSpace(questionsText), "\n"), seed, "questions")
	return append(append([]string{}, given...), own...)
}

package llm

import (
	"math"

	"ringer/engine/session"
)

// Price is what a model costs, in currency per million tokens, or micros per token.
type Price struct {
	// Prompt is for tokens of the prompt.
	Prompt float64
	// Cached is for tokens of the prompt in the server's cache; 0 means the same as Prompt.
	Cached float64
	// Answer is for tokens of the answer, thinking included.
	Answer float64
}

// cost returns the price in micros, rounded up so that rounding exceeds no budget.
func (p Price) cost(prompt, cached, answer int) int64 {
	if p.Cached == 0 {
		p.Cached = p.Prompt
	}
	micros := float64(prompt-cached)*p.Prompt + float64(cached)*p.Cached + float64(answer)*p.Answer
	return int64(math.Ceil(micros - 1e-6)) // a rounding error of floats must not cost a whole micro
}

func (p Price) maxCost(prompt, answer int) session.Spent {
	return session.Spent{Calls: 1, PromptTokens: prompt, AnswerTokens: answer, CostMicros: p.cost(prompt, 0, answer)}
}

// bytesPerToken is the usual rule for English.
const bytesPerToken = 4

// tokens estimates the tokens of a text.
func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

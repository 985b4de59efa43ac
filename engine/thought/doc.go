// Package thought holds the core's own thoughts, which every session needs, whatever its strategy.
// Package session decides when such a thought is wanted and what its finding changes. The thoughts
// leave the strategy's mind as it was.
//
// [Think] runs the model calls of one thought and returns its finding. [Skills] returns the skills
// with which the offline model answers the same tasks. They understand neither the question of a
// vote nor the reason why a text was refused.
//
// A model sees the options of a vote in a random order, under keys in that order. So neither the
// keys nor the platform's order influence the vote. A judgement holds probabilities by option id.
// The model's percentages need not add up: vote_answer.go accepts fractions, other sums than 100
// and missing options.
package thought

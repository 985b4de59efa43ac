// Package thought holds the core's own thoughts, which every session needs, whatever its strategy.
// Package game decides when such a thought is wanted and what its finding changes. The thoughts
// leave the strategy's mind as it was.
//
// [Think] runs the model calls of one thought and returns its finding:
//
//   - core.summarise (summary.go) retells the messages that leave the transcript's window.
//   - core.rewrite (rewrite.go) finds another wording for a text that the mouth has refused.
//   - core.reconsider (reconsider.go) looks at the plan again when somebody has written meanwhile.
//   - core.biography (biography.go) makes one person of the facts that were drawn for the bot, or
//     of the persona that a platform gave.
//   - core.judge (vote.go) decides a vote. The file vote_ballot.go shows the vote to the model, and
//     vote_answer.go turns the answer into a judgement.
//
// The prompts stand in prompts/. [Skills] returns the skills with which the offline model answers
// the same tasks. Each skill stands beside its thought, in summary_skill.go, rewrite_skill.go and
// vote_skill.go. The skill for votes reads from the transcript how each player writes
// (vote_opinion.go).
//
// A model sees the options of a vote in a random order, under keys in that order. So neither the
// keys nor the platform's order influence the vote. A judgement holds probabilities by option id.
// The model's percentages need not add up: vote_answer.go accepts fractions, other sums than 100
// and missing options.
//
// The skills are limited: they understand neither the question of a vote nor the reason why a text
// was refused.
package thought

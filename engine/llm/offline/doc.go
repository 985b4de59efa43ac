// Package offline is the model that answers when no other is configured: a small, seeded, rule-based player. It is not a
// language model. It reads the prompts as a model would, and answers with the skill that stands beside the strategy; a task
// without a skill gets values that fit the asked shape.
//
// Transport puts it behind the ordinary client, as a server of the chat completions API inside the process. Model.Asker
// leaves the wire out, for the simulator.
package offline

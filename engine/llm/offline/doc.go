// Package offline is the model that answers when no other is configured: a small, seeded, rule-based player. It is not a
// language model. It reads the prompts as a model would, and answers with the skill that stands beside the strategy; a task
// without a skill gets values that fit the asked shape, and what is no task of ours a remark.
//
// Server speaks the chat completions API for it, streams included, and can be slow and fail in all the ways that servers and models
// do. Transport is the same handler inside the process, behind the ordinary client, without delay and fault. Model.Asker leaves the
// wire out, for the simulator.
package offline

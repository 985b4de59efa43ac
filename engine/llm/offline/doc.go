// Package offline is the model that answers when no other is configured. It is a small rule-based
// player, not a language model. It reads the prompts as a model would. A strategy's task is
// answered by the skill that the strategy registers for it. A request without a skill gets random
// values of the asked schema, or a short remark if it has no schema. The same seed always gives the
// same answer.
//
// There are three ways to ask it:
//
//	Server      speaks the chat completions API, with streams, delays, faults and scripts
//	Transport   is the same handler inside the process, without delays and faults
//	Model.Asker skips HTTP, for the simulator
package offline

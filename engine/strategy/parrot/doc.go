// Package parrot is the smallest complete strategy, and the template for a new one. It repeats a
// word of the last message. In a long silence it asks whether anybody is there. It accuses the
// player who repeats others most. The registry does not list it: the tests that play it register it
// themselves.
//
// To write a strategy of your own, copy this folder, give the package, the type, Name and the task
// other names, and change these parts:
//
//  1. options.json: the JSON schema of the options with bounds and defaults. The struct options has
//     a field for each.
//  2. prompts: one file for each instruction that a model gets. Instructions lists them all.
//  3. Wants: which thoughts the chat calls for now, and when.
//  4. Think: the model calls of one thought. repeatPrompt shows what a prompt must hold.
//  5. Conclude: what the bot remembers after a thought, what it would say, whom it would accuse.
//  6. Brief: what the bot remembers, in sentences for people, and whom it suspects.
//  7. Skills: code that answers the prompts in place of a model, for tests and first games.
//  8. One line in All of ../registry.go. Then tests ask for a page in docs/strategies, linked
//     from docs/strategies.md, and a line in the README.
//
// One message goes this way:
//
//	message -> Wants -> Think -> Conclude -> the core's slot -> sent
//	                      |         |
//	                    a model   the mind
//
// The strategy asks the core for thoughts and proposes texts. The core does the rest: it checks and
// sends each text, repeats failed thoughts, and stores the log. A strategy therefore reads no
// clock, keeps no state of its own and starts no goroutine.
//
// A strategy may have more methods, such as Instructions: docs/strategies.md lists them.
package parrot

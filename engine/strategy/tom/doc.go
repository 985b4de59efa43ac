// Package tom is the strategy of "Conversational Agents in Multi-User Environments" (Halmdienst,
// Tanriverdi, Schmid, Lewandowski and Nessler): a Theory of Mind. The bot keeps a mental state
// (§3.2, mind.go): what was said, what it thinks of each player, and what it wants. Two processes
// answer from that state:
//
//	message ┬─ reflex     one call, with the state from before the message ────────────────┐
//	        └─ cognition  knowledge → beliefs → intention → goal → message, a call each ───┴→ slot
//
// Both start when a message comes. A message of cognition replaces a reflex reply that has not been
// sent. If the bot has already spoken, the message of cognition becomes the reserve. While the bot
// may speak there is always a plan, or a thought that will bring one; a failed thought runs again
// (§3.3).
//
// There are four kinds of thought. Whom the bot plays, the core decides before the first message.
//
//	reflex     reply.go      after each message of another player: a quick line (§3.1)
//	cognition  cognition.go  after each message of somebody else: a new state, and a line from it.
//	                         It runs once for all messages that came during the last run.
//	reserve    reply.go      when there is no plan and nothing new: a line that ends a silence
//	single     reply.go      in place of reflex and cognition, for the paper's predecessor:
//	                         one prompt without a mental state
package tom

// Package tom is the strategy of "Conversational Agents in Multi-User Environments" (Halmdienst,
// Tanriverdi, Schmid, Lewandowski and Nessler): a Theory of Mind. The bot keeps a mental state
// (§3.2, mind.go): what was said, what it thinks of each player, and what it wants. Two processes
// answer from that state:
//
//	message ┬─ reflex     one call, with the state from before the message ────────────────┐
//	        └─ cognition  knowledge → beliefs → intention → goal → message, a call each ───┴→ slot
//
// Both start when a message comes. A message of cognition replaces a reflex reply that has not been
// sent. If the bot has already spoken, that message becomes the reserve. While the bot may speak
// there is always a plan, or a thought that will bring one. A thought that failed is tried again at
// a set time (§3.3).
//
// There are five kinds of thought:
//
//	persona    persona.go    before the bot's first message: who the bot plays
//	reflex     reply.go      after each message of another player: a quick line (§3.1)
//	cognition  cognition.go  after each message of somebody else: a new state, and a line from it.
//	                         Messages that come while it runs share the next run.
//	reserve    reply.go      when there is no plan and nothing new: what to say into a silence
//	single     reply.go      in place of reflex and cognition, for the paper's predecessor:
//	                         one prompt without a mental state
//
// wants.go decides when each of them runs. revision.go changes the state by the answers of
// cognition, and play.go moves the phase of play. The files skill*.go answer the prompts offline,
// without a model.
package tom

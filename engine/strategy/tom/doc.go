// Package tom is the strategy of "Conversational Agents in Multi-User Environments" (Halmdienst, Tanriverdi, Schmid, Lewandowski and Nessler):
// a Theory of Mind. It keeps a mental state of what was said, of each player and of what it wants, and two processes answer from it.
//
//	message ─┬─ reflex     one call, from the state as it was before the message ──────────────┐
//	         └─ cognition  knowledge → beliefs → intention → goal → message, each a call ──────┴─→ the slot
//
// Both begin when a message comes. Cognition takes the place of a reflex reply that has not been sent; what it brings after the bot has
// spokeSince becomes the reserve. While the bot may speak there is always a plan: the slot is filled, a thought that will fill it runs, or
// one that failed is tried again at a set time (§3.3).
//
// Five kinds of thought there are:
//
//	persona    before the first message: who the bot plays
//	reflex     after every message of a player (§3.1)
//	cognition  after every message of somebody else; those that come while it runs share the next one
//	reserve    when there is no plan and nothing to consider: what the bot will say into a silence
//	single     in place of reflex and cognition, for the paper's predecessor: one prompt without a mental state
package tom

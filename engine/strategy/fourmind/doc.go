// Package fourmind is the strategy of "FourMind: A lookahead, objective-driven ChatBot" (Bergsmann and Nessler): it continues the whole chat
// as an overseer, and speaks when the continuation begins with the bot.
//
// Four kinds of thought run side by side, and none waits for another:
//
//	lookahead   after every message, the bot's own too: who writes next, and what (§2.3). The share of the simulated paths in which the
//	            bot is first is its urge to speak.
//	silence     when nothing has been said for a while: the same, told that the bot is first. In an empty chat, a greeting.
//	analysis    after every message: its four sides and its receivers (§2.1), by an analyst who is not told which player is
//	            the bot (§3.3). They enrich the message in place; prompts show whatever is there, raw or rich.
//	appraisal   after every eighth message of others: how much the chat doubts each player.
//
// The objective (§2.2) is to support one player and to turn suspicion on another. What the bot says is split at its commas and typed as
// Algorithm 1 has it.
package fourmind

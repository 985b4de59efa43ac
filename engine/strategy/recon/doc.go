// Package recon is the strategy of "Boosting LLM Agents with Recursive Contemplation for Effective
// Deception Handling" (ReCon). The bot thinks twice before it speaks:
//
//	formulation  what is everybody? → think → draft      (§3.1, equations 1 to 4)
//	refinement   how would they read it? → think → speak (§3.2, equations 5 and 6)
//
// The first question is the first-order perspective transition, the second one the second-order
// one. One kind of thought, the contemplation, makes these four calls (Algorithm 1). Thinking and
// drafting are one call, as in figure 17. The guesses go on to the next round. The thoughts stay
// in the mind.
//
// The switches leave parts out. Without refinement there is no second order. Without formulation
// the bot drafts at once. The cheaper paths are the paper's baselines: a chain of thought, then
// plain speaking.
//
// Beyond the paper, the bot computes who can be who in games of quests (package deduction). The
// result stands in the first-order prompt, and decides its votes (play.go). ReCon refines speech,
// not votes: the side tasks of figures 22 to 26 are leanings of the mind.
package recon

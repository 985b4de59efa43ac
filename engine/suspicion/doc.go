// Package suspicion scores lines of a chat: the log-odds that a bot wrote a line, given the
// sender's earlier lines.
//
//	r := suspicion.Embedded().Reader(names)  // one reader a game
//	s += r.Score(line)                       // each line once, in their order
//	r.Alone(line)                            // the line without its history
//	r.Because(line, others)                  // why it reads like a machine
//
// # Method
//
// A line becomes hashed n-grams of characters and words, and numbers such as its length, its marks
// and the time since the line before. Small networks read the vectors of the n-grams and the
// numbers, and the same of the sender's earlier lines. Their log-odds are averaged. The classes are
// balanced in training, so a score has no prior, and scores of a player can be added.
// That sum is S of an accusation (paper on the theory of mind, §3.4 eq. 5).
//
// Names of players are masked. Who sends a line tells only which lines belong together.
//
// # Weights
//
// weights.bin holds the weights. This command makes it, byte for byte, from recorded games:
//
//	ringer suspicion train avalon.jsonl mafia.jsonl resistance.jsonl reverse_turing.jsonl \
//		turing.jsonl --out weights.bin
//
// docs/suspicion.md has the figures, and says what the classifier does not know.
package suspicion

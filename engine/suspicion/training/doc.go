// Package training trains the networks of engine/suspicion on recorded games.
//
// Each line of a player is an example, with the player's earlier lines as its history. The loss is
// the cross-entropy. In each domain people and bots have the same weight together, so the output
// has no prior.
//
// A step hides a part of the n-grams, so no phrase decides alone. Some players have no times, and
// some lines no history. Adam moves the weights, and their moving average is the result.
//
// The same games, options and seed give the same networks, byte for byte. So each product is
// rounded before it is added, and nothing here depends on the order of goroutines.
package training

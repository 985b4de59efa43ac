// Package smalltalk is what the offline player says in a chat, whatever the strategy: the ability that stands in for a language model's.
//
// It reads the transcript as a model would (scene.go, spoken.go), finds the line that calls loudest for an answer (moment.go), tells how likely
// the player is to give one (urge.go), and words it (say.go, wording.go). What it knows and the rules it follows stand in book/*.json. It may look
// with the eyes of any player, so that a strategy can also guess what the others will say.
package smalltalk

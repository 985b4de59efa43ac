// Package thought holds the core's own thoughts: what every session needs, whatever its strategy. Their prompts stand in prompts/, and
// beside each thought is the skill with which the offline model answers it. When they are wanted, and what becomes of what they
// find, is in package game.
package thought

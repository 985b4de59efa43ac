package recording

import "ringer/engine/strategy"

// Play is one game with the bot in one seat.
type Play struct {
	*Game
	Seat    Player
	Variant *strategy.Variant
}

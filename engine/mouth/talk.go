package mouth

// Talk counts who has said how much, in messages.
type Talk struct {
	Own int
	// All is the number of messages of all players, the bot included.
	All     int
	Players int
}

const (
	// shareBound limits the bot's share of the talk as a multiple of an even share, which is 1/n. A
	// bot with much more is the one that always answers.
	shareBound = 1.4
	// shareAfter is the number of messages up to which a share means nothing.
	shareAfter = 8
)

// Left returns how many messages the bot may add now, at most maximum.
func (t Talk) Left(maximum int) int {
	for n := range maximum {
		all := t.All + n + 1
		if all > shareAfter && float64(t.Own+n+1)*float64(t.Players) > shareBound*float64(all) {
			return n
		}
	}
	return maximum
}

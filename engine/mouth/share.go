package mouth

// Talk is who has said how much, in messages.
type Talk struct {
	// Own are the bot's, All those of all players with its own; Players is how many may speak.
	Own, All, Players int
}

// Bounds of the bot's share of the talk. An even share is 1/n; with much more a bot is the one that always answers.
const (
	shareBound = 1.4
	shareAfter = 8 // messages: before that a share says nothing
)

// Left returns how many messages the bot may add now, up to a number.
func (t Talk) Left(most int) int {
	for n := range most {
		all := t.All + n + 1
		if all > shareAfter && float64(t.Own+n+1)*float64(t.Players) > shareBound*float64(all) {
			return n
		}
	}
	return most
}

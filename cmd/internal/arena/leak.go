package arena

import "ringer/engine/game"

// secrets returns the sessions that the seats have by the deal. A line leaks if the mouth would
// have refused it for what its seat must conceal.
func secrets(created *game.TableCreated) map[string]game.Config {
	dealt, all := created.Config.Dealt(created.Deal), map[string]game.Config{}
	for i, b := range dealt.Bots {
		all[b.Seat] = dealt.Session(i)
	}
	return all
}

// leaks reports whether a line of a seat gives away what the seat must conceal.
func leaks(seat game.Config, name, text string) bool { return seat.Concealed().Leaks(name, text) }

package scheduler

import "ringer/engine/game"

// The two instructions of the first stage.
const (
	talk   = "talk"
	listen = "listen"
)

// balanceOf is the dynamic scheduler prompting of §2: below 1/n of this phase's messages, with n active players, the bot is
// urged to talk, otherwise to listen. Nobody has spoken yet: talk. Exactly its share: listen.
func balanceOf(v game.View) string {
	own, all, n := v.Talk(v.Me.ID).Phase, 0, 0
	for _, p := range v.Players {
		all += v.Talk(p.ID).Phase
		if p.Presence == game.Active {
			n++
		}
	}
	if all == 0 || own*n < all {
		return talk
	}
	return listen
}

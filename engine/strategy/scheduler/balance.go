package scheduler

import "ringer/engine/game"

// The two instructions of the first stage.
const (
	talk   = "talk"
	listen = "listen"
)

// balanceOf returns the instruction of the first stage: the dynamic scheduler prompting of §2. With
// n active players, a bot with less than 1/n of this phase's messages is told to talk, else to
// listen. With exactly its share it is told to listen. While nobody has spoken it is told to talk.
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

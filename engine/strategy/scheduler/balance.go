package scheduler

import "ringer/engine/game"

// The two instructions of the first stage.
const (
	talk   = "talk"
	listen = "listen"
)

// balanceOf returns the instruction of the first stage: the dynamic scheduler prompting of §2. With
// n active players, a bot below 1/n of this phase's messages is urged to talk, otherwise to listen.
// At exactly its share it listens; while nobody has spoken it talks.
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

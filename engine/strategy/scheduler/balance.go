package scheduler

import "ringer/engine/game"

// The instructions of the first stage. Answer is not in the paper.
const (
	talk   = "talk"
	listen = "listen"
	answer = "answer"
)

// balanceOf returns the instruction of the first stage: the dynamic scheduler prompting of §2. With
// n active players, a bot with less than 1/n of this phase's messages is told to talk, else to
// listen. With exactly its share it is told to listen. While nobody has spoken it is told to talk.
// Whatever its share, a bot that was asked something and has not answered is told to answer.
func balanceOf(v game.View) string {
	if _, asked := v.Asked(); asked {
		return answer
	}
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

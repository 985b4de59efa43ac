package fourmind

import (
	"slices"

	"ringer/engine/game"
	"ringer/engine/timing"
)

// The silence after which the bot speaks first, as the published bot has it.
const (
	earlyMessages = 6 // with fewer the chat has hardly begun
	earlySilence  = 10 * timing.Second
	lateSilence   = 30 * timing.Second
	lateChance    = 0.7               // to speak at that moment
	lateAgain     = 4 * timing.Second // until the next draw
	// jitter keeps two bots from opening at the same moment. It is ours.
	jitter = 3 * timing.Second
)

// wantSilence asks for a message that no other called for. It is one deadline: what has been drawn for a silence stays. A silence that
// brought nothing begins anew.
func (f *FourMind) wantSilence(v game.View) (game.Want, bool) {
	last, _ := v.Last()
	if !v.MaySpeak || v.Plan != nil || v.Path == sparse || last.Seq > v.Thought(lookahead).Considered || !f.options.Greeting && empty(v) {
		return game.Want{}, false
	}
	done := v.Thought(silence)
	rng := game.Draw(v.Seed, last.Seq, "silence:"+v.Me.ID, done.Count+done.Failures)
	wait := earlySilence
	if v.Said >= earlyMessages {
		wait = lateSilence
		for rng.Float64() >= lateChance {
			wait += lateAgain
		}
	}
	wait += timing.Millis(rng.Float64() * float64(jitter))
	return game.Want{Kind: silence, BasedOn: last.Seq, At: max(v.LastActivity, done.FinishedAt) + wait, Silence: true}, true
}

// empty tells whether no player has said anything; what a game master says is no talk.
func empty(v game.View) bool {
	return !slices.ContainsFunc(v.Messages, func(m game.Message) bool { return m.Kind == game.FromPlayer })
}

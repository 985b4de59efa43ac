package fourmind

import (
	"slices"

	"ringer/engine/session"
	"ringer/engine/timing"
)

// How long the chat must be quiet before the bot speaks, from the paper's published code, except
// jitter.
const (
	earlyMessages = 6
	// earlySilence is for a chat of less than earlyMessages.
	earlySilence = 10 * timing.Second
	// lateSilence is the later silence, until a draw with lateChance; each that fails adds
	// lateAgain.
	lateSilence = 30 * timing.Second
	lateChance  = 0.7
	lateAgain   = 4 * timing.Second
	// jitter keeps two bots from speaking at the same moment.
	jitter = 3 * timing.Second
)

// wantSilence asks for a message that ends a silence, whose length is drawn once. After a thought
// that proposed no message a new silence begins.
func (f *FourMind) wantSilence(v session.View) (session.Want, bool) {
	here := v.Here()
	last, _ := here.Last()
	_, looks := f.wantLookahead(v)
	if !v.MaySpeak || v.Plan != nil || v.Path == pathSparse || looks || !f.options.Greeting && empty(v) {
		return session.Want{}, false
	}
	done := v.Progress(kindSilence)
	rng := session.Draw(v.Seed, last.Seq, "silence:"+v.Me.ID, done.Count+done.Failures)
	wait := earlySilence
	if v.Said >= earlyMessages {
		wait = lateSilence
		for rng.Float64() >= lateChance {
			wait += lateAgain
		}
	}
	wait += timing.Millis(rng.Float64() * float64(jitter))
	return session.Want{Kind: kindSilence, BasedOn: last.Seq, At: max(v.LastActivity, done.FinishedAt) + wait, Silence: true}, true
}

func empty(v session.View) bool {
	return !slices.ContainsFunc(v.Messages, func(m session.Message) bool { return m.Kind == session.FromPlayer })
}

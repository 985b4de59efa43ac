package fourmind

import (
	"cmp"
	"slices"

	"ringer/engine/session"
)

// sparseMessages is how many messages of others pathSparse waits for, unless the bot is addressed.
// It saves about four of five calls.
const sparseMessages = 5

// wantLookahead asks for a lookahead after a message here, once a player has written, and while no
// rest of a message is on its way. In the paper each message triggers one, also the bot's own
// (§3.1).
func (f *FourMind) wantLookahead(v session.View) (session.Want, bool) {
	v = v.Here()
	last, ok := v.Last()
	considered := v.Progress(kindLookahead).Considered
	if !ok || !v.MaySpeak || !v.Begun() || last.Seq <= considered || v.Plan != nil && v.Plan.Kind == session.Rest && !v.PlanStale {
		return session.Want{}, false
	}
	w := session.Want{Kind: kindLookahead, BasedOn: last.Seq}
	switch {
	case v.Path == pathSparse:
		return w, needLookahead(v.After(considered))
	case f.options.Triggers == triggerEvery:
		return w, true
	}
	w.At, ok = looksAt(v, considered)
	return w, ok
}

func needLookahead(messages []session.Message) bool {
	foreign := 0
	for i := range messages {
		if messages[i].Addressed {
			return true
		}
		if messages[i].Foreign() {
			foreign++
		}
	}
	return foreign >= sparseMessages
}

// When lines that are not put to the bot are looked at, in milliseconds. People read first, and
// lines that come together share a call.
const (
	// settle is the longest time after the last line, and mostSettle that after the first.
	settle     = 4500
	mostSettle = 8000
	// leaveWord is how long a player who was asked has the word.
	leaveWord = 7000
	// hasShare is how long the bot leaves the word to the others while it has its share of the
	// talk.
	hasShare = 14_000
	// lookBefore is how long before it is due a waiting line is looked at again, besides the call.
	lookBefore = 200
)

// looksAt returns when the bot looks ahead after what others have written since a seq, and whether
// it does at all. What is put to the bot is looked at once, other lines later, the slower the model
// the sooner. A line of the bot that waits is looked at again just before it is due.
func looksAt(v session.View, considered int64) (session.Millis, bool) {
	var first, last *session.Message
	called := false
	for i, lines := 0, v.After(considered); i < len(lines); i++ {
		if m := &lines[i]; !m.Own && !m.Corrects() {
			first, last, called = cmp.Or(first, m), m, called || m.Addressed
		}
	}
	if last == nil {
		return 0, false // after its own line there is nothing new to read
	}
	took := v.Progress(kindLookahead).Took
	q, asked := v.Asked()
	switch {
	case asked && q.Seq > considered, called:
		return 0, true
	case v.Plan != nil:
		return max(last.At, v.PlanDue-took-lookBefore), true
	case !mayHaveTurn(v):
		return last.At + hasShare, true
	case forOther(v):
		return last.At + max(settle, leaveWord-took), true
	}
	u := session.Draw(v.Seed, last.Seq, "settle:"+v.Me.ID, 0).Float64()
	return min(last.At+session.Millis((0.5+u/2)*settle)-took/2, first.At+mostSettle), true
}

// mayHaveTurn reports whether the bot has less than its share of the talk. A draw for each of its
// lines varies it by half a line, so that it does not take turns.
func mayHaveTurn(v session.View) bool {
	own, all := v.PhaseTalk()
	said, _ := v.LastOwn()
	u := session.Draw(v.Seed, said.Seq, "turn:"+v.Me.ID, 0).Float64()
	return float64(own)+u-0.5 < float64(all)/float64(max(1, len(v.Speakers())))
}

// forOther reports whether the newest line asks somebody else alone.
func forOther(v session.View) bool {
	read := v.Readings(1)
	return len(read) == 1 && read[0].Expects && len(read[0].To) > 0 && !slices.Contains(read[0].To, v.Me.ID)
}

// hasTurn reports whether a lookahead is told that the bot has written less than the others. With
// triggerEvery the model finds that by itself.
func (f *FourMind) hasTurn(v session.View) bool {
	own, all := v.PhaseTalk()
	return f.options.Triggers == triggerOpen && own*len(v.Speakers()) < all && !forOther(v)
}

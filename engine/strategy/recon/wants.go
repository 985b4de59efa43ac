package recon

import (
	"ringer/engine/session"
	"ringer/engine/timing"
)

// Wants asks for a contemplation when the bot has something to say. In the paper each player speaks
// once a round, when its turn comes. A chat has no turns, so the bot speaks:
//
//	at once        if it was asked, or if it alone may speak now
//	after others   if it has said nothing yet about the last ruling of a quest game, and else if
//	               it has not had its even share of this phase. It waits for a while that the
//	               seed draws, so that the bots of a game do not all speak at once.
//	first          if only few may speak in a new phase, as among the evil players, and nobody has
//	               begun
//	in a silence   if nobody writes for a long time
func (r *ReCon) Wants(v session.View) []session.Want {
	v = v.Here()
	if !v.MaySpeak || v.Plan != nil && !v.PlanStale || v.Rewriting || decided(v) {
		return nil
	}
	last, _ := v.Last()
	done := v.Progress(kindContemplation)
	w := session.Want{Kind: kindContemplation, BasedOn: last.Seq}
	own, all := v.PhaseTalk()
	speakers := max(1, len(v.Speakers()))
	switch q, asked := v.Asked(); {
	case asked && q.Seq > done.Considered:
		return []session.Want{w}
	case speakers == 1 && own == 0 && (done.Considered < last.Seq || done.Considered < v.PhaseSince):
		w.BasedOn = max(w.BasedOn, v.PhaseSince)
		return []session.Want{w}
	case 2*speakers <= len(v.Active()) && all == 0 && done.Considered < v.PhaseSince:
		w.BasedOn = max(w.BasedOn, v.PhaseSince)
		w.At = v.PhaseBegan + r.gap(v, last, speakers)
		return []session.Want{w}
	case v.Begun() && last.Seq > done.Considered && !last.Own && last.Seq > 0 && wantsWord(v, own*speakers, all):
		w.At = last.At + r.gap(v, last, speakers)
		return []session.Want{w}
	}
	if last.Own || spokeOnRuling(v) || own*speakers > all {
		return nil // it has had its say
	}
	w.Silence = true
	u := session.Draw(v.Seed, last.Seq, "silence:"+v.Me.ID, done.Count).Float64()
	w.At = max(v.LastActivity, done.FinishedAt) + timing.Millis(float64(r.options.Silence<<min(readMind(v).Quiet, mostDoublings))*(1+u/2))
	return []session.Want{w}
}

// wantsWord reports whether the bot has something to say unasked. own counts its lines of the
// phase, times the speakers. In a game of quests it speaks once about each ruling, and else only if
// the others talk much more.
func wantsWord(v session.View, own, all int) bool {
	if v.RuledSince == 0 {
		return own == 0 || own < all
	}
	return !spokeOnRuling(v) || 2*own < all
}

func spokeOnRuling(v session.View) bool {
	own, ok := v.LastOwn()
	return ok && v.RuledSince > 0 && own.Seq > v.RuledSince
}

// The wait for a silence doubles to five minutes and more.
const mostDoublings = 4

// gap returns how long the bot leaves the word to others after a line.
func (r *ReCon) gap(v session.View, last session.Message, speakers int) session.Millis {
	u := session.Draw(v.Seed, last.Seq, "turn:"+v.Me.ID, 0).Float64()
	return timing.Millis(u * float64(r.options.Turn) * float64(speakers-1))
}

// decided reports whether the rulings of a game of quests have ended it: three quests have failed,
// or Merlin was looked for. Sessions of before generation 3 think on.
func decided(v session.View) bool {
	if v.Config.Generation < 3 || !ofSides(v) || len(v.Rulings) == 0 {
		return false
	}
	failed := 0
	for _, u := range v.Rulings {
		if u.Step == session.StepQuest && !u.Passed {
			failed++
		}
	}
	return failed >= winsAt || v.Rulings[len(v.Rulings)-1].Step == session.StepAssassination
}

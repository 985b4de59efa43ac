package tom

import (
	"slices"

	"ringer/engine/game"
)

// Wants asks for the kinds of thought that have something to do. While the bot may speak there is
// always one, unless the slot is filled (§3.3).
func (t *ToM) Wants(v game.View) []game.Want {
	var wants []game.Want
	if t.wantsPersona(v) {
		wants = append(wants, game.Want{Kind: kindPersona, BasedOn: newest(v)})
		if v.Thought(kindPersona).Failures == 0 {
			return wants // the first line needs a persona, so everything else waits
		}
	}
	for _, want := range []func(game.View) (game.Want, bool){t.wantQuick, t.wantCognition, t.wantReserve} {
		if w, ok := want(v); ok {
			wants = append(wants, w)
		}
	}
	return wants
}

// newest returns the seq of the last message, or 0 if there is none.
func newest(v game.View) int64 {
	last, _ := v.Last()
	return last.Seq
}

// quick returns the kind of thought that answers at once.
func (t *ToM) quick() string {
	if t.options.ToM == off {
		return kindSingle
	}
	return kindReflex
}

// thinks reports whether cognition runs on the present path.
func (t *ToM) thinks(v game.View) bool { return t.options.thinks() && v.Path != pathReflex }

// wantQuick asks for a quick reply to a message of another player.
func (t *ToM) wantQuick(v game.View) (game.Want, bool) {
	return game.Want{Kind: t.quick(), BasedOn: lastHeard(v, v.Seq)}, v.MaySpeak && t.unanswered(v)
}

// unanswered reports whether another player has written something that no quick reply has
// considered. A message that cognition has answered meanwhile does not count.
func (t *ToM) unanswered(v game.View) bool {
	last := int64(0)
	for _, m := range v.After(v.Thought(t.quick()).Considered) {
		if m.Foreign() {
			last = m.Seq
		}
	}
	if last == 0 || v.Thought(kindCognition).Considered < last {
		return last > 0
	}
	planned := v.Plan != nil && v.Plan.Class == game.ClassCognition && v.Plan.BasedOn >= last
	return !planned && !spokeAfter(v, last)
}

// lastHeard returns the seq of the last message of somebody else up to a seq, or 0 if there is
// none. The game master counts.
func lastHeard(v game.View, upTo int64) int64 {
	for _, m := range slices.Backward(v.Messages) {
		if !m.Own && m.Seq <= upTo {
			return m.Seq
		}
	}
	return 0
}

// spokeSince reports whether the bot has spoken since the message that a thought answers. If so it
// would answer the same lines twice.
func spokeSince(v game.View, w game.Want) bool { return spokeAfter(v, lastHeard(v, w.BasedOn)) }

// spokeAfter reports whether the bot has spoken after a seq.
func spokeAfter(v game.View, seq int64) bool {
	return slices.ContainsFunc(v.After(seq), func(m game.Message) bool { return m.Own })
}

// wantCognition asks for cognition. It runs also while the bot may not speak, since beliefs still
// change.
func (t *ToM) wantCognition(v game.View) (game.Want, bool) {
	return game.Want{Kind: kindCognition, BasedOn: lastHeard(v, v.Seq)}, t.thinks(v) && v.Me.Presence == game.Active && unconsidered(v)
}

// unconsidered reports whether somebody else has written something that cognition has not
// considered. The game master counts.
func unconsidered(v game.View) bool {
	return slices.ContainsFunc(v.After(v.Thought(kindCognition).Considered), func(m game.Message) bool { return !m.Own })
}

// wantReserve asks for a line for a silence. It waits until the slot is empty, nothing is left to
// consider and no text is being rewritten. An overtaken reserve is replaced.
func (t *ToM) wantReserve(v game.View) (game.Want, bool) {
	pending := t.unanswered(v)
	if t.thinks(v) {
		pending = unconsidered(v)
	}
	if !v.MaySpeak || pending || v.Rewriting || v.Plan != nil && !overtaken(v, *v.Plan) {
		return game.Want{}, false
	}
	return game.Want{Kind: kindReserve, BasedOn: newest(v), Silence: true}, true
}

// overtaken reports whether a plan is a reserve that the chat has left behind.
func overtaken(v game.View, p game.Plan) bool {
	return p.Kind == game.Reserve &&
		(v.PlanStale || slices.ContainsFunc(v.After(p.BasedOn), func(m game.Message) bool { return m.Foreign() }))
}

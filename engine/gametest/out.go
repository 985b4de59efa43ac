package gametest

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// votesOut is a game in which votes put players out.
type votesOut struct{ hosted }

func (h *votesOut) wrong(seat string, a session.Answer) string {
	if a.Abstain || a.Option != seat && slices.Contains(h.vote.options, a.Option) {
		return ""
	}
	return fmt.Sprintf("votes for %q", a.Option)
}

// mostVotes judges what the rules make of the vote: a seat is out.
func (h *votesOut) mostVotes(e session.Event, seat string) {
	v := h.vote
	tally, most := map[string]int{}, 0
	for _, a := range v.answers {
		if a.Option != "" && !h.gone[a.Option] {
			tally[a.Option]++
			most = max(most, tally[a.Option])
		}
	}
	first := slices.DeleteFunc(slices.Clone(v.options), func(o string) bool { return h.gone[o] || tally[o] != most })
	if len(h.waits()) > 0 && steady(e).Before(v.closes.Add(-rounding)) {
		h.blame(e, "%s is out before all have voted", seat)
	}
	if !slices.Contains(first, seat) {
		h.blame(e, "%s is out, and most votes are for %v: %v", seat, first, v.answers)
	}
	if len(first) > 1 {
		h.Ties++
	}
	v.over = true
	h.Out = append(h.Out, seat)
}

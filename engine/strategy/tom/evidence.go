package tom

import (
	"slices"

	"ringer/engine/session"
)

// ruleStep is the most that a suspicion changes, in percent, by lines that were found by rule: they
// need not be the reason.
const ruleStep = 20

const ruleLines = 2

// takeBeliefs changes the beliefs. The reasons are the new lines that the model names, else those
// by or about the player; without one, the suspicion stays.
//
// After new lines of others, every belief adds its log-odds to its running sum (§3.4, equation 5).
// If only those about the writers did, whoever writes most would differ most.
func (r *revision) takeBeliefs(a beliefsAnswer) {
	beliefs := map[string]belief{}
	for _, p := range r.view.Players {
		if b, ok := r.mind.Beliefs[p.ID]; ok {
			beliefs[p.ID] = b
		}
	}
	for _, x := range a.Players {
		if id, ok := r.otherPlayer(x.Name); ok && maySuspect(r.view, id) {
			beliefs[id] = r.believe(id, x)
		}
	}
	if slices.ContainsFunc(r.view.After(r.mind.UpTo), func(m session.Message) bool { return m.Foreign() && m.Seq <= r.want.BasedOn }) {
		for id, b := range beliefs {
			b.Sum = session.AddLogOdds(b.Sum, b.Suspicion)
			beliefs[id] = b
		}
	}
	r.mind.Beliefs = beliefs
}

func (r *revision) believe(id string, x believed) belief {
	was, known := r.mind.Beliefs[id]
	b := belief{
		Suspicion: percent(x.Suspicion), Ally: percent(x.Ally), OfMe: x.OfMe, Tells: tells(x.Tells), Against: shorten(x.Against),
		OfOthers: r.stances(id, x.OfOthers), Evidence: was.Evidence, Relief: was.Relief, Sum: was.Sum,
	}
	named, older := r.namedLines(x.Evidence)
	found := named
	if len(found) == 0 {
		found = r.linesAbout(id)
	}
	if known && len(found) == 0 {
		b.Suspicion = was.Suspicion
	} else if known && len(named) == 0 {
		b.Suspicion = min(max(b.Suspicion, was.Suspicion-ruleStep), was.Suspicion+ruleStep)
	}
	before := was.Suspicion
	if !known {
		before = mediumFrom - 1 // the first belief begins between "hardly" and "somewhat"
	}
	switch {
	case b.Suspicion > before, len(named) > 0 && b.Suspicion == before && b.Suspicion >= mediumFrom:
		b.Evidence = newest(b.Evidence, append(found, older...))
		r.newEvidence[id] = found
	case b.Suspicion < before:
		b.Relief = newest(b.Relief, found)
		r.newEvidence[id] = found
	}
	r.named[id] = len(named) > 0
	b.Level = level(b.Suspicion)
	return b
}

func newest(old, more []int64) []int64 {
	all := slices.Concat(old, more)
	slices.Sort(all)
	all = slices.Compact(all)
	return all[max(0, len(all)-keptEvidence):]
}

func (r *revision) linesAbout(player string) (seqs []int64) {
	for _, m := range r.view.After(r.mind.UpTo) {
		if m.Foreign() && m.Seq <= r.want.BasedOn && (m.Sender == player || r.view.Mentions(m.Text, player)) {
			seqs = append(seqs, m.Seq)
		}
	}
	return seqs[max(0, len(seqs)-ruleLines):]
}

// namedLines returns the seqs of the named lines of others: those that are new to the state, and
// older ones on which the new ones throw light. Alone these move nothing.
func (r *revision) namedLines(lines []int) (fresh, older []int64) {
	for _, n := range lines {
		m, ok := r.seenMessage(n)
		switch {
		case !ok, m.Own, mended(r.view) && !m.Foreign(), len(fresh) >= keptEvidence, slices.Contains(fresh, m.Seq), slices.Contains(older, m.Seq):
		case m.Seq > r.mind.UpTo:
			fresh = append(fresh, m.Seq)
		case mended(r.view):
			older = append(older, m.Seq)
		}
	}
	slices.Sort(fresh)
	if len(fresh) == 0 {
		older = nil
	}
	return fresh, older
}

func percent(n int) int { return min(max(n, 0), 100) }

func tells(all []string) (kept []string) {
	for _, text := range all {
		if text = shorten(text); text != "" && len(kept) < keptTells {
			kept = append(kept, text)
		}
	}
	return kept
}

func (r *revision) stances(of string, all []stance) map[string]string {
	kept := map[string]string{}
	for _, x := range all {
		if id, ok := r.otherPlayer(x.Name); ok && id != of && x.Stance != stanceUnknown && len(kept) < keptStances {
			kept[id] = x.Stance
		}
	}
	return kept
}

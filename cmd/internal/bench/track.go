package bench

import "slices"

// track is what one stream has brought. A stream must bring the seqs 1, 2, 3…, each once.
type track struct {
	// next is the seq after the greatest one that came.
	next int64
	// gaps are the seqs below next that have not come, in order.
	gaps                []span
	events              int64
	doubled, disordered int64
	// marked counts the messages that this run posted.
	marked int64
}

type span struct{ first, last int64 }

// see takes the next seq of a stream, and reports whether it is new. A seq that came already is
// doubled. One that fills a gap is out of order.
func (t *track) see(seq int64) (fresh bool) {
	t.events++
	switch next := max(t.next, 1); {
	case seq >= next:
		if seq > next {
			t.gaps = append(t.gaps, span{next, seq - 1})
		}
		t.next = seq + 1
	case t.fill(seq):
		t.disordered++
	default:
		t.doubled++
		return false
	}
	return true
}

func (t *track) fill(seq int64) bool {
	i := slices.IndexFunc(t.gaps, func(g span) bool { return g.first <= seq && seq <= g.last })
	if i < 0 {
		return false
	}
	var rest []span
	if g := t.gaps[i]; g.first < seq {
		rest = append(rest, span{g.first, seq - 1})
	}
	if g := t.gaps[i]; seq < g.last {
		rest = append(rest, span{seq + 1, g.last})
	}
	t.gaps = slices.Replace(t.gaps, i, i+1, rest...)
	return true
}

func (t *track) last() int64 { return max(t.next, 1) - 1 }

func (t *track) missing(head int64) (n int64) {
	for _, g := range t.gaps {
		n += g.last - g.first + 1
	}
	return n + max(0, head-t.last())
}

// lost returns how many events of a log with the last seq head did not come. accepted is how many
// messages of this run the log must hold: if another event has the seq of an accepted message, the
// message is lost, too. An undecided post that was stored hides such a loss.
func (t *track) lost(head, accepted int64) int64 {
	return max(t.missing(head), accepted-t.marked)
}

// repeated returns how many messages came beyond those that this run can have posted: the log holds
// a message twice. undecided is how many posts may have been stored besides the accepted ones.
func (t *track) repeated(accepted, undecided int64) int64 {
	return max(0, t.marked-accepted-undecided)
}

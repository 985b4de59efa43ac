package systemtest

import (
	"fmt"
	"slices"
	"time"

	"ringer/engine/session"
	"ringer/engine/stats"
)

// tally is what the logs of a row's rounds show.
type tally struct {
	// posts counts the accepted posts.
	posts int
	// repeated counts the accepted posts that took more than one try.
	repeated int
	// known counts the accepted posts that an earlier try had stored.
	known int
	// unknown counts the posts whose outcome was never known.
	unknown int
	// stored counts the posts of unknown outcome that are in the log.
	stored                                     int
	planned, sent, cancelled, replaced, atEnd  int
	lost, doubled, gaps                        int
	worst, worstElsewhere, serverBack, botBack time.Duration
	// clockSet says that a clock is set. Servers do not measure the step exactly.
	clockSet bool
	// slowest is the longest time to the answer to a post, whatever the answer was.
	slowest time.Duration
	// operations counts those of histories.
	operations int
	// stalls counts the posts that had no answer when the client lost its patience.
	stalls int
}

// outage is the time of trouble in a session: from the fault to the bot's first thought about a
// later post.
type outage struct{ from, to time.Time }

func (o outage) touches(from, to time.Time) bool { return !to.Before(o.from) && !from.After(o.to) }

// judge checks one session's log against what the API promises, and reports what is wrong.
func (n *tally) judge(log []session.Event, actions []action, during outage, wrong func(format string, args ...any)) {
	n.countGaps("the log", seqs(log), int64(len(log)), wrong)
	if len(log) == 0 {
		wrong("the log is empty")
		return
	}
	if _, ok := log[len(log)-1].Data.(*session.SessionEnded); !ok {
		wrong("the log ends with %s", log[len(log)-1].Data.Type())
	}
	n.judgeActions(log, actions, wrong)
	n.judgePlans(log, wrong)
	n.judgeTimes(log, during, wrong)
}

// clocksApart is how far the clocks of two replicas may be from each other. On an idle machine it
// is a millisecond.
const clocksApart = 200 * time.Millisecond

// judgeTimes checks that no message was sent before its time. If the platform commanded it, that
// time is by the clock of the replica that took the command.
func (n *tally) judgeTimes(log []session.Event, during outage, wrong func(string, ...any)) {
	commanded := map[string]bool{}
	for _, e := range log {
		if command, ok := e.Data.(*session.PlanCommanded); ok {
			commanded[command.PlanID] = true
		}
		sent, ok := e.Data.(*session.MessageSent)
		if !ok {
			continue
		}
		late := e.At.Sub(sent.DueAt)
		if early := -late; early > clocksApart || early > 0 && !n.clockSet && !commanded[sent.PlanID] {
			wrong("event %d: a message was sent %s early", e.Seq, early)
		}
		n.worst = max(n.worst, late)
		if !during.touches(steady(e).Add(-late), steady(e)) {
			n.worstElsewhere = max(n.worstElsewhere, late)
		}
	}
}

// steady returns when an event happened by a clock that was not set.
func steady(e session.Event) time.Time { return e.At.Add(-e.Shift) }

// quantile returns a quantile of durations as text.
func quantile(all []time.Duration, q float64) string {
	if len(all) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0fms", stats.Quantile(inMillis(all), q))
}

func seqs(log []session.Event) []int64 {
	all := make([]int64, len(log))
	for i, e := range log {
		all[i] = e.Seq
	}
	return all
}

// countGaps checks that a reader saw 1 to last, each once and in order.
func (n *tally) countGaps(who string, seen []int64, last int64, wrong func(string, ...any)) {
	at := int64(0)
	for _, seq := range seen {
		switch {
		case seq <= at:
			n.doubled++
			wrong("%s has %d after %d", who, seq, at)
		case seq > at+1:
			n.gaps++
			wrong("%s has a gap from %d to %d", who, at, seq)
		}
		at = max(at, seq)
	}
	if at != last {
		n.gaps++
		wrong("%s ends at %d, not at %d", who, at, last)
	}
}

// judgeActions checks that each accepted action is in the log, where the answer said. No action is
// there twice. An action that was certainly not carried out is not there.
func (n *tally) judgeActions(log []session.Event, actions []action, wrong func(string, ...any)) {
	stored := map[string][]int64{}
	for _, e := range log {
		switch data := e.Data.(type) {
		case *session.MessageReceived:
			stored[data.Text] = append(stored[data.Text], e.Seq)
		case *session.ObservationReceived:
			stored[data.ID] = append(stored[data.ID], e.Seq)
		case *session.SessionUpdated:
			mark := (*data.Metadata)["mark"]
			stored[mark] = append(stored[mark], e.Seq)
		case *session.MessageReceipt:
			mark := receiptMark(data.MessageID, data.Status)
			stored[mark] = append(stored[mark], e.Seq)
		case *session.PlanCommanded:
			stored[commandMark(data)] = append(stored[commandMark(data)], e.Seq)
		case *session.VoteReceived:
			stored[castMark(data)] = append(stored[castMark(data)], e.Seq)
		}
	}
	for _, d := range actions {
		at := stored[d.mark]
		delete(stored, d.mark)
		n.slowest = max(n.slowest, d.slowest)
		n.stalls += d.stalls
		if len(at) > 1 {
			n.doubled++
			wrong("%q is stored twice, at %v", d.mark, at)
		}
		switch {
		case d.answer == accepted:
			n.posts++
			if d.tries > 1 {
				n.repeated++
			}
			if d.known {
				n.known++
			}
			if len(at) == 0 {
				n.lost++
				wrong("%q was accepted, and is not in the log", d.mark)
			}
			if d.seq > 0 && !slices.Contains(at, d.seq) {
				wrong("%q was accepted as %d and is stored at %v", d.mark, d.seq, at)
			}
		case d.answer == unknown:
			n.unknown++
			n.stored += len(at)
		case len(at) > 0:
			wrong("%q is stored at %v, though the answer said that it was not carried out", d.mark, at)
		}
	}
	for mark, at := range stored {
		wrong("%q is stored at %v, but nobody posted it", mark, at)
	}
}

// judgePlans checks that each plan ends once, and only while it is in the slot. A plan with a
// command must not be replaced.
func (n *tally) judgePlans(log []session.Event, wrong func(string, ...any)) {
	slot, commanded := "", ""
	known := map[string]bool{}
	end := func(seq int64, id string, count *int) {
		*count++
		if id != slot {
			wrong("event %d ends plan %q while the slot holds %q", seq, id, slot)
		}
		slot = ""
	}
	begin := func(seq int64, id string) {
		n.planned++
		if slot != "" || known[id] {
			n.doubled++
			wrong("event %d begins plan %q while the slot holds %q", seq, id, slot)
		}
		slot, known[id] = id, true
	}
	for _, e := range log {
		switch data := e.Data.(type) {
		case *session.PlanCreated:
			begin(e.Seq, data.ID)
		case *session.PlanCommanded:
			if data.PlanID == slot {
				commanded = slot
			}
		case *session.PlanRevised:
			if data.Replaces == commanded {
				n.lost++
				wrong("event %d replaces plan %q, on which there is a command", e.Seq, commanded)
			}
			end(e.Seq, data.Replaces, &n.replaced)
			begin(e.Seq, data.ID)
		case *session.MessageSent:
			end(e.Seq, data.PlanID, &n.sent)
		case *session.PlanCancelled:
			end(e.Seq, data.PlanID, &n.cancelled)
		case *session.SessionEnded:
			if slot != "" {
				end(e.Seq, slot, &n.atEnd)
			}
		}
	}
	if slot != "" {
		n.lost++
		wrong("plan %q was neither sent nor cancelled", slot)
	}
}

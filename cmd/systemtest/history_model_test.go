package systemtest

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"ringer/engine/session"
)

// historyOp is what one request has shown of a log, or what the bot has done to it.
type historyOp struct {
	kind opKind
	// first and last are the seqs of the events. A page that shows none ends at first-1.
	first, last int64
	// atEnd says that the page went to the end of the log.
	atEnd bool
	// row is what a session's row showed.
	row historyRow
	// sender was refused.
	sender string
	// text describes the operation for people.
	text string
}

// historyRow is what the API says of a session beside its log.
type historyRow struct {
	LastSeq int64 `json:"last_seq"`
	Phase   string
	Muted   bool
}

// opKind is what an operation says about the length of the log, when it took effect.
type opKind int

const (
	opAppend  opKind = iota // the events come next
	opKnown                 // the events are there already
	opPage                  // the events are there, and no others follow if the page was not full
	opRow                   // the row shows the state after the last event
	opUnknown               // the sender is not a player yet
	opEnded                 // the session has ended
)

// historyLog is the whole log, read in the end, with the state after each event.
type historyLog struct {
	events []session.Event
	// rows are the states; rows[n] is the state after event n.
	rows []historyRow
	// joined are the events with which players joined.
	joined map[string]int64
	// ended is the last event; MaxInt64 if it does not end the session.
	ended int64
}

// newHistoryLog folds a log, and checks that the bot was silent while it was muted and by night.
func newHistoryLog(events []session.Event, wrong func(string, ...any)) *historyLog {
	l := &historyLog{events: events, rows: make([]historyRow, 1, len(events)+1), joined: map[string]int64{}, ended: math.MaxInt64}
	row := historyRow{Phase: historyPhases[0]}
	for _, e := range events {
		row.LastSeq = e.Seq
		switch data := e.Data.(type) {
		case *session.ObservationReceived:
			switch data.Kind {
			case session.PhaseChanged:
				row.Phase = data.Phase
			case session.BotMuted, session.BotUnmuted:
				row.Muted = data.Kind == session.BotMuted
			case session.PlayerJoined:
				l.joined[data.Player.ID] = e.Seq
			}
		case *session.MessageSent:
			if row.Muted || row.Phase != historyPhases[0] {
				wrong("event %d: the bot speaks in the phase %q, muted %t", e.Seq, row.Phase, row.Muted)
			}
		case *session.SessionEnded:
			l.ended = e.Seq
		}
		l.rows = append(l.rows, row)
	}
	return l
}

// model returns the specification of a log. Its state is the length of the log. The events
// themselves are compared before: what a page shows must be in the whole log.
func (l *historyLog) model() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return int64(0) },
		Step: func(state, input, _ any) (bool, any) {
			return l.step(state.(int64), input.(*historyOp))
		},
		DescribeOperation: func(input, _ any) string { return input.(*historyOp).text },
		DescribeState:     func(state any) string { return fmt.Sprint(state, " events") },
	}
}

// step reports whether an operation may take effect when the log has n events, and returns how many
// it has then.
func (l *historyLog) step(n int64, op *historyOp) (bool, int64) {
	switch op.kind {
	case opAppend:
		return op.first == n+1, op.last
	case opKnown:
		return op.last <= n, n
	case opPage:
		return op.last == n || op.last < n && !op.atEnd, n
	case opRow:
		return op.row == l.rows[n], n
	case opUnknown:
		joined, ok := l.joined[op.sender]
		return !ok || n < joined, n
	case opEnded:
		return n >= l.ended, n
	}
	return false, n
}

// historyLimit is how long the check of a history may take. It usually takes less than a second.
const historyLimit = time.Minute

// checkHistory checks that all operations took effect in some order, each between its request and
// its answer. If not, it draws the history.
func checkHistory(t *testing.T, name string, l *historyLog, history []porcupine.Operation, wrong func(string, ...any)) {
	assignLanes(history)
	result, info := porcupine.CheckOperationsVerbose(l.model(), history, historyLimit)
	if result == porcupine.Ok {
		return
	}
	path := filepath.Join(t.ArtifactDir(), name+".html")
	wrong("the history of %d operations is not that of a log (%s); go test -artifacts keeps its drawing, %s%s", len(history), result, path, stale(history))
	f, err := os.Create(path)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	if err := porcupine.Visualize(l.model(), info, f); err != nil {
		t.Error(err)
	}
}

// assignLanes gives each operation a line of the drawing on which nothing else is drawn at that
// time. Operations without an answer share the first line.
func assignLanes(history []porcupine.Operation) {
	slices.SortStableFunc(history, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	ends := []int64{math.MaxInt64}
	for i := range history {
		op := &history[i]
		if op.Return == math.MaxInt64 {
			continue
		}
		op.ClientId = slices.IndexFunc(ends, func(end int64) bool { return end < op.Call })
		if op.ClientId < 0 {
			op.ClientId, ends = len(ends), append(ends, 0)
		}
		ends[op.ClientId] = op.Return
	}
}

// stale describes reads that did not show what had been answered before they began: how many there
// are, and the one that was latest.
func stale(history []porcupine.Operation) (text string) {
	byAnswer := slices.Clone(history)
	slices.SortFunc(byAnswer, func(a, b porcupine.Operation) int { return cmp.Compare(a.Return, b.Return) })
	n, worst := 0, time.Duration(0)
	for _, read := range history {
		op := read.Input.(*historyOp)
		shown, isRead := op.shown()
		if !isRead {
			continue
		}
		for _, before := range byAnswer {
			if before.Return >= read.Call {
				break
			}
			if earlier := before.Input.(*historyOp); earlier.proves() > shown {
				n++
				if late := time.Duration(read.Call - before.Return); late >= worst {
					worst = late
					text = fmt.Sprintf("%s, from %s to %s, though %s, until %s", op.text, time.Duration(read.Call), time.Duration(read.Return), earlier.text, time.Duration(before.Return))
				}
				break
			}
		}
	}
	if n > 0 {
		text = fmt.Sprintf("\n\t%d reads were stale; the latest is %s later: %s", n, worst, text)
	}
	return text
}

// shown returns the last event at the time of a read. isRead is false if the operation does not say
// which that was.
func (op *historyOp) shown() (last int64, isRead bool) {
	switch {
	case op.kind == opPage && op.atEnd:
		return op.last, true
	case op.kind == opRow:
		return op.row.LastSeq, true
	}
	return 0, false
}

// proves returns an event that is in the log once the operation is over; 0 if there is none.
func (op *historyOp) proves() int64 {
	if op.kind == opRow {
		return op.row.LastSeq
	}
	return op.last
}

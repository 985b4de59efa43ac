package systemtest

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"

	"ringer/engine/session"
)

// finish ends the session while the clients still use it. Then it checks the whole history, and
// returns how many operations that has.
func (h *history) finish(name string, wrong func(string, ...any)) (operations int) {
	h.store(http.MethodPost, "/end", map[string]any{}, true, "end")
	pause(h.ctx, 100*time.Millisecond)
	close(h.stop)
	h.clients.Wait()
	if h.ctx.Err() != nil {
		wrong("the clients of the history had no time to finish")
		return 0
	}
	events := h.platform.log(h.ctx, h.address)
	h.judgeFloor(events, wrong)
	log := newHistoryLog(events, wrong)
	operations = len(h.attempts) + len(h.pages) + len(h.others)
	checkHistory(h.platform.t, name, log, slices.Concat(h.writes(log, wrong), h.reads(log, wrong), h.others), wrong)
	return operations
}

// judgeFloor checks that the bot spoke, that the clients read something, and what became of the
// bot's plans.
func (h *history) judgeFloor(events []session.Event, wrong func(string, ...any)) {
	var plans tally
	plans.judgePlans(events, wrong)
	rows := 0
	for _, op := range h.others {
		if op.Input.(*historyOp).kind == opRow {
			rows++
		}
	}
	if plans.sent == 0 || len(h.pages) == 0 || rows == 0 {
		wrong("the history has %d messages of the bot, %d pages and %d rows; want some of each", plans.sent, len(h.pages), rows)
	}
}

// writes returns the operations of all attempts, and of what the bot did. A part of an attempt of
// unknown outcome that is in the log was stored at some time after the request.
func (h *history) writes(l *historyLog, wrong func(string, ...any)) (all []porcupine.Operation) {
	at := map[string]int64{}
	for _, e := range l.events {
		mark := markOf(e.Data)
		if _, twice := at[mark]; twice && mark != "" {
			wrong("%q is stored twice, at %d and %d", mark, at[mark], e.Seq)
		}
		at[mark] = e.Seq
	}
	claimed := make([]bool, len(l.events)+1)
	add := func(kind opKind, first, last int64, s span, text string) {
		for seq := first; seq <= last && kind == opAppend; seq++ {
			claimed[seq] = true
		}
		all = append(all, porcupine.Operation{Input: &historyOp{kind: kind, first: first, last: last, text: text}, Call: int64(s.call), Return: int64(s.done)})
	}
	var doubtful []attempt
	for _, a := range h.attempts {
		first, last := at[a.marks[0]], at[a.marks[len(a.marks)-1]]
		switch {
		case a.answer == unknown, a.answer == accepted && len(a.seqs) == 0:
			doubtful = append(doubtful, a)
		case a.answer != accepted:
			continue
		case first == 0 || a.seqs[0] != first || a.seqs[len(a.seqs)-1] != last:
			wrong("%v was accepted as %v and is stored at %d to %d", a.marks, a.seqs, first, last)
		case a.known:
			add(opKnown, first, last, a.span, fmt.Sprintf("%v known at %d", a.marks, first))
		default:
			add(opAppend, first, last, a.span, fmt.Sprintf("%v stored at %d", a.marks, first))
		}
		if a.answer == accepted && len(a.seqs) == 0 {
			if first == 0 {
				wrong("%v was accepted, and is not in the log", a.marks)
			}
			add(opKnown, first, last, a.span, fmt.Sprintf("%v done at %d", a.marks, first))
		}
	}
	slices.SortStableFunc(doubtful, func(a, b attempt) int { return int(a.call - b.call) })
	for _, a := range doubtful {
		first, last := at[a.marks[0]], at[a.marks[len(a.marks)-1]]
		if first > 0 && !claimed[first] {
			a.done = math.MaxInt64
			add(opAppend, first, last, a.span, fmt.Sprintf("%v perhaps stored, at %d", a.marks, first))
		}
	}
	for _, e := range l.events {
		if claimed[e.Seq] {
			continue
		}
		if mark := markOf(e.Data); mark != "" {
			wrong("%q is stored at %d, though no answer allows that", mark, e.Seq)
		}
		add(opAppend, e.Seq, e.Seq, span{0, math.MaxInt64}, fmt.Sprintf("%s at %d", e.Data.Type(), e.Seq))
	}
	return all
}

// reads returns the operations of all pages, whose events it compares with the log.
func (h *history) reads(l *historyLog, wrong func(string, ...any)) (all []porcupine.Operation) {
	for _, p := range h.pages {
		last := p.after + int64(len(p.events))
		for i, sum := range p.events {
			seq := p.after + int64(i) + 1
			if seq > int64(len(l.events)) || fingerprint(l.events[seq-1]) != sum {
				wrong("a page after %d shows something else than event %d", p.after, seq)
				break
			}
		}
		all = append(all, porcupine.Operation{Call: int64(p.call), Return: int64(p.done), Input: &historyOp{
			kind: opPage, first: p.after + 1, last: last, atEnd: p.atEnd, text: fmt.Sprintf("page %d to %d, at end %t", p.after+1, last, p.atEnd),
		}})
	}
	return all
}

// markOf returns the mark of what a client has stored, or "" for what the bot did.
func markOf(p session.Payload) string {
	switch data := p.(type) {
	case *session.MessageReceived:
		return strings.TrimPrefix(data.Text, historyLine)
	case *session.ObservationReceived:
		return data.ID
	case *session.SessionUpdated:
		return (*data.Metadata)["mark"]
	case *session.SessionEnded:
		return "end"
	}
	return ""
}

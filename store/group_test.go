package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
)

// parse reads appends from words like "a.fact", "b.barrier@3" or "a.act@3": session, guard, and
// after @ the barrier in the guard. A number after + counts the events.
func parse(t *testing.T, words string) []*request {
	t.Helper()
	var list []*request
	for _, word := range strings.Fields(words) {
		var a journal.Append
		count := 1
		head, _, _ := strings.Cut(word, "+")
		if head != word {
			fmt.Sscanf(word[len(head):], "+%d", &count)
		}
		head, under, _ := strings.Cut(head, "@")
		fmt.Sscanf(under, "%d", &a.Guard.Barrier)
		sessionID, kind, _ := strings.Cut(head, ".")
		a.Session = sessionID
		switch kind {
		case "fact":
		case "barrier", "end":
			a.Guard.Kind, a.Barrier, a.End = journal.BarrierFact, kind == "barrier", kind == "end"
		case "act":
			a.Guard.Kind, a.Guard.Owner, a.Guard.Epoch = journal.Act, "me", 1
		default:
			t.Fatalf("unknown word %s", word)
		}
		a.Events = make([]session.Event, count)
		for i := range a.Events {
			a.Events[i].Data = &session.TypingStarted{PlanID: word}
		}
		r := sessiontest.Must(newRequest(t.Context(), a, nil))(t)
		list = append(list, r)
	}
	return list
}

// words is the reverse of parse.
func words(requests []*request) string {
	var list []string
	for _, r := range requests {
		list = append(list, r.Events[0].Data.(*session.TypingStarted).PlanID)
	}
	return strings.Join(list, " ")
}

func TestNextGroup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, waiting, group, rest string }{
		{"AllAtOnce", "a.fact b.fact a.fact", "a.fact b.fact a.fact", ""},
		{"OneGuardOfASession", "a.fact a.act@1 b.act@1", "a.fact b.act@1", "a.act@1"},
		{"OneBarrierOfASession", "a.act@1 a.act@2 a.act@1", "a.act@1", "a.act@2 a.act@1"},
		{"TheOrderOfASessionIsKept", "a.fact a.act@1 a.fact b.fact", "a.fact b.fact", "a.act@1 a.fact"},
		{"NothingAfterABarrier", "a.barrier@1 a.barrier@1 b.fact", "a.barrier@1 b.fact", "a.barrier@1"},
		{"NothingAfterTheEnd", "a.end@1 a.end@1", "a.end@1", "a.end@1"},
		{"SeveralActsOfOneGuard", "a.act@1 a.act@1", "a.act@1 a.act@1", ""},
		{"UpToTheLimitOfEvents", "a.fact+1000 b.fact+24 c.fact a.fact", "a.fact+1000 b.fact+24", "c.fact a.fact"},
		{"SkippedAppendsStayFirst", "a.fact a.act@1 b.fact+1023 c.fact", "a.fact b.fact+1023", "a.act@1 c.fact"},
		{"AnAppendOverTheLimitGoesAlone", "a.fact+5000 b.fact", "a.fact+5000", "b.fact"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			group, rest := nextGroup(parse(t, c.waiting))
			if words(group) != c.group || words(rest) != c.rest {
				t.Errorf("group %q, rest %q; want %q and %q", words(group), words(rest), c.group, c.rest)
			}
		})
	}
}

// recorder is an appender that records the groups. Each group waits for a token.
type recorder struct {
	groups []string
	tokens chan struct{}
	// bad is a session whose groups fail.
	bad string
}

func (r *recorder) asked() int { return len(r.groups) }

func (r *recorder) store(group []*request) error {
	<-r.tokens
	r.groups = append(r.groups, words(group))
	if slices.ContainsFunc(group, func(one *request) bool { return one.Session == r.bad }) {
		return errBad
	}
	for _, one := range group {
		one.finish(outcome{appended: journal.Appended{Events: one.Events, Known: make([]bool, len(one.Events))}})
	}
	return nil
}

// enqueue starts appends in goroutines, one after another, and returns a slice for their errors.
func enqueue(t *testing.T, g *grouper, ctx context.Context, line string) []error {
	t.Helper()
	requests := parse(t, line)
	errs := make([]error, len(requests))
	for i, r := range requests {
		go func() {
			done, err := g.append(ctx, r.Append)
			if err == nil && !reflect.DeepEqual(done.Events, r.Events) {
				err = errors.New("the outcome belongs to another append")
			}
			errs[i] = err
		}()
		synctest.Wait()
	}
	return errs
}

// setupGrouper returns a grouper with a recorder. finish gives it all tokens, and closes the
// grouper.
func setupGrouper() (r *recorder, g *grouper, finish func()) {
	r = &recorder{tokens: make(chan struct{}, 100)}
	g = startGrouper(r, func(GroupStats) {})
	return r, g, func() {
		for range cap(r.tokens) {
			r.tokens <- struct{}{}
		}
		g.close()
		synctest.Wait()
	}
}

func check(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

var errBad = errors.New("bad")

func TestGrouper(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(t *testing.T){
		"WaitingAppendsAreTheNextGroup": func(t *testing.T) {
			r, g, finish := setupGrouper()
			errs := enqueue(t, g, t.Context(), "a.fact b.fact a.act@1 b.fact c.barrier@1")
			finish()
			check(t, r.groups, []string{"a.fact", "b.fact a.act@1 b.fact c.barrier@1"})
			check(t, errs, make([]error, 5))
		},
		"AFailingGroupIsTriedOneByOne": func(t *testing.T) {
			r, g, finish := setupGrouper()
			r.bad = "bad"
			errs := enqueue(t, g, t.Context(), "a.fact b.fact bad.fact b.fact+2")
			finish()
			check(t, r.groups, []string{"a.fact", "b.fact bad.fact b.fact+2", "b.fact", "bad.fact", "b.fact+2"})
			check(t, errors.Is(errs[2], errBad), true)
			errs[2] = nil
			check(t, errs, make([]error, 4))
		},
		"AFailingAppendIsTriedOnce": func(t *testing.T) {
			r, g, finish := setupGrouper()
			r.bad = "a"
			errs := enqueue(t, g, t.Context(), "a.fact")
			finish()
			check(t, r.groups, []string{"a.fact"})
			check(t, errors.Is(errs[0], errBad), true)
		},
		"AContextEndsTheWait":       contextEnds,
		"AllContextsEndTogether":    allContextsEnd,
		"CloseStoresWaitingAppends": closeStores,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, run)
		})
	}
}

func contextEnds(t *testing.T) {
	r, g, finish := setupGrouper()
	ctx, cancel := context.WithCancel(t.Context())
	errs := enqueue(t, g, ctx, "a.fact b.fact")
	cancel()
	synctest.Wait()
	errs = append(errs, enqueue(t, g, ctx, "c.fact")...)
	for i, err := range errs {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("append %d: error %v, want context.Canceled", i, err)
		}
	}
	check(t, errors.Is(errs[0], journal.ErrOutcomeUnknown), true) // it was under way
	// It was still waiting, and was taken out.
	check(t, errors.Is(errs[1], journal.ErrUnavailable), true)
	finish()
	check(t, r.groups, []string{"a.fact"})
}

// allContextsEnd ends the contexts of all waiting appends while the grouper lets others go first.
// That happens when a replica loses its trust. The grouper must store later appends.
func allContextsEnd(t *testing.T) {
	r, g, finish := setupGrouper()
	ctx, cancel := context.WithCancel(t.Context())
	g.mu.Lock()
	g.yield = func() { cancel(); time.Sleep(time.Millisecond) } // which passes when all have gone
	g.mu.Unlock()
	first := enqueue(t, g, t.Context(), "a.fact")
	gone := enqueue(t, g, ctx, "b.fact c.fact")
	r.tokens <- struct{}{}
	time.Sleep(time.Second)
	synctest.Wait()
	for i, err := range gone {
		if !errors.Is(err, context.Canceled) || !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("append %d: error %v, want one that was canceled before it was under way", i, err)
		}
	}
	later := enqueue(t, g, t.Context(), "d.fact")
	finish()
	check(t, r.groups, []string{"a.fact", "d.fact"})
	check(t, append(first, later...), make([]error, 2))
}

func closeStores(t *testing.T) {
	_, g, finish := setupGrouper()
	errs := enqueue(t, g, t.Context(), "a.fact b.fact c.fact")
	closed := false
	go func() { g.close(); closed = true }()
	synctest.Wait()
	check(t, closed, false)
	late := enqueue(t, g, t.Context(), "d.fact")
	check(t, errors.Is(late[0], journal.ErrUnavailable), true)
	finish() // closing twice is allowed
	check(t, closed, true)
	check(t, errs, make([]error, 3))
}

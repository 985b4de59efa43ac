package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// writers is how many goroutines append at once: enough for groups to form.
const writers = 16

func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// consecutive returns a log, which must have no gaps and no duplicates, and the length in its row.
func (f *fixture) consecutive(id string, want int) []session.Event {
	f.Helper()
	log := f.log(id)
	f.equal(len(log), want)
	for i, e := range log {
		f.equal(e.Seq, int64(i+1))
	}
	f.equal(f.row(id).LastSeq, int64(want))
	return log
}

// contend lets writers send appends until each has had some rounds of them accepted. next gets the
// barrier of a session.
func (f *fixture) contend(rounds int, id string, next func(writer int, under int64) []journal.Append) {
	f.Helper()
	each(writers, func(w int) {
		for accepted := 0; accepted < rounds; {
			row, err := f.store.Session(f.Context(), id)
			if err == nil {
				_, err = f.store.AppendAll(f.Context(), next(w, row.Barrier))
			}
			if err == nil {
				accepted++
			} else if _, refused := errors.AsType[*journal.Refused](err); !refused {
				f.Error(err)
				return
			}
		}
	})
}

var concurrentTests = []test{
	{"ConcurrentWritersLeaveNoGapOrDouble", func(f *fixture) {
		const rounds = 20
		ids := []string{"ses_a", "ses_b", "ses_c"}
		for _, id := range ids {
			f.create(newRow(id))
		}
		each(writers*len(ids), func(w int) {
			id, last := ids[w%len(ids)], int64(0)
			for i := range rounds {
				text := fmt.Sprint(w, " ", i)
				done, err := f.store.Append(f.Context(), fact(id, message("", text), message("", text+"!")))
				if err != nil {
					f.Error(err)
					return
				}
				a, b := done.Events[0], done.Events[1]
				if b.Seq != a.Seq+1 || a.Seq <= last || b.Data.(*session.MessageReceived).Text != text+"!" {
					f.Errorf("the events after %d have wrong seqs or texts: %s", last, show(done.Events))
				}
				last = b.Seq
			}
		})
		for _, id := range ids {
			f.consecutive(id, 1+writers*rounds*2)
		}
	}},
	{"ConcurrentRetriesStoreOnce", func(f *fixture) {
		const keys = 20
		id := f.open()
		seqs := make([][keys]int64, writers)
		each(writers, func(w int) {
			for i := range keys {
				done, err := f.store.Append(f.Context(), fact(id, message(fmt.Sprint("m:", i), fmt.Sprint("line ", i))))
				if err != nil {
					f.Error(err)
					return
				}
				seqs[w][i] = done.Events[0].Seq
			}
		})
		f.consecutive(id, 1+keys)
		for _, s := range seqs {
			f.equal(s, seqs[0])
		}
	}},
	{"ConcurrentCreatesOfOneExternalID", func(f *fixture) {
		for round := range 5 {
			var first atomic.Value
			others := make([]string, writers)
			each(writers, func(w int) {
				row := newRow(fmt.Sprint("ses_", round, "_", w))
				row.External = fmt.Sprint("round ", round)
				err := f.store.Create(f.Context(), row, firstEvent())
				taken, isTaken := errors.AsType[*journal.ExternalIDTaken](err)
				switch {
				case err == nil && first.CompareAndSwap(nil, row.ID):
				case isTaken:
					others[w] = taken.Session
				default:
					f.Errorf("error %v, want one session created, and *journal.Taken from the others", err)
				}
			})
			for _, id := range others {
				if id != "" {
					f.equal(id, first.Load().(string))
				}
			}
		}
	}},
	{"ConcurrentContentsOfOneKey", inSession(func(f *fixture, id string) {
		var mu sync.Mutex // protects stored and reused
		stored, reused := 0, 0
		each(writers, func(w int) {
			_, err := f.store.Append(f.Context(), fact(id, message("", "beside it"), message("m:1", fmt.Sprint("by ", w))))
			_, isReused := errors.AsType[*journal.Reused](err)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				stored++
			case isReused:
				reused++
			default:
				f.Error(err)
			}
		})
		f.equal([]int{stored, reused}, []int{1, writers - 1})
		f.consecutive(id, 3)
	})},
	{"ConcurrentActsKnownByTheirFirstKey", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		a := act(id, guard, thought("a:1"), thought(""), thought("b:1"))
		each(writers, func(int) {
			done, err := f.store.Append(f.Context(), a)
			if err != nil || len(done.Events) != 3 || done.Events[0].Seq != 2 || done.Events[2].Seq != 4 {
				f.Errorf("events %s, error %v; want the seqs 2, 3 and 4", show(done.Events), err)
			}
		})
		f.consecutive(id, 4)
	})},
	{"ConcurrentBarriersComeOneAfterAnother", func(f *fixture) {
		const rounds = 5
		id := f.open()
		f.contend(rounds, id, func(w int, under int64) []journal.Append {
			if w%2 == 0 { // the chat goes on while the barriers move
				return []journal.Append{fact(id, message("", "chat"))}
			}
			return []journal.Append{barrier(id, under, message("", fmt.Sprint(under)))}
		})
		under := int64(1) // the barrier in the guard of the next barrier fact
		for _, e := range f.consecutive(id, 1+writers*rounds)[1:] {
			if text := e.Data.(*session.MessageReceived).Text; text != "chat" {
				f.equal(text, fmt.Sprint(under))
				under = e.Seq
			}
		}
		f.equal(f.row(id).Barrier, under)
	}},
	{"ConcurrentEndIsTheLast", inSession(func(f *fixture, id string) {
		each(writers, func(w int) {
			for range 10 {
				a := fact(id, message("", "chat"))
				if w == 0 {
					a = end(id, 1)
				}
				_, err := f.store.Append(f.Context(), a)
				if _, refused := errors.AsType[*journal.Refused](err); err != nil && !refused {
					f.Error(err)
				}
			}
		})
		log := f.consecutive(id, len(f.log(id)))
		for i, e := range log {
			f.equal(e.Data.Type() == "session.ended", i == len(log)-1)
		}
	})},
	{"ConcurrentClaimsFenceActs", inSession(func(f *fixture, id string) {
		var mu sync.Mutex // protects last
		last := map[int64]int64{}
		each(4, func(w int) {
			for range 15 {
				owner := fmt.Sprint("owner ", w)
				epoch, err := f.store.Claim(f.Context(), id, owner)
				row, err2 := f.store.Session(f.Context(), id)
				if err = errors.Join(err, err2); err != nil {
					f.Error(err)
					return
				}
				mu.Lock()
				last[epoch] = row.LastSeq
				mu.Unlock()
				for i := range 3 { // until another goroutine claims the home
					e := thought(fmt.Sprint("a:", epoch, "/", i))
					e.Data = &session.TypingStarted{PlanID: fmt.Sprint(epoch)}
					guard := journal.Guard{Kind: journal.Act, Barrier: 1, Owner: owner, Epoch: epoch}
					_, err := f.store.Append(f.Context(), act(id, guard, e))
					if _, refused := errors.AsType[*journal.Refused](err); err != nil && !refused {
						f.Error(err)
					}
				}
			}
		})
		for _, e := range f.consecutive(id, len(f.log(id)))[1:] {
			var by int64
			fmt.Sscan(e.Data.(*session.TypingStarted).PlanID, &by)
			for epoch, seq := range last {
				if epoch > by && e.Seq > seq {
					f.Errorf("event %d was stored under epoch %d, after epoch %d had begun at event %d", e.Seq, by, epoch, seq)
				}
			}
		}
	})},
}

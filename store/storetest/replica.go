package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"ringer/engine/journal"
)

var replicaTests = []test{
	{"BeatShowsItself", func(f *fixture) {
		me := f.enter("me", "here")
		me.Beats, me.Homes, me.Rings = 7, 3, 5
		f.equal(f.beat(me), []journal.Replica{me})
		f.ok2(f.store.Remove(f.Context(), me))
		for _, missing := range []bool{true, false} { // a beat adds the row again
			b := must(f.store.Beat(f.Context(), me))(f)
			f.equal(b.Replicas, []journal.Replica{me})
			f.equal(b.Missing, missing)
		}
	}},
	{"EnterReplacesTheNamesake", func(f *fixture) {
		f.enter("old", "here")
		me := journal.Replica{ID: "me", Name: "here"}
		f.ok(f.store.Enter(f.Context(), me))
		f.equal(f.beat(me), []journal.Replica{me})
	}},
	{"NamesTheHoldersOfHomes", func(f *fixture) {
		f.enter("you", "there")
		f.create(newRow("ses_a"), newRow("ses_b"), newRow("ses_c"))
		f.claim("ses_a", "you")
		f.claim("ses_b", "gone")
		f.equal(must(f.store.Holders(f.Context(), []string{"ses_a", "ses_b", "ses_c", "ses_nobody"}))(f), map[string]string{"ses_a": "there"})
		f.equal(len(must(f.store.Holders(f.Context(), nil))(f)), 0)
	}},
	{"RemoveOnlyWithTheSameBeats", func(f *fixture) {
		me := f.enter("me", "here")
		stale := me
		me.Beats = 2
		f.beat(me)
		f.equal(must(f.store.Remove(f.Context(), stale))(f), false)
		f.equal(f.beat(me), []journal.Replica{me})
	}},
	{"AHomeOfAReplicaIsHeld", inSession(func(f *fixture, id string) {
		you := f.enter("you", "here")
		epoch := f.claim(id, "you")
		_, err := f.store.Claim(f.Context(), id, "me")
		held, ok := errors.AsType[*journal.Held](err)
		if !ok {
			f.Fatalf("error %v, want *journal.Held", err)
		}
		f.equal(*held, journal.Held{Home: id, Owner: "you"})
		f.equal(f.claim(id, "you"), epoch+1)
		f.ok2(f.store.Remove(f.Context(), you))
		f.equal(f.claim(id, "me"), epoch+2)
	})},
	{"ActsOfTheOldOwnerAreRefused", inOwnedSession(func(f *fixture, id string, guard journal.Guard) {
		f.ok(f.store.Give(f.Context(), f.lease(id, guard), "you"))
		f.refuses(act(id, guard, thought("a:1")), journal.Refused{Status: journal.Open, Barrier: 1, Owner: "you", Epoch: guard.Epoch + 1})
		if err := f.store.Give(f.Context(), f.lease(id, guard), ""); !errors.Is(err, journal.ErrNotOwner) {
			f.Errorf("error %v, want ErrNotOwner", err)
		}
	})},
	{"TakeFromAReplicaThatIsGone", func(f *fixture) {
		you := f.enter("you", "here")
		f.enter("me", "there")
		for i := range 5 {
			id := fmt.Sprint("ses_", i)
			f.create(newRow(id))
			f.claim(id, []string{"you", "me"}[i%2])
		}
		f.took(f.take("me", journal.Selection{Kind: journal.Orphaned, From: you, Limit: 10}))
		f.ok2(f.store.Remove(f.Context(), you))
		leases := f.take("me", journal.Selection{Kind: journal.Orphaned, From: you, Limit: 2})
		f.equal(len(leases), 2)
		f.equal(f.owned("you"), 1)
		f.equal(f.owned("me"), 4)
		f.equal(leases[0].Epoch, int64(2))
	}},
	{"TakenHomesSayWhenTheyAreDue", func(f *fixture) {
		you := f.enter("you", "here")
		f.create(newRow("ses_unsettled"))
		for _, id := range []string{f.settledSession("ses_due", 30), f.settledSession("ses_silent", 0), "ses_unsettled"} {
			f.claim(id, "you")
		}
		f.ok2(f.store.Remove(f.Context(), you))
		homes := f.take("me", journal.Selection{Kind: journal.Orphaned, From: you, Limit: 10})
		f.equal(len(homes), 3)
		for _, h := range homes {
			f.equal(h.Unsettled, h.Home == "ses_unsettled")
			if h.Home == "ses_due" {
				f.equal(h.Due.UnixMicro(), at(30).UnixMicro())
			} else {
				f.equal(h.Due.IsZero(), true)
			}
		}
	}},
	{"TakeLate", func(f *fixture) {
		you := f.enter("you", "here")
		for _, id := range []string{f.settledSession("ses_a", 10), f.settledSession("ses_b", 90)} {
			f.claim(id, "you")
		}
		late := func(from journal.Replica, want ...string) {
			f.Helper()
			f.took(f.take("me", journal.Selection{Kind: journal.Late, From: from, Before: at(20), Examined: 100, Limit: 10}), want...)
		}
		f.due(20, 10)
		stale := you
		you.Beats++
		f.beat(you)
		late(stale)
		late(you, "ses_a")
	}},
	{"GiveAll", func(f *fixture) {
		for i := range 3 {
			id := fmt.Sprint("ses_", i)
			f.create(newRow(id))
			f.claim(id, "me")
		}
		f.equal(len(f.take("you", journal.Selection{Kind: journal.All, From: journal.Replica{ID: "me"}, Limit: 2})), 2)
		f.equal(f.owned("me"), 1)
		f.equal(f.owned("you"), 2)
	}},
	{"TwoNeverTakeOneHome", func(f *fixture) {
		for i := range 60 {
			f.create(newRow(fmt.Sprintf("ses_%02d", i)))
		}
		f.enter("one", "1")
		f.enter("two", "2")
		var mu sync.Mutex
		taken := map[string]bool{}
		var both sync.WaitGroup
		for _, owner := range []string{"one", "two"} {
			both.Go(func() {
				for range 100 {
					leases, err := f.store.Take(f.Context(), owner, journal.Selection{Kind: journal.Unsettled, Limit: 5})
					if err != nil {
						f.Error(err)
					}
					mu.Lock()
					for _, l := range leases {
						if taken[l.Home] {
							f.Errorf("%s was taken twice", l.Home)
						}
						taken[l.Home] = true
					}
					done := len(taken) == 60
					mu.Unlock()
					if done {
						return
					}
				}
			})
		}
		both.Wait()
		f.equal(len(taken), 60)
	}},
	{"Heads", func(f *fixture) {
		f.create(newRow("ses_a"), newRow("ses_b"))
		f.append(fact("ses_b", message("", "hi")))
		heads := must(f.store.Heads(f.Context(), []string{"ses_b", "ses_none", "ses_a"}))(f)
		slices.SortFunc(heads, func(a, b journal.Head) int { return int(a.LastSeq - b.LastSeq) })
		f.equal(heads, []journal.Head{{Session: "ses_a", Home: "ses_a", Tenant: "acme", LastSeq: 1}, {Session: "ses_b", Home: "ses_b", Tenant: "acme", LastSeq: 2}})
	}},
}

// enter adds a replica by its first beat: on SQLite, Enter would remove the others.
func (f *fixture) enter(id, name string) journal.Replica {
	f.Helper()
	r := journal.Replica{ID: id, Name: name, Beats: 1}
	f.beat(r)
	return r
}

func (f *fixture) beat(r journal.Replica) []journal.Replica {
	f.Helper()
	b := must(f.store.Beat(f.Context(), r))(f)
	return b.Replicas
}

func (f *fixture) owned(owner string) int {
	f.Helper()
	homes := must(f.store.Owned(f.Context(), owner))(f)
	return len(homes)
}

func (f *fixture) lease(home string, g journal.Guard) journal.Lease {
	return journal.Lease{Home: home, Owner: g.Owner, Epoch: g.Epoch}
}

func (f *fixture) ok2(done bool, err error) {
	f.Helper()
	f.ok(err)
	f.equal(done, true)
}

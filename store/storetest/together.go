package storetest

import (
	"errors"
	"fmt"
	"slices"

	"ringer/engine/journal"
	"ringer/engine/session"
)

func (f *fixture) game() []string {
	f.Helper()
	ids := []string{"gam_a", "ses_a", "ses_b"}
	var logs []journal.Opening
	for _, id := range ids {
		row := newRow(id)
		row.Home, row.IsGame = "gam_a", id == "gam_a"
		logs = append(logs, journal.Opening{Session: row, First: firstEvent()})
	}
	f.ok(f.store.CreateAll(f.Context(), logs))
	return ids
}

// toAll returns ordinary facts for several logs, one fact for each. The first has a key.
func toAll(ids []string, key, text string) []journal.Append {
	var list []journal.Append
	for _, id := range ids {
		list = append(list, fact(id, message(key, text)))
		key = ""
	}
	return list
}

func (f *fixture) texts(id string) []string {
	f.Helper()
	texts := []string{}
	for _, e := range f.log(id) {
		if m, ok := e.Data.(*session.MessageReceived); ok {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// storesNothing checks that appends fail, and that no log of them has changed.
func (f *fixture) storesNothing(ids []string, appends []journal.Append) error {
	f.Helper()
	before := map[string]journal.Session{}
	for _, id := range ids {
		before[id] = f.row(id)
	}
	_, err := f.store.AppendAll(f.Context(), appends)
	if err == nil {
		f.Fatal("the appends were taken")
	}
	for _, id := range ids {
		f.equal(f.row(id), before[id])
		f.equal(len(f.log(id)), int(before[id].LastSeq))
	}
	return err
}

var togetherTests = []test{
	{"OK", inGame(func(f *fixture, ids []string) {
		f.append(fact("ses_b", message("", "earlier")))
		done := must(f.store.AppendAll(f.Context(), toAll(ids, "m:1", "hi")))(f)
		f.equal([]int64{done[0].Events[0].Seq, done[1].Events[0].Seq, done[2].Events[0].Seq}, []int64{2, 2, 3})
		for _, id := range ids {
			f.equal(f.texts(id)[len(f.texts(id))-1], "hi")
		}
	})},
	{"AKnownFirstIsAllKnown", inGame(func(f *fixture, ids []string) {
		must(f.store.AppendAll(f.Context(), toAll(ids, "m:1", "hi")))(f)
		f.equal(must(f.store.AppendAll(f.Context(), toAll(ids, "m:1", "hi")))(f)[0].Known, []bool{true})
		for _, id := range ids {
			f.equal(f.texts(id), []string{"hi"})
		}
	})},
	{"APartOfABatchIsKnown", inGame(func(f *fixture, ids []string) {
		batch := func(texts ...string) (list []journal.Append) {
			for _, id := range ids {
				var events []session.Event
				for _, text := range texts {
					events = append(events, message("m:"+text, text))
				}
				list = append(list, fact(id, events...))
			}
			return list
		}
		must(f.store.AppendAll(f.Context(), batch("one")))(f)
		f.equal(must(f.store.AppendAll(f.Context(), batch("one", "two")))(f)[0].Known, []bool{true, false})
		for _, id := range ids {
			f.equal(f.texts(id), []string{"one", "two"})
		}
	})},
	{"ErrRefusedByOne", inGame(func(f *fixture, ids []string) {
		f.append(barrier("ses_a", 1))
		for i := range ids {
			appends := toAll(ids, "m:1", "hi")
			appends[i] = barrier(ids[i], 7)
			err := f.storesNothing(ids, appends)
			if _, refused := errors.AsType[*journal.Refused](err); !refused {
				f.Fatalf("error %v, want *journal.Refused", err)
			}
		}
	})},
	{"ErrReused", inGame(func(f *fixture, ids []string) {
		f.append(fact("ses_b", message("m:2", "first")))
		appends := toAll(ids, "", "hi")
		appends[2] = fact("ses_b", message("m:2", "second"))
		if _, reused := errors.AsType[*journal.Reused](f.storesNothing(ids, appends)); !reused {
			f.Fatal("want *journal.Reused")
		}
	})},
	{"ErrNotFound", inGame(func(f *fixture, ids []string) {
		f.notFound(f.storesNothing(ids, append(toAll(ids, "", "hi"), fact("ses_z", message("", "hi")))))
	})},
	{"EachMovesItsOwnBarrier", inGame(func(f *fixture, ids []string) {
		first, second := barrier("gam_a", 1), barrier("ses_a", 1)
		second.Guard = journal.Guard{}
		after := roster
		after.Phase = "night"
		first.Roster, second.Roster = &after, &after
		must(f.store.AppendAll(f.Context(), []journal.Append{first, second, fact("ses_b", message("", "hi"))}))(f)
		for i, id := range ids {
			f.equal(f.row(id).Barrier, []int64{2, 2, 1}[i])
			f.equal(f.row(id).Roster.Phase, []string{"night", "night", "day"}[i])
		}
	})},
	{"ActsWithFacts", inGame(func(f *fixture, ids []string) {
		guard := journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "me", Epoch: f.claim("gam_a", "me")}
		acts := []journal.Append{act("ses_a", guard, thought("a:1")), fact("gam_a", message("", "said")), fact("ses_b", message("", "said"))}
		acts[0].Settled = 1
		must(f.store.AppendAll(f.Context(), acts))(f)
		f.equal(f.row("ses_a").Settled, int64(1))
		f.equal(f.texts("ses_b"), []string{"said"})
		acts[0] = act("ses_a", journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "other", Epoch: 9}, thought("a:2"))
		f.storesNothing(ids, acts)
	})},
	{"ConcurrentWritersHaveOneOrder", func(f *fixture) {
		const rounds = 10
		ids := f.game()
		each(writers, func(w int) {
			for i := range rounds {
				text := fmt.Sprint(w, " ", i)
				var err error
				if w%4 == 0 { // to one log only
					_, err = f.store.Append(f.Context(), fact(ids[1+w/4%2], thought("")))
				} else {
					to := slices.Clone(ids)
					slices.Reverse(to[w%3:])
					_, err = f.store.AppendAll(f.Context(), toAll(to, "m:"+text, text))
				}
				if err != nil {
					f.Error(err)
				}
			}
		})
		want := f.texts(ids[0])
		f.equal(len(want), rounds*writers*3/4)
		for _, id := range ids[1:] {
			f.equal(f.texts(id), want)
		}
	}},
	{"ConcurrentBarriersOfAGame", func(f *fixture) {
		const rounds = 5
		ids := f.game()
		f.contend(rounds, ids[0], func(w int, under int64) []journal.Append {
			appends := toAll(ids, "", fmt.Sprint(w))
			if w%2 == 0 {
				appends[0] = barrier(ids[0], under, appends[0].Events...)
				appends[1].Barrier = true
			}
			return appends
		})
		want := f.texts(ids[0])
		f.equal(len(want), rounds*writers)
		for _, id := range ids[1:] {
			f.equal(f.texts(id), want)
		}
	}},
	{"GamesAndSessionsAreListedApart", func(f *fixture) {
		f.game()
		list := func(games bool) (ids []string) {
			rows := must(f.store.Sessions(f.Context(), journal.SessionQuery{Tenant: "acme", Games: games, Limit: 9}))(f)
			for _, row := range rows {
				ids = append(ids, row.ID)
				f.equal(row.IsGame, games)
			}
			return ids
		}
		f.equal(list(true), []string{"gam_a"})
		f.equal(list(false), []string{"ses_b", "ses_a"})
	}},
	{"ExternalIDsOfGamesAreTheirOwn", func(f *fixture) {
		session, game, second := newRow("ses_a"), newRow("gam_a"), newRow("gam_b")
		session.External, game.External, second.External = "one", "one", "one"
		game.IsGame, second.IsGame = true, true
		f.create(session, game)
		err := f.store.Create(f.Context(), second, firstEvent())
		if taken, ok := errors.AsType[*journal.ExternalIDTaken](err); !ok || taken.Session != "gam_a" {
			f.Fatalf("error %v, want *journal.ExternalIDTaken with gam_a", err)
		}
	}},
}

package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/store"
)

// rivalStore is a store on which another owner takes a home and answers a vote, just before the
// first owner does.
type rivalStore struct {
	journal.Store
	done bool
}

func (r *rivalStore) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	i := slices.IndexFunc(a.Events, func(e session.Event) bool { return e.Data.Type() == "vote.cast" })
	if i > 0 && !r.done {
		r.done = true
		leases, err := r.Take(ctx, "rival", journal.Selection{Kind: journal.All, From: journal.Replica{ID: a.Guard.Owner}, Limit: 1})
		if err != nil {
			return journal.Appended{}, err
		}
		first := a
		first.Guard.Owner, first.Guard.Epoch, first.Events = leases[0].Owner, leases[0].Epoch, a.Events[i:i+1]
		if _, err := r.Store.Append(ctx, first); err != nil {
			return journal.Appended{}, err
		}
	}
	return r.Store.Append(ctx, a)
}

// TestARivalAnswersAVote lets another owner answer a vote first. The old owner stops, and finds
// nothing wrong.
func TestARivalAnswersAVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rival := &rivalStore{Store: store.NewMemory()}
		b := setupOn(t, rival)
		defer b.Close()
		b.addPlayers("green")
		b.ask(whoIsBot("day-1"))
		time.Sleep(time.Minute)
		if n := b.count("vote.cast"); n != 1 || !rival.done {
			t.Errorf("%d answers; the rival has answered: %t", n, rival.done)
		}
		if strings.Contains(b.log.String(), "level=ERROR") {
			t.Errorf("the log says\n%s", b.log.String())
		}
	})
}

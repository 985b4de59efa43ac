package sim_test

import (
	"context"
	"testing"

	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/store"
)

// barrierChecker is a store that compares two barriers after each append: the one of the session's
// row, and the one of the folded log. If they differed, acts would be refused for ever, or wrongly
// accepted.
type barrierChecker struct {
	journal.Store
	t              *testing.T
	states         map[string]*session.State
	casts, between int
}

// Append implements journal.Store. Before every second cast it appends a message that the cast was
// decided without.
func (f *barrierChecker) Append(ctx context.Context, a journal.Append) (journal.Appended, error) {
	if _, cast := a.Events[len(a.Events)-1].Data.(*session.VoteCast); cast {
		if f.casts++; f.casts%2 == 0 {
			f.between++
			said := session.Event{At: a.Events[0].At, Data: &session.MessageReceived{Post: session.Post{Sender: "blue", Kind: session.FromPlayer, Text: "wait"}}}
			if _, err := f.Store.Append(ctx, journal.Append{Session: a.Session, Events: []session.Event{said}}); err != nil {
				return journal.Appended{}, err
			}
		}
	}
	done, err := f.Store.Append(ctx, a)
	f.compare(ctx, a.Session)
	return done, err
}

func (f *barrierChecker) compare(ctx context.Context, id string) {
	s := f.states[id]
	if s == nil {
		s = session.NewState(id)
		f.states[id] = s
	}
	events, err := f.Events(ctx, id, s.Seq, 1000)
	for _, e := range events {
		s.Apply(e)
	}
	row, err2 := f.Session(ctx, id)
	if err != nil || err2 != nil || row.LastSeq != s.Seq || row.Barrier != s.Barrier {
		f.t.Errorf("%v, %v: the row of %s says %d, barrier %d; the log %d, barrier %d", err, err2, id, row.LastSeq, row.Barrier, s.Seq, s.Barrier)
	}
}

// TestVotesOfStores plays games with votes on both kinds of store. In some, messages come between
// the decision and the cast.
func TestVotesOfStores(t *testing.T) {
	t.Parallel()
	file := sessiontest.Must(store.Open(t.Context(), t.TempDir()+"/votes.db"))(t)
	t.Cleanup(func() { file.Close() })
	strategies := withParrot(t)
	for name, db := range map[string]journal.Store{"Memory": store.NewMemory(), "File": file} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &barrierChecker{Store: db, t: t, states: map[string]*session.State{}}
			s := sim.New(f, strategies, newFailing(t, strategies, modelFickle, 3))
			played := make([]*voteGame, seeds(6, 1))
			for i := range played {
				played[i] = sessiontest.Must(openVoteGame(s, f, int64(2000+i)))(t)
			}
			sessiontest.NoError(t, s.Run(sim.Epoch().Add(voteGameTime+2*mostWindow)))
			if f.between < len(played)*10/6 {
				t.Errorf("%d casts, %d with something said before", f.casts, f.between)
			}
			table := &voteCounts{counts: map[string]int{}}
			for _, g := range played {
				table.add(t, g, modelFickle)
				g.recheck(t, strategies)
			}
			t.Log(table.counts)
		})
	}
}

package desk_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
	"ringer/store/storetest"
)

// posters is how many people post at the same moment in TestStatements.
const posters = 50

// arrivals is a store that notes each append before it is stored.
type arrivals struct {
	journal.Store
	arrived *sync.WaitGroup
}

func (a arrivals) Append(ctx context.Context, one journal.Append) (journal.Appended, error) {
	a.arrived.Done()
	return a.Store.Append(ctx, one)
}

func (a arrivals) AppendAll(ctx context.Context, all []journal.Append) ([]journal.Appended, error) {
	a.arrived.Done()
	return a.Store.AppendAll(ctx, all)
}

// TestStatements posts while the store is busy. However posts are guarded, those that wait together
// are stored by one statement.
func TestStatements(t *testing.T) {
	t.Parallel()
	for name, post := range map[string]func(b *bench, logs []string, i int) error{
		"ToOneSession": func(b *bench, logs []string, i int) error { return b.post(logs[0], "") },
		"ToFifty":      func(b *bench, logs []string, i int) error { return b.post(logs[i], "") },
		"WithIDs":      func(b *bench, logs []string, i int) error { return b.post(logs[0], fmt.Sprint(i)) },
		"ToAGameOfSixBots": func(b *bench, logs []string, i int) error {
			_, err := b.Games.Post(b.t.Context(), logs[posters], []session.Post{{ID: fmt.Sprint(i), Sender: "blue", Text: "hi"}}, func(int) string { return "" })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			groups := make(chan store.GroupStats) // the store waits for each receive
			s := sessiontest.Must(store.Open(t.Context(), storetest.Postgres(t), func(g store.GroupStats) { groups <- g }))(t)
			defer s.Close()
			b := &bench{t: t, store: s}
			arrived := &sync.WaitGroup{}
			b.store = arrivals{s, arrived}
			b.Desk = b.start(desk.Terms{})
			logs := b.manyLogs()
			arrived.Add(posters)
			var posts sync.WaitGroup
			for i := range posters {
				posts.Go(func() {
					if err := post(b, logs, i); err != nil {
						t.Error(err)
					}
				})
			}
			arrived.Wait()
			largest := 0
			for stored := 0; stored < posters; {
				g := <-groups
				stored += g.Appends
				largest = max(largest, g.Appends)
				if g.Statements != 1 {
					t.Errorf("%d posts took %d statements, want 1", g.Appends, g.Statements)
				}
			}
			posts.Wait()
			if largest == 1 {
				t.Error("no posts have waited together")
			}
		})
	}
}

// manyLogs creates a session for each poster, and then a game of six bots.
func (b *bench) manyLogs() (ids []string) {
	b.t.Helper()
	for range posters {
		row := sessiontest.First(b.Create(b.t.Context(), "", config()))(b.t)
		ids = append(ids, row.ID)
	}
	c := session.GameConfig{Game: session.Setting{Players: []session.Player{{ID: "blue", Name: "Blue"}}}}
	for i := range 6 {
		seat := fmt.Sprint("bot", i)
		c.Game.Players = append(c.Game.Players, session.Player{ID: seat, Name: seat})
		c.Bots = append(c.Bots, session.GameBot{Bot: session.Bot{Seat: seat}, Strategy: config().Strategy})
	}
	return append(ids, sessiontest.First(b.CreateGame(b.t.Context(), "", c))(b.t).ID)
}

func (b *bench) post(id, message string) error {
	_, err := b.Post(b.t.Context(), id, []session.Post{{ID: message, Sender: "blue", Text: "hi"}}, func(int) string { return "" })
	return err
}

// countingReads is a store that counts the reads of rows.
type countingReads struct {
	journal.Store
	n int
}

func (c *countingReads) Session(ctx context.Context, id string) (journal.Session, error) {
	c.n++
	return c.Store.Session(ctx, id)
}

// TestATenantsLogCostsNoMore: the log of another tenant costs as many reads as an unknown one, also
// if its row is in memory. So the time of an answer does not tell them apart.
func TestATenantsLogCostsNoMore(t *testing.T) {
	t.Parallel()
	counter := &countingReads{Store: store.NewMemory()}
	b := &bench{t: t, store: counter}
	b.Desk = b.start(desk.Terms{})
	id := sessiontest.First(b.Create(t.Context(), "acme", config()))(t).ID
	reads := func(tenant, id string) int {
		before := counter.n
		if err := b.Owns(t.Context(), tenant, id); (err == nil) != (tenant == "acme" && id != "ses_none") {
			t.Errorf("%s of %s: %v", id, tenant, err)
		}
		return counter.n - before
	}
	for range 2 {
		if own, foreign, unknown := reads("acme", id), reads("other", id), reads("other", "ses_none"); own != 0 || foreign != 1 || unknown != 1 {
			t.Errorf("own %d, another tenant's %d, unknown %d reads", own, foreign, unknown)
		}
	}
}

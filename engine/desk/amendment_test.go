package desk_test

import (
	"context"
	"fmt"
	"testing"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/store"
)

// countingFinds is a store that counts the reads by keys.
type countingFinds struct {
	journal.Store
	n int
}

func (c *countingFinds) Find(ctx context.Context, id, key string) (session.Event, error) {
	c.n++
	return c.Store.Find(ctx, id, key)
}

func (c *countingFinds) FindAll(ctx context.Context, id string, keys []string) ([]session.Event, error) {
	c.n++
	return c.Store.FindAll(ctx, id, keys)
}

// TestEditsAreReadTogether edits a message often. Each edit reads those before it, a hundred at
// once, and so does a transcript.
func TestEditsAreReadTogether(t *testing.T) {
	t.Parallel()
	const edits = 250
	counter := &countingFinds{Store: store.NewMemory()}
	b := &bench{t: t, store: counter}
	b.Desk = b.start(desk.Terms{})
	b.id = sessiontest.First(b.Create(t.Context(), "", config()))(t).ID
	sessiontest.NoError(t, b.post(b.id, "m"))
	most := 0
	for i := range edits {
		before := counter.n
		sessiontest.Must(b.Edit(t.Context(), b.id, "m", desk.MessageChanges{Text: fmt.Sprint("hi ", i)}))(t)
		most = max(most, counter.n-before)
	}
	before := counter.n
	page := sessiontest.Must(b.Transcript(t.Context(), b.id, 0, 10))(t)
	if read := counter.n - before; most > 4 || read > 3 || page.Lines[0].Text != fmt.Sprint("hi ", edits-1) {
		t.Errorf("an edit took up to %d reads by keys, want at most 4; the transcript %d, want at most 3, and shows %+v", most, read, page.Lines)
	}
}

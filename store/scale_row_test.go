package store

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/journal"
	"ringer/engine/session"
)

// settling settles the sessions in use as their owners would, but those that began unsettled.
func settling(t *testing.T, d *scaleDatabase, _ figures) {
	var done []string
	for i, id := range d.live {
		if i%50 != 0 {
			done = append(done, id)
		}
	}
	_, err := d.raw.Exec(`UPDATE sessions SET settled_seq = last_seq, unsettled = false WHERE unsettled AND id = ANY($1)`, pq.Array(done))
	if err != nil {
		t.Fatal(err)
	}
}

// checkpoint stores a snapshot of the size that a short game has, and another due time.
func (d *scaleDatabase) checkpoint(ctx context.Context) error {
	due := time.Now().Add(time.Hour + rand.N(time.Hour))
	snapshot := make([]byte, 4096)
	for i := range snapshot {
		snapshot[i] = "abcdefghijklmnop"[rand.IntN(16)]
	}
	d.marks++
	return d.Checkpoint(ctx, journal.Checkpoint{
		Session: d.pick(3), Owner: "here", Epoch: 1, Settled: 3, DueAt: due, Snapshot: snapshot, SnapshotSeq: int64(100 + d.marks),
	})
}

func (d *scaleDatabase) readHeads(ctx context.Context) error {
	_, err := d.Heads(ctx, some(d.live, 200))
	return err
}

func some(ids []string, number int) []string {
	list := make([]string, min(number, len(ids)))
	for i, place := range rand.Perm(len(ids))[:len(list)] {
		list[i] = ids[place]
	}
	return list
}

// createOne creates a session now, with an id like those of desk.NewID.
func (d *scaleDatabase) createOne(ctx context.Context) error {
	const letters = "234567abcdefghijklmnopqrstuvwxyz"
	var stamp, random []byte
	for shift := 25; shift >= 0; shift -= 5 {
		stamp = append(stamp, letters[time.Now().Unix()>>shift&31])
	}
	for range 16 {
		random = append(random, letters[rand.IntN(32)])
	}
	if *scaleScattered {
		stamp = nil
	}
	id := "ses_" + string(stamp) + string(random)
	row := journal.Session{ID: id, Home: id, Strategy: "scheduler", CreatedAt: time.Now(), DueAt: time.Now().Add(time.Hour)}
	err := d.Create(ctx, row, session.Event{At: time.Now(), Data: &session.SessionCreated{}})
	d.mu.Lock()
	defer d.mu.Unlock()
	d.made = append(d.made, id)
	return err
}

func (d *scaleDatabase) deleteOne(ctx context.Context) error {
	id := d.made[0]
	d.made = d.made[1:]
	return d.Delete(ctx, id)
}

func forgetting(t *testing.T, d *scaleDatabase, _ figures) {
	for _, query := range []string{
		`DELETE FROM events WHERE session_id = ANY($1)`, `DELETE FROM sessions WHERE id = ANY($1)`, `DELETE FROM homes WHERE id = ANY($1)`,
	} {
		if _, err := d.raw.Exec(query, pq.Array(d.made)); err != nil {
			t.Fatal(err)
		}
	}
	d.made = nil
}

// findEnded examines a page of sessions as a prune does, from any place on.
func (d *scaleDatabase) findEnded(ctx context.Context) error {
	var rows []struct {
		ID      string
		Old     bool
		LastSeq int64 `db:"last_seq"`
	}
	after := d.asleep[rand.IntN(len(d.asleep))]
	return d.reads.SelectContext(ctx, &rows, d.reads.Rebind(selectEndedBefore), journal.Ended, time.Now().UnixMicro(), after, prunePage)
}

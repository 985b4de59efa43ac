package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/game"
	"ringer/engine/journal"
)

// scaleWork is something that a server does all day.
type scaleWork struct {
	name string
	// run does it for a while, and adds figures in microseconds or bytes.
	run func(*testing.T, *scaleDatabase, figures)
}

// figures are what a work measured in one round, by the end of their names.
type figures map[string]float64

// walBytes ends the name of a figure that counts bytes of the write-ahead log.
const walBytes = ", WAL"

// figureKinds are the ends of the names of figures. Without an end it is the time that one took, in
// the mean of those that were stored together.
var figureKinds = []string{"", ", p50", ", p99", walBytes}

// scaleHot is how many sessions get the appends of most works.
const scaleHot = 50

var works = []scaleWork{
	{"append, 50 writers, 50 sessions", appending(50, true, (*scaleDatabase).said)},
	{"append, 200 writers, 50 sessions", appending(200, true, (*scaleDatabase).said)},
	{"append with a key, 50 writers", appending(50, false, (*scaleDatabase).keyed)},
	{"acts, 50 owners", appending(50, false, (*scaleDatabase).act)},
	{"append, 50 writers, all sessions in use", appending(50, false, (*scaleDatabase).spread)},
	{"settle what was appended", settling},
	{"sweep: due", each(50, (*scaleDatabase).takeDue)},
	{"sweep: unsettled", each(50, (*scaleDatabase).takeUnsettled)},
	{"claim a home", each(50, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Claim(ctx, d.pick(7), "here")
		return err
	})},
	{"load a home", each(200, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Home(ctx, d.pick(3))
		return err
	})},
	{"checkpoint", each(50, (*scaleDatabase).checkpoint)},
	{"take over 100 homes", each(10, (*scaleDatabase).takeOver)},
	{"read 200 heads", each(50, (*scaleDatabase).readHeads)},
	{"read a log", each(200, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Events(ctx, d.pick(7), 0, 20)
		return err
	})},
	{"list 50 open sessions", each(50, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Sessions(ctx, journal.SessionQuery{Status: journal.Open, Limit: 50})
		return err
	})},
	{"create a session", each(30, (*scaleDatabase).createOne)},
	{"delete a session", each(30, (*scaleDatabase).deleteOne)},
	{"one query of a prune", each(5, (*scaleDatabase).findEnded)},
	{"read the clock at the start", each(1, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Clock(ctx)
		return err
	})},
}

// each returns a work that does something a number of times, one after the other. Its figure is the
// median.
func each(times int, do func(*scaleDatabase, context.Context) error) func(*testing.T, *scaleDatabase, figures) {
	return func(t *testing.T, d *scaleDatabase, f figures) {
		took := make([]float64, times)
		for i := range took {
			start := time.Now()
			if err := do(d, t.Context()); err != nil {
				t.Fatalf("%d sessions: %v", d.sessions, err)
			}
			took[i] = micros(time.Since(start))
		}
		slices.Sort(took)
		f[""] = took[times/2]
	}
}

// appending returns a work that appends from several goroutines. Its figures are the time of the
// whole for each append, the bytes of the log that Postgres wrote for it, and if asked the
// percentiles of a writer's wait.
func appending(writers int, waits bool, next func(d *scaleDatabase, writer, i int) journal.Append) func(*testing.T, *scaleDatabase, figures) {
	return func(t *testing.T, d *scaleDatabase, f figures) {
		var wg sync.WaitGroup
		all := make([][]float64, writers)
		before, began := d.log(t), time.Now()
		d.marks++
		for w := range writers {
			wg.Go(func() {
				for i := 0; time.Since(began) < *scaleTime; i++ {
					start := time.Now()
					if _, err := d.Append(context.Background(), next(d, w, i)); err != nil {
						t.Errorf("%d sessions: %v", d.sessions, err)
						return
					}
					all[w] = append(all[w], micros(time.Since(start)))
				}
			})
		}
		wg.Wait()
		whole := micros(time.Since(began))
		took := slices.Sorted(slices.Values(slices.Concat(all...)))
		n := len(took)
		if n == 0 {
			t.Fatalf("%d sessions: no append was stored", d.sessions)
		}
		if waits {
			f[", p50"], f[", p99"] = took[n/2], took[n*99/100]
		}
		f[""], f[walBytes] = whole/float64(n), float64(d.log(t)-before)/float64(n)
	}
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// log returns how many bytes Postgres has written to its write-ahead log.
func (d *scaleDatabase) log(t *testing.T) (bytes int64) {
	if err := d.raw.Get(&bytes, `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn`); err != nil {
		t.Fatal(err)
	}
	return bytes
}

// hot returns one of the sessions that get most appends. This process owns their homes.
func (d *scaleDatabase) hot(i int) string { return d.live[i%min(scaleHot, len(d.live)/10)*10+5] }

// pick returns a session in use by chance. The places of live sessions end with a digit that says
// what they are for: 1 for a home whose owner died, 3 for checkpoints, 5 for hot ones, 7 for
// claims.
func (d *scaleDatabase) pick(digit int) string {
	return d.live[rand.IntN(len(d.live)/10)*10+digit]
}

func (d *scaleDatabase) said(writer, _ int) journal.Append {
	line := game.Post{Sender: "blue", Kind: game.FromPlayer, Text: "are you all still there?"}
	return journal.Append{Session: d.hot(writer), Events: []game.Event{{At: time.Now(), Data: &game.MessageReceived{Post: line}}}}
}

func (d *scaleDatabase) keyed(writer, i int) journal.Append {
	a := d.said(writer, i)
	a.Events[0].Key = fmt.Sprintf("m:%d-%d-%d", d.marks, writer, i)
	return a
}

// act also moves the time at which the session is due, like most acts. So it writes all indexes of
// the session's row.
func (d *scaleDatabase) act(writer, i int) journal.Append {
	a := d.keyed(writer, i)
	a.Guard = journal.Guard{Kind: journal.Act, Barrier: 1, Owner: "here", Epoch: 1}
	a.DueAt = time.Now().Add(time.Hour + rand.N(time.Hour))
	return a
}

func (d *scaleDatabase) spread(writer, i int) journal.Append {
	a := d.said(writer, i)
	a.Session = d.live[rand.IntN(len(d.live))]
	return a
}

// settling settles all sessions in use but those that were unsettled at the beginning, as their
// owners would have done.
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
	ids := make([]string, 200)
	for i := range ids {
		ids[i] = d.live[rand.IntN(len(d.live))]
	}
	var heads []struct {
		ID, Home string
		LastSeq  int64 `db:"last_seq"`
	}
	return d.reads.SelectContext(ctx, &heads, `SELECT id, last_seq, home FROM sessions WHERE id = ANY($1)`, pq.Array(ids))
}

func (d *scaleDatabase) createOne(ctx context.Context) error {
	id := fmt.Sprintf("ses_%016x", rand.Uint64())
	d.made = append(d.made, id)
	row := journal.Session{ID: id, Home: id, Strategy: "scheduler", CreatedAt: time.Now(), DueAt: time.Now().Add(time.Hour)}
	return d.Create(ctx, row, game.Event{At: time.Now(), Data: &game.SessionCreated{}})
}

// deleteOne deletes a session that createOne has made.
func (d *scaleDatabase) deleteOne(ctx context.Context) error {
	id := d.made[0]
	d.made = d.made[1:]
	return d.Delete(ctx, id)
}

// findEnded examines a page of sessions as a prune does.
func (d *scaleDatabase) findEnded(ctx context.Context) error {
	var rows []struct {
		ID      string
		Old     bool
		LastSeq int64 `db:"last_seq"`
	}
	after := fmt.Sprintf("ses_%c", 'a'+rand.IntN(12))
	return d.reads.SelectContext(ctx, &rows, d.reads.Rebind(selectEndedBefore), journal.Ended, time.Now().UnixMicro(), after, prunePage)
}

package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/lib/pq"

	"ringer/engine/desk"
	"ringer/engine/journal"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
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

// figureKinds are the ends of the names. Without one it is the mean time of those stored together.
var figureKinds = []string{"", ", p99", walBytes}

// scaleHot is how many sessions get the appends of most works.
const scaleHot = 50

var works = []scaleWork{
	{"append, 50 writers, 50 sessions", atOnce(50, true, appending((*scaleDatabase).said))},
	{"append, 200 writers, 50 sessions", atOnce(200, true, appending((*scaleDatabase).said))},
	{"append with a key, 50 writers", atOnce(50, false, appending((*scaleDatabase).keyed))},
	{"acts, 50 owners", atOnce(50, false, appending((*scaleDatabase).act))},
	{"append, 50 writers, all sessions in use", atOnce(50, false, appending((*scaleDatabase).spread))},
	{"settle what was appended", settling},
	{"sweep: take 20 due homes", sweeping(`UPDATE sessions SET due_at = 1 WHERE id = ANY($1)`, journal.Selection{Kind: journal.Due, Examined: 400, Limit: 200})},
	{"sweep: take 20 unsettled homes", sweeping(`UPDATE sessions SET unsettled = true WHERE id = ANY($1)`, journal.Selection{Kind: journal.Unsettled, Limit: 200})},
	{"claim a home", around(50, nothing, (*scaleDatabase).claimOne, (*scaleDatabase).giveBack)},
	{"take over 100 homes", each(10, (*scaleDatabase).takeOver)},
	{"load a home", each(200, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Home(ctx, d.pick(3))
		return err
	})},
	{"checkpoint", each(50, (*scaleDatabase).checkpoint)},
	{"read 200 heads", each(50, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Heads(ctx, some(d.live, 200))
		return err
	})},
	{"read a log", each(200, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Events(ctx, d.pick(7), 0, 20)
		return err
	})},
	{"list 50 open sessions", each(50, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Sessions(ctx, journal.SessionQuery{Status: journal.Open, Limit: 50})
		return err
	})},
	{"create a session", each(30, (*scaleDatabase).createOne)},
	{"create sessions, 16 at once", atOnce(16, false, func(d *scaleDatabase, _, _ int) error { return d.createOne(context.Background()) })},
	{"delete a session", each(30, (*scaleDatabase).deleteOne)},
	{"delete the others that were created", forgetting},
	{"one query of a prune", each(5, (*scaleDatabase).findEnded)},
	{"read the clock at the start", each(1, func(d *scaleDatabase, ctx context.Context) error {
		_, err := d.Clock(ctx)
		return err
	})},
}

type scaleStep func(*scaleDatabase, context.Context) error

func nothing(*scaleDatabase, context.Context) error { return nil }

// each does something a number of times, one after the other. Its figure is the median.
func each(times int, do scaleStep) func(*testing.T, *scaleDatabase, figures) {
	return around(times, nothing, do, nothing)
}

// around is each with steps before and after that are not measured.
func around(times int, before, do, after scaleStep) func(*testing.T, *scaleDatabase, figures) {
	return func(t *testing.T, d *scaleDatabase, f figures) {
		took := make([]float64, times)
		for i := range took {
			err := before(d, t.Context())
			start := time.Now()
			if err == nil {
				err = do(d, t.Context())
			}
			took[i] = micros(time.Since(start))
			if err == nil {
				err = after(d, t.Context())
			}
			if err != nil {
				t.Fatalf("%d sessions: %v", d.sessions, err)
			}
		}
		slices.Sort(took)
		f[""] = took[times/2]
	}
}

// atOnce lets several goroutines work for a while. Its figures, for each call: the time of the
// whole, the bytes of Postgres's log, and if asked the slowest of a hundred.
func atOnce(writers int, waits bool, do func(d *scaleDatabase, writer, i int) error) func(*testing.T, *scaleDatabase, figures) {
	return func(t *testing.T, d *scaleDatabase, f figures) {
		var wg sync.WaitGroup
		all := make([][]float64, writers)
		before, began := d.log(t), time.Now()
		d.marks++
		for w := range writers {
			wg.Go(func() {
				for i := 0; i == 0 || time.Since(began) < *scaleTime; i++ {
					start := time.Now()
					if err := do(d, w, i); err != nil {
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
			t.Fatalf("%d sessions: nothing was stored", d.sessions)
		}
		if waits {
			f[", p99"] = took[n*99/100]
		}
		f[""], f[walBytes] = whole/float64(n), float64(d.log(t)-before)/float64(n)
	}
}

func appending(next func(d *scaleDatabase, writer, i int) journal.Append) func(d *scaleDatabase, writer, i int) error {
	return func(d *scaleDatabase, writer, i int) error {
		_, err := d.Append(context.Background(), next(d, writer, i))
		return err
	}
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

func (d *scaleDatabase) log(t *testing.T) (bytes int64) {
	sessiontest.NoError(t, d.raw.Get(&bytes, `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn`))
	return bytes
}

// hot returns one of the sessions that get most appends. This process owns their homes.
func (d *scaleDatabase) hot(i int) string { return d.live[i%min(scaleHot, len(d.live)/10)*10+5] }

// pick returns a session in use by chance. The last digit of a live session's place says what for:
// 1 has a dead owner, 3 gets checkpoints, 5 is hot, 7 belongs to nobody.
func (d *scaleDatabase) pick(digit int) string {
	return d.live[rand.IntN(len(d.live)/10)*10+digit]
}

func (d *scaleDatabase) said(writer, _ int) journal.Append {
	line := session.Post{Sender: "blue", Kind: session.FromPlayer, Text: "are you all still there?"}
	return journal.Append{Session: d.hot(writer), Events: []session.Event{{At: time.Now(), Data: &session.MessageReceived{Post: line}}}}
}

func (d *scaleDatabase) keyed(writer, i int) journal.Append {
	a := d.said(writer, i)
	a.Events[0].Key = fmt.Sprintf("m:%d-%d-%d", d.marks, writer, i)
	return a
}

// act also moves the due time, and so writes all indexes of the session's row.
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

// settling settles the sessions in use as their owners would, but those that began unsettled.
func settling(t *testing.T, d *scaleDatabase, _ figures) {
	var done []string
	for i, id := range d.live {
		if i%50 != 0 {
			done = append(done, id)
		}
	}
	sessiontest.Must(d.raw.Exec(`UPDATE sessions SET settled_seq = last_seq, unsettled = false WHERE unsettled AND id = ANY($1)`, pq.Array(done)))(t)
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

func some(ids []string, number int) []string {
	list := make([]string, min(number, len(ids)))
	for i, place := range rand.Perm(len(ids))[:len(list)] {
		list[i] = ids[place]
	}
	return list
}

func (d *scaleDatabase) createOne(ctx context.Context) error {
	id := desk.NewID("ses_")
	if *scaleScattered {
		id = "ses_" + id[len(id)-16:]
	}
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
		sessiontest.Must(d.raw.Exec(query, pq.Array(d.made)))(t)
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

// scaleWoken is how many homes of nobody a sweep finds.
const scaleWoken = 20

// sweeping takes homes of nobody. Some sleeping sessions wake before, and sleep again after each
// sweep. Neither is measured.
func sweeping(wake string, homes journal.Selection) func(*testing.T, *scaleDatabase, figures) {
	before := func(d *scaleDatabase, ctx context.Context) error {
		d.woken = some(d.asleep, scaleWoken)
		_, err := d.raw.ExecContext(ctx, wake, pq.Array(d.woken))
		return err
	}
	sweep := func(d *scaleDatabase, ctx context.Context) error {
		homes.Before = time.Now()
		taken, err := d.Take(ctx, "sweeper", homes)
		if err == nil && len(taken) < len(d.woken) {
			err = fmt.Errorf("a sweep took %d homes of %d", len(taken), len(d.woken))
		}
		return err
	}
	return around(20, before, sweep, (*scaleDatabase).sleep)
}

func (d *scaleDatabase) sleep(ctx context.Context) error {
	if _, err := d.Take(ctx, "", journal.Selection{Kind: journal.All, From: journal.Replica{ID: "sweeper"}, Limit: 200}); err != nil {
		return err
	}
	due := time.Now().Add(time.Hour + rand.N(72*time.Hour))
	_, err := d.raw.ExecContext(ctx, `UPDATE sessions SET due_at = $1, unsettled = false WHERE id = ANY($2)`, due.UnixMicro(), pq.Array(d.woken))
	return err
}

func (d *scaleDatabase) claimOne(ctx context.Context) error {
	home := d.asleep[rand.IntN(len(d.asleep))]
	epoch, err := d.Claim(ctx, home, "here")
	d.claimed = journal.Lease{Home: home, Owner: "here", Epoch: epoch}
	return err
}

func (d *scaleDatabase) giveBack(ctx context.Context) error { return d.Give(ctx, d.claimed, "") }

// takeOver gives 100 homes of a dead replica to another one. When it has them all, they go back.
func (d *scaleDatabase) takeOver(ctx context.Context) error {
	for range 2 {
		leases, err := d.Take(ctx, d.taker, journal.Selection{Kind: journal.Orphaned, From: journal.Replica{ID: d.owner}, Limit: 100})
		if err != nil || len(leases) > 0 {
			return err
		}
		d.owner, d.taker = d.taker, d.owner
	}
	return errors.New("there is no home to take")
}

package main

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"

	"ringer/cmd/internal/bench"
)

// beside is what was measured beside ringer bench. What is not known is NaN.
type beside struct {
	// model and postgres are the processor times of these processes during the load, in seconds.
	model, postgres float64
	// disk holds how long the disk took to keep a few bytes, in ms.
	disk []float64
}

type watch struct {
	file            *os.File
	model, postgres int
	stop, done      chan struct{}
	disk            []float64
	samples         []sample
}

type sample struct {
	at              time.Time
	model, postgres float64
}

func (m *machine) watch(s *running) (*watch, error) {
	f, err := os.Create(filepath.Join(m.folder, "disk"))
	if err != nil {
		return nil, err
	}
	w := &watch{file: f, model: s.model, stop: make(chan struct{}), done: make(chan struct{})}
	if s.postgres {
		w.postgres = m.postmaster
	}
	go w.run()
	return w, nil
}

// run asks the disk twenty times a second, and the system four times.
func (w *watch) run() {
	defer close(w.done)
	defer w.file.Close()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		if i%5 == 0 {
			w.samples = append(w.samples, sample{time.Now(), processor(w.model), processor(w.postgres)})
		}
		select {
		case <-tick.C:
		case <-w.stop:
			return
		}
		began := time.Now()
		_, err := w.file.WriteAt([]byte("a few bytes"), 0)
		if err == nil && w.file.Sync() == nil {
			w.disk = append(w.disk, float64(time.Since(began).Microseconds())/1000)
		}
	}
}

// end ends the watch, and returns what happened during the load.
func (w *watch) end(r *bench.Result) beside {
	if w == nil {
		return beside{model: math.NaN(), postgres: math.NaN()}
	}
	close(w.stop)
	<-w.done
	b := beside{math.NaN(), math.NaN(), w.disk}
	if r == nil || r.Servers[0].Warm == nil || r.Servers[0].After == nil {
		return b
	}
	at := func(t time.Time) sample {
		i, _ := slices.BinarySearchFunc(w.samples, t, func(s sample, t time.Time) int { return s.at.Compare(t) })
		return w.samples[min(i, len(w.samples)-1)]
	}
	from, to := at(r.Servers[0].Warm.At), at(r.Servers[0].After.At)
	b.model, b.postgres = to.model-from.model, to.postgres-from.postgres
	return b
}

// processor returns the processor time that a process and its children have used, in seconds. It is
// NaN if the system does not say so.
func processor(pid int) float64 {
	own, err := stat(pid)
	list, listed := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil || listed != nil {
		return math.NaN()
	}
	ticks := own.UTime + own.STime + uint(own.CUTime+own.CSTime) // also of the children that have ended
	for _, child := range strings.Fields(string(list)) {
		n, _ := strconv.Atoi(child)
		if c, err := stat(n); err == nil { // else it has ended
			ticks += c.UTime + c.STime + uint(c.CUTime+c.CSTime)
		}
	}
	return float64(ticks) / 100
}

func stat(pid int) (procfs.ProcStat, error) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return procfs.ProcStat{}, err
	}
	return p.Stat()
}

func findPostmaster(ctx context.Context, db *sql.DB) (pid int, err error) {
	if err := db.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return 0, err
	}
	if s, err := stat(pid); err == nil && s.Comm == "postgres" {
		return s.PPID, nil
	}
	return 0, nil
}

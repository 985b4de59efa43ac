package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"

	"ringer/engine/stats"
)

// last is the file with the ratios of the last run.
type last struct {
	Measured string `json:"measured"`
	// Cores are those of the machine. Load and servers share them, so the ratios depend on them.
	Cores int `json:"cores"`
	// Ratios holds the ratios of Ringer's rows by their row and column.
	Ratios map[string]kept `json:"ratios"`
}

type kept struct {
	Median float64 `json:"median"`
	Rounds int     `json:"rounds"`
	// Noise is the standard deviation of the ratio among the rounds, of its logarithm.
	Noise float64 `json:"noise"`

	less bool
}

func readLast(name string) (*last, error) {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return new(last), nil
	}
	if err != nil {
		return nil, err
	}
	l := new(last)
	if err := json.Unmarshal(b, l); err != nil {
		return nil, fmt.Errorf("%s is not a file of make load: %w; delete it, and nothing is compared", name, err)
	}
	return l, nil
}

// write writes the file. What this run has not measured stays: a short run leaves out replicas.
func (l *last) write(name string, old *last) error {
	all := maps.Clone(l.Ratios)
	for row, k := range old.Ratios {
		if _, ok := all[row]; !ok && old.Cores == l.Cores {
			all[row] = k
		}
	}
	b, err := json.MarshalIndent(last{l.Measured, l.Cores, all}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(b, '\n'), 0o644)
}

func (r *report) keep() *last {
	l := &last{r.at.UTC().Format("2 January 2006"), runtime.NumCPU(), map[string]kept{}}
	round := func(v float64) float64 { return math.Round(v*1000) / 1000 }
	for i := range r.tables {
		t := &r.tables[i]
		for k := range t.ratios {
			q := &t.ratios[k]
			noise := round(r.noise(t, q))
			for j := range t.rows {
				s := &t.rows[j]
				if v := r.ratios(t, s, q); len(v) > 0 && s.system.baseline == "" && r.base(t, s, q) != s {
					l.Ratios[t.name+": "+s.name()+": "+q.name] = kept{round(stats.Median(v)), len(v), noise, q.less}
				}
			}
		}
	}
	return l
}

const (
	// certainty is how many standard deviations a change must exceed. Some twenty ratios are
	// compared, so with 3 one of forty runs of the same program calls one of them slower.
	certainty = 3
	// alike is the share by which a ratio may get worse without a difference that matters: between
	// two runs the machine changes more than within one.
	alike = 0.1
	// unknown is the noise of a run of one round, which cannot tell. On a quiet machine it is less.
	unknown = 0.15
)

func (k kept) margin(old kept) float64 {
	return max(1+alike, math.Exp(certainty*math.Sqrt(k.variance()+old.variance())))
}

// variance returns the variance of the median. That of a few rounds varies 1.4 times as much as the
// mean would.
func (k kept) variance() float64 {
	noise := k.Noise
	if k.Rounds < 2 && noise == 0 {
		noise = unknown
	}
	return noise * noise * min(1, 1.4/float64(max(k.Rounds, 1)))
}

// compare prints which ratios became worse than noise explains, and returns how many did.
func (l *last) compare(w io.Writer, old *last) (slower int) {
	switch {
	case len(old.Ratios) == 0:
		fmt.Fprintln(w, "There are no earlier ratios to compare with.")
		return 0
	case old.Cores != l.Cores:
		fmt.Fprintf(w, "The ratios of %s are not compared: they come from %d cores, and this machine has %d.\n", old.Measured, old.Cores, l.Cores)
		return 0
	}
	compared, most := 0, 1.0
	for _, row := range slices.Sorted(maps.Keys(l.Ratios)) {
		now, was := l.Ratios[row], old.Ratios[row]
		if now.Median <= 0 || was.Median <= 0 {
			continue
		}
		compared++
		worse, margin := was.Median/now.Median, now.margin(was)
		most = max(most, margin)
		if now.less {
			worse = 1 / worse
		}
		if worse > margin {
			slower++
			fmt.Fprintf(w, "SLOWER  %s: %.2f, was %.2f: worse by %.0f %%, and noise explains %.0f %%\n", row, now.Median, was.Median, 100*(worse-1), 100*(margin-1))
		}
	}
	fmt.Fprintf(w, "%d of %d ratios became slower since %s. Noise explains up to %.0f %%.\n", slower, compared, old.Measured, 100*(most-1))
	if most > 1.5 {
		fmt.Fprintln(w, "That is much: take more rounds, on a quiet machine.")
	}
	return slower
}

// ratio is a column with the ratios of a figure to a figure of another row in the same run. Such
// ratios depend little on the machine, so those of different runs are compared.
type ratio struct {
	name string
	// figure is divided by the figure to of another row.
	figure, to figure
	// table is the table whose first row is the other one. Without it that is the first row with
	// the same load.
	table string
	less  bool
}

func (r *report) base(t *table, s *series, q *ratio) *series {
	if q.table == "" {
		return &t.rows[s.first]
	}
	i := slices.IndexFunc(r.tables, func(t table) bool { return t.name == q.table })
	return &r.tables[i].rows[0]
}

// ratios returns the ratio of each round of a row. Rounds pair up, so that a machine that is slower
// for a while is so for both. A round without a partner is divided by the median.
func (r *report) ratios(t *table, s *series, q *ratio) (list []float64) {
	base := r.base(t, s, q)
	usual := stats.Median(base.values(q.to))
	for i, result := range s.results {
		to := usual
		if i < len(base.results) && q.to.of(base.results[i]) > 0 { // not NaN
			to = q.to.of(base.results[i])
		}
		if v := q.figure.of(result) / to; to > 0 && v > 0 {
			list = append(list, v)
		}
	}
	return list
}

// noise returns the standard deviation of the logarithm of a ratio among the rounds of a row. It is
// pooled over Ringer's rows of a table. It is 0 if there is one round only.
func (r *report) noise(t *table, q *ratio) float64 {
	sum, free := 0.0, 0
	for i := range t.rows {
		if t.rows[i].system.baseline != "" {
			continue
		}
		logs := r.ratios(t, &t.rows[i], q)
		for i := range logs {
			logs[i] = math.Log(logs[i])
		}
		sum, free = sum+math.Pow(stats.Deviation(logs), 2)*float64(len(logs)-1), free+len(logs)-1
	}
	return math.Sqrt(sum / float64(max(free, 1)))
}

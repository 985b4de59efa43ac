package main

import (
	"math"
	"slices"

	"ringer/engine/stats"
)

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

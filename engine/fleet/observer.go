package fleet

import (
	"maps"
	"slices"
	"time"

	"ringer/engine/journal"
)

// View is what a replica sees of all replicas, itself among them.
type View struct {
	// Alive are the replicas that have not lapsed, by id.
	Alive []journal.Replica
	// Late are those of them whose count stands still.
	Late []journal.Replica
	// Lapsed are those whose row should be removed.
	Lapsed []journal.Replica
	// Gone are those that had a row before, and have none now.
	Gone []journal.Replica
}

// Has reports whether a replica is alive.
func (v View) Has(id string) bool {
	return slices.ContainsFunc(v.Alive, func(r journal.Replica) bool { return r.ID == id })
}

// Homes returns how many homes the living replicas have in memory.
func (v View) Homes() (n int) {
	for _, r := range v.Alive {
		n += r.Homes
	}
	return n
}

// Share returns how many homes each living replica should have, with more of them that belong to
// nobody.
func (v View) Share(more int) int {
	n := max(len(v.Alive), 1)
	return (v.Homes() + more + n - 1) / n
}

// Observer watches the rows of replicas.
type Observer struct {
	self string
	seen map[string]sighting
	last time.Time
}

// sighting is a row, and the end of the first read of its count.
type sighting struct {
	row   journal.Replica
	since time.Time
}

// NewObserver returns the observer of a replica.
func NewObserver(self string) *Observer { return &Observer{self: self, seen: map[string]sighting{}} }

// See notes the rows of a read that began and ended at a time, and returns what they show.
func (o *Observer) See(began, ended time.Time, rows []journal.Replica) View {
	var v View
	blind := began.Sub(o.last) > blindAfter
	o.last = ended
	before := maps.Clone(o.seen)
	for _, row := range rows {
		old, known := before[row.ID]
		delete(before, row.ID)
		if !known || blind || old.row.Beats != row.Beats {
			old.since = ended
		}
		o.seen[row.ID] = sighting{row, old.since}
		still := began.Sub(old.since)
		if row.ID != o.self && still >= LapsedAfter {
			v.Lapsed = append(v.Lapsed, row)
			continue
		}
		if v.Alive = append(v.Alive, row); row.ID != o.self && still >= LateAfter {
			v.Late = append(v.Late, row)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		delete(o.seen, id)
		v.Gone = append(v.Gone, before[id].row)
	}
	return v
}

package deduction

import "slices"

// record is what everybody has seen, and what a player without private knowledge makes of it.
type record struct {
	seats, evils int
	// plain says that no role sees the evil players except themselves.
	plain bool
	// quests are the finished ones.
	quests []quest
	failed int
	// refused counts the teams since the last quest.
	refused int
	// team was proposed last, by leader; -1 if nobody did.
	team   party
	leader int
	// proposed are all teams that were voted on.
	proposed []proposed
	// sides are all possible evil sides, and chances how likely each is by the quests alone.
	sides   []party
	chances []float64
	// suspected is how likely a seat is evil in the eyes of a good one, which is the first
	// index.
	suspected [][]float64
}

type proposed struct {
	leader int
	team   party
}

func newRecord(seats, evils int, plain bool) *record {
	r := &record{seats: seats, evils: evils, plain: plain, leader: -1, sides: parties(seats, evils)}
	r.chances = slices.Repeat([]float64{1}, len(r.sides))
	r.suspect()
	return r
}

func (r *record) suspect() {
	r.suspected = table(r.seats, r.seats)
	for eye, row := range r.suspected {
		total := 0.0
		for i, side := range r.sides {
			if side.has(eye) {
				continue
			}
			total += r.chances[i]
			for seat := range row {
				row[seat] += r.chances[i] * flag(side.has(seat))
			}
		}
		for seat := range row {
			if total > 0 {
				row[seat] /= total
			}
		}
	}
}

// suspicion returns how many evil players a good one expects on a team, beyond what it expected at
// first.
func (r *record) suspicion(eye int, team party) (more float64) {
	before := float64(r.evils) / float64(r.seats-1)
	for seat, p := range r.suspected[eye] {
		if team.has(seat) && seat != eye {
			more += p - before
		}
	}
	return more
}

func (r *record) propose(leader int, team party) {
	r.leader, r.team, r.proposed = leader, team, append(r.proposed, proposed{leader, team})
}

// ask notes which team is voted on. If nobody proposed it, the leader is unknown.
func (r *record) ask(team party) {
	if team != r.team {
		r.team, r.leader = team, -1
	}
}

func (r *record) approve(passed bool) {
	if !passed {
		r.refused++
	}
}

func (r *record) finish(q quest) {
	for i, side := range r.sides {
		r.chances[i] *= q.chance(q.team.common(side))
	}
	r.suspect()
	r.quests = append(r.quests, q)
	r.refused = 0
	if !q.passed {
		r.failed++
	}
}

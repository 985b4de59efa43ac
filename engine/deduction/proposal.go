package deduction

// Terms of a proposed team. Its chance grows with the exponential of their weighted sum.
const (
	teamSelf        = iota // the leader is on it
	teamEvilSelf           // the same for an evil leader in a game without Merlin
	teamSuspicion          // suspicion of the team
	teamMerlinDirty        // for Merlin: evil players whom he sees on it
	teamEvilClean          // for evil players: they see no evil on it
	teamEvilMany           // for evil players: they see more than one evil player on it
	teamTerms
)

var teamNames = [teamTerms]string{
	teamSelf: "self", teamEvilSelf: "evil_self", teamSuspicion: "suspicion", teamMerlinDirty: "merlin_dirty",
	teamEvilClean: "evil_clean", teamEvilMany: "evil_many",
}

func (r *record) proposal(a act, team party) (x [teamTerms]float64) {
	seen := team.common(a.sees)
	x[teamSelf], x[teamSuspicion] = flag(team.has(a.seat)), r.suspicion(a.seat, team)
	switch {
	case a.kind == merlin:
		x[teamMerlinDirty] = float64(seen)
	case !a.kind.good():
		x[teamEvilSelf] = x[teamSelf] * flag(r.plain)
		x[teamEvilClean], x[teamEvilMany] = flag(seen == 0), flag(seen > 1)
	}
	return x
}

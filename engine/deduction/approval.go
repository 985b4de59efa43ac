package deduction

// lastTry is how many teams of a quest can be refused: evil wins when good refuses a fifth.
const lastTry = 4

type act struct {
	seat int
	kind kind
	// sees are the evil players of whom it knows, itself included.
	sees party
}

// Terms of a vote on a team. Their weighted sum is the log-odds of yes.
const (
	voteLast          = iota // evil wins if the team is refused; then no other term counts
	voteLeader               // the player proposed the team; then no other term counts
	voteYes                  // always
	voteFirst                // no quest is finished
	voteOn                   // the player is on the team
	voteSuspicion            // for servants and Percival: suspicion of the team
	votePercivalDirty        // for Percival: evil is on the team
	voteMerlin               // for Merlin
	voteMerlinDirty          // for Merlin: he sees evil on the team
	voteEvil                 // for evil players
	voteEvilFirst            // for evil players: no quest is finished
	voteEvilClean            // for evil players: they see no evil on the team
	voteTerms
)

var voteNames = [voteTerms]string{
	voteLast: "last", voteLeader: "leader", voteYes: "yes", voteFirst: "first", voteOn: "on", voteSuspicion: "suspicion",
	votePercivalDirty: "percival_dirty", voteMerlin: "merlin", voteMerlinDirty: "merlin_dirty",
	voteEvil: "evil", voteEvilFirst: "evil_first", voteEvilClean: "evil_clean",
}

func (r *record) approval(a act) (x [voteTerms]float64) {
	if r.refused >= lastTry {
		x[voteLast] = 1
		return x
	}
	if a.seat == r.leader {
		x[voteLeader] = 1
		return x
	}
	first, dirty := flag(len(r.quests) == 0), flag(r.team.common(a.sees) > 0)
	x[voteYes], x[voteFirst], x[voteOn] = 1, first, flag(r.team.has(a.seat))
	switch a.kind {
	case servant:
		x[voteSuspicion] = r.suspicion(a.seat, r.team)
	case percival:
		x[voteSuspicion], x[votePercivalDirty] = r.suspicion(a.seat, r.team), dirty
	case merlin:
		x[voteMerlin], x[voteMerlinDirty] = 1, dirty
	default:
		x[voteEvil], x[voteEvilFirst], x[voteEvilClean] = 1, first, 1-dirty
	}
	return x
}

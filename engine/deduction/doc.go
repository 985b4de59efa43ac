// Package deduction computes who is who in Avalon, from what everybody at the table sees: teams,
// votes and quests. It keeps the probability of every assignment of the roles, and enumerates them
// exactly.
//
//	p, err := deduction.New(deduction.Setup{
//		Seats: seats, RoleList: roles, Me: me, Role: role, Known: known,
//	})
//	err = p.Observe(ruling)  // each public ruling once, in their order
//	p.Roles()[player][role]  // probabilities
//
// # What is certain
//
// A quest with n votes for failure has at least n evil players on its team. Facts returns what
// follows from that, from the role list and from what the seat knows.
//
// # What is likely
//
// A player acts by its role and by what it knows. So the likelihood of an act depends on its role
// and on who is evil. Merlin and the evil players see the sides. A servant sees the record: how
// suspect each player is by the quests alone. approval.go and proposal.go list the terms, quest.go
// the chances of a failed quest. Fit finds their weights in recorded games; weights.json holds
// them. `ringer deduction` makes that file and judges the method.
//
// # Who looks like Merlin
//
// A Posterior of an evil player's seat says who looks like Merlin to that player, by proposals and
// votes. Merlin asks how he looks with a Setup in which nobody is Me, and the evil players are
// Known.
//
// With six seats a game costs less than a millisecond. Ten seats with Mordred and Oberon are the
// worst case: a ruling costs some milliseconds.
package deduction

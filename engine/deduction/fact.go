package deduction

import "ringer/engine/session"

// Fact is something certain for the seat that looks. With a Quest, members of its team voted for
// failure, so at least Evil of the Players are evil. Otherwise it says which Roles one player can
// have, and their Side if they share one.
type Fact struct {
	Players []string
	Quest   int
	Evil    int
	Roles   []string
	Side    session.Side
}

// Facts returns what follows from the quests, the role list and what the seat knows: first quests,
// then players in the order of seats, without the seat that looks.
func (p *Posterior) Facts() (facts []Fact) {
	for i, q := range p.record.quests {
		if q.needs() > 0 {
			facts = append(facts, Fact{Players: p.players(q.team), Quest: i + 1, Evil: q.needs()})
		}
	}
	certain := p.marginals(p.possible, func(_, _, _ int) float64 { return 1 })
	open := p.open()
	for seat, id := range p.seats {
		var roles []string
		for r, role := range p.roles {
			if certain.roles[seat][r] > 0 {
				roles = append(roles, role)
			}
		}
		if seat != p.me && len(roles) > 0 && len(roles) < open {
			facts = append(facts, Fact{Players: []string{id}, Roles: roles, Side: sideOf(roles)})
		}
	}
	return facts
}

func (p *Posterior) possible(world int) float64 {
	for _, q := range p.record.quests {
		if q.team.common(p.worlds[world].evil) < q.needs() {
			return 0
		}
	}
	return 1
}

// open returns how many distinct roles the others have.
func (p *Posterior) open() (n int) {
	for r, count := range p.counts {
		if p.me >= 0 && p.may[p.me][r] {
			count--
		}
		n += int(flag(count > 0))
	}
	return n
}

func (p *Posterior) players(seats party) (ids []string) {
	for seat, id := range p.seats {
		if seats.has(seat) {
			ids = append(ids, id)
		}
	}
	return ids
}

// sideOf returns the common side, or "".
func sideOf(roles []string) session.Side {
	good := 0
	for _, role := range roles {
		good += int(flag(Good(role)))
	}
	switch good {
	case 0:
		return session.Evil
	case len(roles):
		return session.Good
	default:
		return ""
	}
}

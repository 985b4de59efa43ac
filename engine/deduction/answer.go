package deduction

import "slices"

// Roles returns how likely each player has each role, by id and role.
func (p *Posterior) Roles() map[string]map[string]float64 {
	m := p.now()
	all := make(map[string]map[string]float64, len(p.seats))
	for i, seat := range p.seats {
		all[seat] = make(map[string]float64, len(p.roles))
		for r, role := range p.roles {
			all[seat][role] = m.roles[i][r] / m.total
		}
	}
	return all
}

// Evil returns how likely a player is evil; 0 without a seat.
func (p *Posterior) Evil(player string) float64 {
	seat := slices.Index(p.seats, player)
	if seat < 0 {
		return 0
	}
	m, evil := p.now(), 0.0
	for i, w := range p.worlds {
		evil += m.worlds[i] * flag(w.evil.has(seat))
	}
	return evil / m.total
}

// TeamClean returns how likely nobody on a team is evil; 0 if somebody has no seat.
func (p *Posterior) TeamClean(players []string) float64 {
	team, err := p.party(players)
	if err != nil {
		return 0
	}
	m, clean := p.now(), 0.0
	for i, w := range p.worlds {
		clean += m.worlds[i] * flag(team.common(w.evil) == 0)
	}
	return clean / m.total
}

// Best returns the likeliest assignment, by player id.
func (p *Posterior) Best() map[string]string {
	best := make(map[string]string, len(p.seats))
	for seat, role := range p.now().best {
		best[p.seats[seat]] = p.roles[role]
	}
	return best
}

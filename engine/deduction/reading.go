package deduction

import "ringer/engine/session"

// Reading is what a reader makes of the players' words, by player id and role: how much likelier
// they are from that role than from a servant, as a natural logarithm. "evil" counts for all evil
// roles.
type Reading map[string]map[string]float64

// Hear takes what was said. A reading covers the whole chat, so it replaces the one before.
func (p *Posterior) Hear(r Reading) {
	p.words = table(len(p.seats), len(p.roles))
	for i, seat := range p.seats {
		for j, role := range p.roles {
			p.words[i][j] = p.talk * r[seat][role]
			if !Good(role) {
				p.words[i][j] += p.talk * r[seat][string(session.Evil)]
			}
		}
	}
	p.sums = nil
}

package deduction

import "math/bits"

// The standard table of Avalon ends there.
const maxSeats = 10

// party is a set of seats, one bit a seat.
type party uint16

func (p party) has(seat int) bool      { return p>>seat&1 == 1 }
func (p party) with(seat int) party    { return p | 1<<seat }
func (p party) size() int              { return bits.OnesCount16(uint16(p)) }
func (p party) common(other party) int { return (p & other).size() }

func parties(n, size int) (all []party) {
	for p := range party(1) << n {
		if p.size() == size {
			all = append(all, p)
		}
	}
	return all
}

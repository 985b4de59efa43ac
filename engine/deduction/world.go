package deduction

// world says who is evil, and who of them is hidden from whom. Given the world, the players' acts
// are independent.
type world struct {
	// kinds are evil, mordred or oberon, and servant for all good seats.
	kinds [maxSeats]kind
	evil  party
	// merlin are the evil players whom Merlin sees, evils those whom evil players see.
	merlin, evils party
}

// sees returns the evil players of whom a kind knows, itself included. Percival sees none, but
// Merlin leads him: in recorded games he refuses teams with evil players more often than servants
// do.
func (w *world) sees(seat int, k kind) party {
	switch k {
	case servant:
		return 0
	case percival:
		return w.evil
	case merlin:
		return w.merlin
	case oberon:
		return party(0).with(seat)
	default:
		return w.evils.with(seat)
	}
}

func (w *world) options(seat int) []kind {
	if w.kinds[seat] == servant {
		return []kind{servant, percival, merlin}
	}
	return []kind{w.kinds[seat]}
}

// left is how many seats have each kind.
func worlds(may [][allKinds]bool, left [allKinds]int) (all []world) {
	var w world
	var deal func(seat int)
	deal = func(seat int) {
		if seat == len(may) {
			all = append(all, w.look(len(may)))
			return
		}
		for k, n := range left {
			if n == 0 || !may[seat][k] {
				continue
			}
			left[k]--
			w.kinds[seat] = kind(k)
			deal(seat + 1)
			left[k]++
		}
	}
	deal(0)
	return all
}

func (w world) look(seats int) world {
	for seat, k := range w.kinds[:seats] {
		if k.good() {
			continue
		}
		w.evil = w.evil.with(seat)
		if k != mordred {
			w.merlin = w.merlin.with(seat)
		}
		if k != oberon {
			w.evils = w.evils.with(seat)
		}
	}
	return w
}

package session

import (
	"hash/fnv"
	"math/rand/v2"
)

// Draw returns the random source for one purpose. Its key is the session's seed, the seq of the
// cause, the purpose and a counter, so deciding a log again gives the same draws. Nothing else in
// the core is random.
func Draw(seed, cause int64, purpose string, n int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), DrawSeed(seed, cause, purpose, n)))
}

// DrawSeed returns the key of Draw as a number, for a model's seed parameter.
func DrawSeed(seed, cause int64, purpose string, n int) uint64 {
	h := fnv.New64a()
	var b [24]byte
	for i, v := range []int64{seed, cause, int64(n)} {
		for k := range 8 {
			b[i*8+k] = byte(v >> (8 * k))
		}
	}
	h.Write(b[:])
	h.Write([]byte(purpose))
	return h.Sum64()
}

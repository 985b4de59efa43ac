package session

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
)

// Draw returns the random source for one purpose. Deciding a log again gives the same draws.
// Nothing else in the core is random.
func Draw(seed, cause int64, purpose string, n int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), DrawSeed(seed, cause, purpose, n)))
}

// DrawSeed returns the key of Draw as a number, for a model's seed parameter.
func DrawSeed(seed, cause int64, purpose string, n int) uint64 {
	h := fnv.New64a()
	var b []byte
	for _, v := range []int64{seed, cause, int64(n)} {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	h.Write(append(b, purpose...))
	return h.Sum64()
}

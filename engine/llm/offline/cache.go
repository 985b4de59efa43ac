package offline

import (
	"hash/maphash"
	"sync"
	"time"
)

// What OpenAI documents of its prompt cache.
const (
	// cacheLeast is the shortest prefix in tokens that is found again.
	cacheLeast = 1024
	// cacheStep is by how many tokens a prefix that is found grows.
	cacheStep = 128
	// cacheLasts is how long a prefix is kept after its last use: five to ten minutes are promised, and the less of it is counted on.
	cacheLasts = 5 * time.Minute
)

// cacheBlocks bounds the memory of the cache to some 16 MiB; they are the prompts of two thousand long games.
const cacheBlocks = 1 << 18

// cache remembers the beginnings of prompts, each block of tokens by the hash of all up to its end.
type cache struct {
	seed maphash.Seed

	mu   sync.Mutex // protects used
	used map[uint64]time.Time
}

func newCache() *cache { return &cache{seed: maphash.MakeSeed(), used: map[uint64]time.Time{}} }

// prefix returns how many tokens a prompt has in common with the beginning of one that came before, and remembers this one.
func (c *cache) prefix(r *completionRequest, now time.Time) int {
	ends := c.blocks(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.used)+len(ends) > cacheBlocks {
		clear(c.used)
	}
	found := 0
	for found < len(ends) && now.Sub(c.used[ends[found]]) <= cacheLasts {
		found++
	}
	for _, end := range ends {
		c.used[end] = now
	}
	if found *= cacheStep; found < cacheLeast {
		return 0
	}
	return found
}

// blocks returns the hash of the prompt up to the end of each whole block.
func (c *cache) blocks(r *completionRequest) (ends []uint64) {
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteString(r.Model)
	h.WriteByte(0)
	left := cacheStep * bytesPerToken
	for _, m := range r.Messages {
		for text := content(m); text != ""; {
			n := min(left, len(text))
			h.WriteString(text[:n])
			text = text[n:]
			if left -= n; left == 0 {
				ends = append(ends, h.Sum64())
				left = cacheStep * bytesPerToken
			}
		}
		h.WriteString(m.Role)
		h.WriteByte(0)
	}
	return ends
}

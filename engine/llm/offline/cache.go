package offline

import (
	"hash/maphash"
	"sync"
	"time"
)

// The rules that OpenAI documents for its prompt cache.
const (
	// minCached is the shortest prefix that is cached, in tokens.
	minCached = 1024
	// cacheStep is the step in which cached prefixes grow, in tokens.
	cacheStep = 128
	// cacheTTL is how long a prefix is kept after its last use. OpenAI promises five to ten
	// minutes.
	cacheTTL = 5 * time.Minute
)

// maxBlocks bounds the cache to some 16 MiB: the prompts of two thousand long games.
const maxBlocks = 1 << 18

// cache holds the hashes of prompts up to the end of each block of tokens.
type cache struct {
	seed maphash.Seed

	mu   sync.Mutex           // protects used
	used map[uint64]time.Time // the last use of a block
}

func newCache() *cache { return &cache{seed: maphash.MakeSeed(), used: map[uint64]time.Time{}} }

// prefix returns how many tokens an earlier prompt begins with, and caches the prompt.
func (c *cache) prefix(r *completionRequest, now time.Time) int {
	ends := c.blocks(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.used)+len(ends) > maxBlocks {
		clear(c.used)
	}
	found := 0
	for found < len(ends) && now.Sub(c.used[ends[found]]) <= cacheTTL {
		found++
	}
	for _, end := range ends {
		c.used[end] = now
	}
	if found *= cacheStep; found < minCached {
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

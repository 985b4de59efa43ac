package mouth

import "sync"

// memoSize is how many values a memo keeps. A server's games share few roles and secrets.
const memoSize = 512

// memo keeps what was computed for the last keys, because Pass is called for each message with the
// same role and secrets.
type memo[V any] struct {
	mu     sync.Mutex
	values map[string]V
}

// get returns the value of a key. It computes it unless the memo has it.
func (m *memo[V]) get(key string, compute func(string) V) V {
	m.mu.Lock()
	v, ok := m.values[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = compute(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil || len(m.values) >= memoSize {
		m.values = map[string]V{}
	}
	m.values[key] = v
	return v
}

package llm

import (
	"maps"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxModels bounds the models that are remembered besides those of the server's settings.
	maxModels = 256
	// maxExperiences bounds the pairs of a session and a model, of about 1 KB each. A forgotten
	// session begins with what the others know.
	maxExperiences = 8192
)

// model is what all sessions share about one model of the server.
type model struct {
	ladder  *ladder
	pause   *pause
	breaker *breaker
	health  *health
}

// experience is what one session has learned about one model. It binds only that session.
type experience struct {
	ladder *ladder
	pause  *pause
}

type models struct {
	// known are the models of the server's settings. They are never forgotten.
	known       map[string]*model
	others      *lru.Cache[string, *model]
	experiences *lru.Cache[[2]string, *experience] // by session and model
	newLadder   func() *ladder
}

func newModels(c *Config, best form) (*models, error) {
	others, err := lru.New[string, *model](maxModels)
	if err != nil {
		return nil, err
	}
	experiences, err := lru.New[[2]string, *experience](maxExperiences)
	if err != nil {
		return nil, err
	}
	m := &models{
		known: map[string]*model{}, others: others, experiences: experiences,
		newLadder: func() *ladder { return newLadder(best, c.ProbeAfter) },
	}
	for _, r := range c.Roles {
		m.known[r.Model] = m.newModel(true)
	}
	for _, name := range c.Models {
		m.known[name] = m.newModel(true)
	}
	return m, nil
}

func (m *models) newModel(known bool) *model {
	return &model{ladder: m.newLadder(), pause: &pause{sessions: enoughSessions}, breaker: newBreaker(known), health: &health{}}
}

func (m *models) model(name string) *model {
	if known, ok := m.known[name]; ok {
		return known
	}
	return remembered(m.others, name, func() *model { return m.newModel(false) })
}

// experience returns what a session has learned about a model.
func (m *models) experience(session, name string) *experience {
	return remembered(m.experiences, [2]string{session, name}, func() *experience {
		own := m.newLadder()
		own.shared, own.session = m.model(name).ladder, session
		return &experience{ladder: own, pause: &pause{sessions: 1}}
	})
}

func remembered[K comparable, V any](cache *lru.Cache[K, V], key K, newValue func() V) V {
	if v, ok := cache.Get(key); ok {
		return v
	}
	v := newValue()
	if earlier, ok, _ := cache.PeekOrAdd(key, v); ok {
		return earlier
	}
	return v
}

// down returns how many models are left alone or fail, whether all are that were lately asked, and
// which fail. A model that only sessions name may not exist, and does not count.
func (m *models) down() (count int, all bool, failing []Failing) {
	all = true
	add := func(of *model, failing bool) {
		if failing || of.breaker.down() {
			count++
		} else if of.breaker.askedWithin(faultyWindow) {
			all = false
		}
	}
	for _, of := range m.others.Values() {
		add(of, false)
	}
	for _, name := range slices.Sorted(maps.Keys(m.known)) {
		found, ok := m.known[name].health.failing()
		if found.Model = name; ok {
			failing = append(failing, found)
		}
		add(m.known[name], ok)
	}
	return count, all && count > 0, failing
}

func (e *breaker) askedWithin(d time.Duration) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Since(e.asked) <= d
}

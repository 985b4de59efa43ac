package llm

import (
	"maps"
	"math"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"ringer/engine/session"
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

// Price is what a model costs, in currency per million tokens, or micros per token.
type Price struct {
	// Prompt is for tokens of the prompt.
	Prompt float64
	// Cached is for tokens of the prompt in the server's cache; 0 means the same as Prompt.
	Cached float64
	// Answer is for tokens of the answer, thinking included.
	Answer float64
}

// cost returns the price in micros, rounded up so that rounding exceeds no budget.
func (p Price) cost(prompt, cached, answer int) int64 {
	if p.Cached == 0 {
		p.Cached = p.Prompt
	}
	micros := float64(prompt-cached)*p.Prompt + float64(cached)*p.Cached + float64(answer)*p.Answer
	return int64(math.Ceil(micros - 1e-6)) // a rounding error of floats must not cost a whole micro
}

func (p Price) maxCost(prompt, answer int) session.Spent {
	return session.Spent{Calls: 1, PromptTokens: prompt, AnswerTokens: answer, CostMicros: p.cost(prompt, 0, answer)}
}

// bytesPerToken is the usual rule for English.
const bytesPerToken = 4

// tokens estimates the tokens of a text.
func tokens(bytes int) int { return (bytes + bytesPerToken - 1) / bytesPerToken }

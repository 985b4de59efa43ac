package sim_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/sessiontest"
	"ringer/engine/sim"
	"ringer/engine/step"
	"ringer/engine/strategy"
)

// The ways in which models fail.
const (
	modelFine    = "fine"
	modelSlow    = "slow"    // an answer after half a minute; few votes last so long
	modelDown    = "down"    // no answer
	modelWrong   = "wrong"   // an answer of the right shape, with random values
	modelGarbage = "garbage" // an unreadable answer
	modelFickle  = "fickle"  // fine, wrong or garbage, by chance
)

var modelFaults = []string{modelFine, modelSlow, modelDown, modelWrong, modelGarbage, modelFickle}

// slowLatencies are the latencies of slow models, in game time.
var slowLatencies = []session.Millis{2_000, 10_000, 30_000, 60_000}

// failing is an offline model behind a client that fails in one way. One goroutine uses it.
type failing struct {
	step.Models
	wire http.RoundTripper
	way  string
	rng  *rand.Rand
}

func newFailing(t *testing.T, strategies *strategy.Registry, way string, seed uint64) *failing {
	t.Helper()
	f := &failing{wire: offline.Transport{Model: offline.New(strategies.Skills())}, way: way, rng: rand.New(rand.NewPCG(seed, 11))}
	f.Models = sessiontest.Must(llm.New(llm.Config{Roles: llm.OneModel(offline.Name, 10*time.Second), Transport: f}))(t)
	return f
}

func (f *failing) slow(s *sim.Sim) {
	switch f.way {
	case modelSlow:
		s.Latencies = slowLatencies
	case modelFickle:
		s.Latencies = append(slowLatencies, sim.Latencies()...)
	}
}

func (f *failing) Asker(c prompt.Caller) prompt.Asker {
	if f.way == modelDown || f.way == modelFickle && f.rng.IntN(3) == 0 {
		return down{}
	}
	return f.Models.Asker(c)
}

type down struct{}

func (down) Ask(context.Context, prompt.Prompt, any) error {
	return &prompt.Error{Code: prompt.ModelDown}
}

func (f *failing) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := f.wire.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	way := f.way
	if way == modelFickle {
		way = []string{modelFine, modelWrong, modelGarbage}[f.rng.IntN(3)]
	}
	if way != modelWrong && way != modelGarbage {
		return response, nil
	}
	var body map[string]any
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		return nil, err
	}
	said := body["choices"].([]any)[0].(map[string]any)["message"].(map[string]any)
	said["content"] = f.spoil(way, said["content"].(string))
	b, err := json.Marshal(body)
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
	return response, err
}

// spoil returns what a faulty model says in place of an answer.
func (f *failing) spoil(way, answer string) string {
	var value any
	if way == modelGarbage || json.Unmarshal([]byte(answer), &value) != nil {
		return []string{"hm, well", "", "```json\n{\"", "blue", "[1, 2", "{}"}[f.rng.IntN(6)]
	}
	b, err := json.Marshal(f.twist(value))
	if err != nil {
		return ""
	}
	return string(b)
}

func (f *failing) twist(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			v[key] = f.twist(v[key])
			if f.rng.IntN(30) == 0 {
				delete(v, key)
			}
		}
	case []any:
		for i := range v {
			v[i] = f.twist(v[i])
		}
		if len(v) > 0 && f.rng.IntN(3) == 0 {
			return append(v[1:], v[len(v)-1], v[len(v)-1])
		}
	case string:
		return []string{v, "", "nobody", "red", "Player red", "yes and no", "Player blue\nPlayer green"}[f.rng.IntN(7)]
	case float64:
		return []float64{v, -3, 0, 1e300, 0.5, 150, -1e-300}[f.rng.IntN(7)]
	}
	return value
}

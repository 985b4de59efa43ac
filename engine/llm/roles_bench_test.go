package llm_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
)

// BenchmarkRoles measures how long each role waits for its turn. 200 sessions ask in each of the
// four roles at once. The server answers in 200 ms ± 100 ms and takes 64 calls at a time.
func BenchmarkRoles(b *testing.B) {
	const sessions = 200
	roles := []prompt.ModelRole{prompt.RoleReflex, prompt.RoleReply, prompt.RoleDecision, prompt.RoleAnalysis}
	for range b.N {
		handler, err := offline.NewServer(offline.ServerConfig{
			Model: offline.New(nil), Latency: offline.Latency{Least: 100 * time.Millisecond, Most: 300 * time.Millisecond}, Concurrency: 64,
		})
		if err != nil {
			b.Fatal(err)
		}
		server := httptest.NewServer(handler)
		c, err := llm.New(llm.Config{BaseURL: server.URL + "/v1", Roles: llm.OneModel("any", time.Minute)})
		if err != nil {
			b.Fatal(err)
		}
		var mu sync.Mutex // protects waits
		waits := map[string][]float64{}
		var asked sync.WaitGroup
		for i := range sessions {
			for _, role := range roles {
				asker := c.Asker(prompt.Caller{Session: fmt.Sprint(i), Record: func(x prompt.Exchange) {
					mu.Lock()
					defer mu.Unlock()
					waits[x.Role] = append(waits[x.Role], float64(x.Waited))
					if x.Outcome != "ok" {
						b.Errorf("%s: %s", x.Role, x.Outcome)
					}
				}})
				asked.Go(func() {
					// Record has seen the error.
					_ = asker.Ask(b.Context(), prompt.Prompt{Task: "load", Role: role, Instruction: "answer"}, &line{})
				})
			}
		}
		asked.Wait()
		server.Close()
		for _, role := range roles {
			w := waits[string(role)]
			slices.Sort(w)
			b.ReportMetric(w[len(w)/2], string(role)+"-wait-p50-ms")
			b.ReportMetric(w[len(w)*99/100], string(role)+"-wait-p99-ms")
		}
	}
}

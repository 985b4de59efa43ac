package systemtest

import (
	"cmp"
	"net/http"
	"os"
	"testing"
	"time"

	"ringer/engine/session"
)

// openGame opens a game.
func (p *process) openGame(config map[string]any) (address string) {
	p.t.Helper()
	var g struct{ ID string }
	if status := p.call("POST", "/v1/games", config, &g); status != http.StatusCreated {
		p.t.Fatalf("create: status %d", status)
	}
	return "/v1/games/" + g.ID
}

// BenchmarkHosted runs RINGER_BENCH_GAMES games of Mafia with eight bots and no people, at the
// speed of real time, for RINGER_BENCH_SECONDS. It measures what they cost. The strategies take
// turns, unless RINGER_BENCH_STRATEGY names one.
func BenchmarkHosted(b *testing.B) {
	n, seconds := setting(b, "RINGER_BENCH_GAMES", 100), setting(b, "RINGER_BENCH_SECONDS", 60)
	players := []string{"Black", "Brown", "Red", "Blue", "Green", "Pink", "Grey", "White"}
	var bots []map[string]any
	for i, seat := range players {
		name := cmp.Or(os.Getenv("RINGER_BENCH_STRATEGY"), hostedStrategies[i%len(hostedStrategies)].name)
		bots = append(bots, map[string]any{"seat": seat, "strategy": name})
	}
	p := load(b)
	p.collect()
	before, cpu := p.rss(), p.cpu()
	addresses := make([]string, n)
	spread(n, 8, func(i int) {
		addresses[i] = p.openGame(map[string]any{"game": map[string]any{"rules": "mafia", "players": players}, "bots": bots, "host": session.HostRinger, "seed": i})
	})
	b.ReportMetric((p.cpu()-cpu)*1000/float64(n), "cpu-ms/opening")
	cpu = p.cpu()
	began := time.Now()
	time.Sleep(time.Duration(seconds) * time.Second)
	b.ReportMetric(100*(p.cpu()-cpu)/time.Since(began).Seconds(), "%-of-a-processor")
	b.ReportMetric((p.rss()-before)/float64(n), "KiB/game")
	p.collect()
	b.ReportMetric((p.rss()-before)/float64(n), "KiB/game-collected")
	said := 0
	for _, address := range addresses {
		var g struct{ Said map[string]int }
		p.call("GET", address, nil, &g)
		for _, lines := range g.Said {
			said += lines
		}
	}
	b.ReportMetric(float64(said)/float64(seconds), "lines/s")
}

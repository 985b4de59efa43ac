package systemtest

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"ringer/engine/session"
	"ringer/engine/stats"
)

// quintet are the players of the tables in BenchmarkGames. The first five are bots.
var quintet = []string{"Red", "Blue", "Green", "Pink", "Grey", "White"}

const quintetBots = 5

// openQuintetGame opens a game of quintet.
func (p *process) openQuintetGame() (address string) {
	p.t.Helper()
	var bots []map[string]any
	for _, seat := range quintet[:quintetBots] {
		bots = append(bots, map[string]any{"seat": seat})
	}
	return p.openGame(map[string]any{"game": map[string]any{"players": quintet}, "bots": bots, "seed": 1})
}

// openGame opens a game.
func (p *process) openGame(config map[string]any) (address string) {
	p.t.Helper()
	var g struct{ ID string }
	if status := p.call("POST", "/v1/games", config, &g); status != http.StatusCreated {
		p.t.Fatalf("create: status %d", status)
	}
	return "/v1/games/" + g.ID
}

// openQuintet opens a session for each bot of quintet.
func (p *process) openQuintet() (addresses []string) {
	for _, seat := range quintet[:quintetBots] {
		addresses = append(addresses, "/v1/sessions/"+p.open(map[string]any{"game": map[string]any{"players": quintet}, "bot": map[string]any{"seat": seat}, "seed": 1}))
	}
	return addresses
}

// BenchmarkGames posts lines to one table of five bots, to five sessions, one after the other, and
// to a single session, for comparison. The three take turns, five times. It reports the median of
// each. Give it a number of lines: -benchtime 5000x. With RINGER_BENCH_DATABASE_URL it runs on
// SQLite and on that Postgres.
func BenchmarkGames(b *testing.B) {
	databases := []string{""}
	if url := os.Getenv("RINGER_BENCH_DATABASE_URL"); url != "" {
		databases = append(databases, url)
	}
	for _, url := range databases {
		for _, writers := range []int{50, 200} {
			b.Run(fmt.Sprintf("%s/writers=%d", map[bool]string{true: "SQLite", false: "Postgres"}[url == ""], writers), func(b *testing.B) {
				benchmarkGames(b, loadOn(b, url), writers)
			})
		}
	}
}

func benchmarkGames(b *testing.B, p *process, writers int) {
	kinds := []struct {
		name      string
		addresses []string
	}{{"table", []string{p.openQuintetGame()}}, {"sessions", p.openQuintet()}, {"session", p.openQuintet()[:1]}}
	rates, costs := map[string][]float64{}, map[string][]float64{}
	for range 5 {
		for _, k := range kinds {
			say := func(int) {
				for _, address := range k.addresses {
					p.postTo(address, quintet[quintetBots], "are you all still there? I think that Green has been silent for long")
				}
			}
			spread(2*writers, writers, say) // opens the connections
			cpu, began := p.cpu(), time.Now()
			spread(b.N, writers, say)
			rates[k.name] = append(rates[k.name], float64(b.N)/time.Since(began).Seconds())
			costs[k.name] = append(costs[k.name], (p.cpu()-cpu)*1e6/float64(b.N))
		}
	}
	for _, k := range kinds {
		b.ReportMetric(stats.Quantile(rates[k.name], 0.5), k.name+"-lines/s")
		b.ReportMetric(stats.Quantile(costs[k.name], 0.5), k.name+"-µs/line")
	}
	b.ReportMetric(stats.Quantile(rates["table"], 0.5)/stats.Quantile(rates["sessions"], 0.5), "table/sessions")
}

// BenchmarkHosted runs RINGER_BENCH_GAMES games of Mafia with eight bots and no people, at the
// speed of real time, for RINGER_BENCH_SECONDS. It measures what they cost. The strategies take
// turns, unless RINGER_BENCH_STRATEGY names one.
func BenchmarkHosted(b *testing.B) {
	n, seconds := setting(b, "RINGER_BENCH_GAMES", 100), setting(b, "RINGER_BENCH_SECONDS", 60)
	players := append([]string{"Black", "Brown"}, quintet...)
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

// loadOn starts a server for a benchmark on a Postgres, or on SQLite if url is empty.
func loadOn(b *testing.B, url string) *process {
	b.Helper()
	b.Setenv("RINGER_BENCH_DATABASE_URL", url)
	return load(b)
}

package systemtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"ringer/cmd/internal/client"
	"ringer/engine/session"
	"ringer/engine/stats"
)

// BenchmarkThinking lets RINGER_BENCH_SESSIONS bots of RINGER_BENCH_STRATEGY think at once, every
// RINGER_BENCH_ROUND seconds for RINGER_BENCH_SECONDS. Its model server answers in 2 s ± 1 s. It
// refuses one call in ten with 429, and every call beyond 64 under way. Every fourth game is so
// long that it is summarised, too. It prints figures of the calls and of the messages.
func BenchmarkThinking(b *testing.B) {
	n, seconds := setting(b, "RINGER_BENCH_SESSIONS", 200), setting(b, "RINGER_BENCH_SECONDS", 60)
	// 200 times two calls of 2 s need 12.5 s, 64 at a time.
	round := time.Duration(setting(b, "RINGER_BENCH_ROUND", 15)) * time.Second
	for range b.N {
		model := startModel(b, "--latency", "2s±1s", "--fault", "429=0.1", "--concurrency", "64", "--log-level", "debug")
		p := start(b, filepath.Join(b.TempDir(), "ringer.db"), "LOG_LEVEL=error", "OPENAI_BASE_URL="+model.url)
		config := trio(benchStrategy())
		delete(config, "seed") // with the same seed all games would be the same
		ids := p.createMany(n, config)
		spread(n/4, 16, func(i int) { p.postHistory(ids[4*i], 100) })
		a := p.attend(ids, "types=*")
		cpu := p.cpu()
		var mu sync.Mutex // protects posted
		var posted []time.Duration
		began := time.Now()
		for r := 0; time.Since(began) < time.Duration(seconds)*time.Second; r++ {
			spread(n, 64, func(i int) {
				at := time.Now()
				p.post(ids[i], []string{"Blue", "Green"}[r%2], fmt.Sprintf("red, what do you think of number %d then?", r))
				mu.Lock()
				defer mu.Unlock()
				posted = append(posted, time.Since(at))
			})
			time.Sleep(time.Until(began.Add(time.Duration(r+1) * round)))
		}
		time.Sleep(5 * time.Second) // for the last answers
		cpu = p.cpu() - cpu
		a.leave()
		t := newThinking(a.all())
		t.cpu = cpu
		t.posted, t.failed = posted, scrape(b, p).failures()
		t.totals, t.server = model.totals(), model.requests()
		fmt.Println(t.table()) // b.Log would cut the table
		t.report(b)
	}
}

// postHistory posts lines that were said in a game before.
func (p *process) postHistory(id string, messages int) {
	said := make([]map[string]string, messages)
	for i := range said {
		said[i] = map[string]string{"sender": []string{"Blue", "Green"}[i%2], "text": fmt.Sprintf("this is what i say as number %d, and i mean it", i)}
	}
	if status := p.call("POST", "/v1/sessions/"+id+"/messages", map[string]any{"messages": said}, nil); status != http.StatusAccepted {
		p.t.Errorf("post: status %d", status)
	}
}

// failures counts the requests that a server answered with a refusal or an error.
func (f figuresByName) failures() (n float64) {
	for status := 400; status < 600; status++ {
		n += f.value("http_requests_total", "status", fmt.Sprint(status))
	}
	return n
}

// modelRequest is one request as a model server logs it.
type modelRequest struct {
	Msg    string
	Time   time.Time
	Took   time.Duration
	Status int
	Fault  string
}

// requests returns the requests that an ended model server has logged.
func (m *modelServer) requests() (all []modelRequest) {
	for line := range strings.Lines(m.log.String()) {
		var r modelRequest
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			m.t.Fatalf("the model logs %q", line)
		}
		if r.Msg == "request" {
			all = append(all, r)
		}
	}
	return all
}

// inFlight returns how many requests were under way at the end of each time step.
func inFlight(all []modelRequest, step time.Duration) (series []float64) {
	if len(all) == 0 {
		return nil
	}
	first := slices.MinFunc(all, func(a, b modelRequest) int { return a.Time.Add(-a.Took).Compare(b.Time.Add(-b.Took)) })
	began := first.Time.Add(-first.Took)
	for _, r := range all {
		to := int(r.Time.Sub(began) / step)
		for len(series) <= to {
			series = append(series, 0)
		}
		for i := int((r.Time.Sub(began)-r.Took)/step) + 1; i <= to; i++ {
			series[i]++
		}
	}
	return series
}

// thinking is the result of a load of thoughts.
type thinking struct {
	// completed counts thoughts by kind; broken by kind and code.
	completed, broken map[string]int
	// calls counts the model calls by outcome.
	calls map[string]int
	// waits are the times that calls waited for their turn, by role.
	waits map[string][]float64
	// took are the times that calls took, by role.
	took map[string][]float64
	// perAsk are the numbers of calls that the questions took.
	perAsk []float64
	// late is from the due time to the sending of a message.
	late []float64
	// held is the same for messages that needed another thought, since the chat had moved on when
	// they were due.
	held []float64
	// over is how long messages waited for the model, beyond the time for reading, thinking and
	// typing.
	over   []float64
	posted []time.Duration
	// cpu is the processor time of the server in seconds.
	cpu float64
	// log counts the bytes of the log by the type of the event.
	log    map[string]int
	failed float64
	totals modelTotals
	server []modelRequest
}

// newThinking counts the events that the streams of sessions brought, one session after the other.
func newThinking(events []client.Event) *thinking {
	t := &thinking{
		completed: map[string]int{}, broken: map[string]int{}, calls: map[string]int{}, waits: map[string][]float64{}, took: map[string][]float64{}, log: map[string]int{},
	}
	others := int64(0) // the seq of the last message of somebody else in the session
	for _, h := range events {
		t.log[string(h.Event.Data.Type())] += len(session.EncodeMind(h.Event.Data))
		switch e := h.Event.Data.(type) {
		case *session.SessionCreated:
			others = 0
		case *session.MessageReceived:
			others = h.Event.Seq
		case *session.ThoughtCompleted:
			t.completed[e.Kind]++
			t.count(e.Calls)
		case *session.ThoughtFailed:
			t.broken[e.Kind+" "+e.Code]++
			t.count(e.Calls)
		case *session.MessageSent:
			if others > e.BasedOn {
				t.held = append(t.held, float64(e.Lateness))
			} else {
				t.late = append(t.late, float64(e.Lateness))
			}
			t.over = append(t.over, float64(e.Waited-e.Timing.Total()))
		}
	}
	return t
}

// count counts the calls of a thought.
func (t *thinking) count(calls []session.Call) {
	asks := map[int]int{}
	for i := range calls {
		c := &calls[i]
		t.calls[c.Outcome]++
		t.waits[c.Role] = append(t.waits[c.Role], float64(c.Waited))
		if c.Made() {
			asks[c.Ask]++
			t.took[c.Role] = append(t.took[c.Role], float64(c.Millis))
		}
	}
	for _, n := range asks {
		t.perAsk = append(t.perAsk, float64(n))
	}
}

// quantiles returns the p50, p99 and maximum of some times as text.
func quantiles(millis []float64) string {
	return fmt.Sprintf("%.0f / %.0f / %.0f ms", stats.Quantile(millis, 0.5), stats.Quantile(millis, 0.99), stats.Quantile(millis, 1))
}

func counts(m map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, m[name]))
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

func perMessage(all map[string]int, messages int) map[string]int {
	each := map[string]int{}
	for name, n := range all {
		each[name] = n / max(messages, 1)
	}
	return each
}

func inMillis(times []time.Duration) []float64 {
	millis := make([]float64, len(times))
	for i, t := range times {
		millis[i] = float64(t.Microseconds()) / 1000
	}
	return millis
}

// table returns all figures as text.
func (t *thinking) table() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	row("requests at the model server", "%d: %d answered, %d refused with 429, %d given up", t.totals.Requests, t.totals.OK, t.totals.Refused, t.totals.GivenUp)
	row("  in flight, most / mean", "%d / %.1f", t.totals.Most, stats.Mean(inFlight(t.server, 100*time.Millisecond)))
	row("  in flight, every 5 s", "%s", strings.Trim(fmt.Sprint(inFlight(t.server, 5*time.Second)), "[]"))
	row("  tokens of prompts", "%d, of them %d cached", t.totals.PromptTokens, t.totals.CachedTokens)
	row("thoughts completed", "%s", counts(t.completed))
	row("thoughts failed", "%s", counts(t.broken))
	row("calls by outcome", "%s", counts(t.calls))
	row("calls an ask, mean / most", "%.2f / %.0f", stats.Mean(t.perAsk), stats.Quantile(t.perAsk, 1))
	for _, role := range slices.Sorted(maps.Keys(t.waits)) {
		row("waiting for its turn, "+role, "%s (p50 / p99 / max)", quantiles(t.waits[role]))
		row("then taking", "%s", quantiles(t.took[role]))
	}
	row("messages sent", "%d", len(t.over))
	row("  lateness", "%s", quantiles(t.late))
	row("  where the chat had moved on meanwhile", "%s, %d of them", quantiles(t.held), len(t.held))
	row("  waited beyond reading, thinking and typing", "%s", quantiles(t.over))
	row("posts", "%d: %s", len(t.posted), quantiles(inMillis(t.posted)))
	row("API requests failed", "%.0f", t.failed)
	row("seconds of the server's processors", "%.1f", t.cpu)
	row("bytes of the log a message sent", "%s", counts(perMessage(t.log, len(t.over))))
	_ = w.Flush() // to memory
	return b.String()
}

// report reports the figures that are worth comparing.
func (t *thinking) report(b *testing.B) {
	b.ReportMetric(0, "ns/op") // it says how long the load lasted
	b.ReportMetric(float64(t.totals.Most), "in-flight-max")
	b.ReportMetric(stats.Mean(inFlight(t.server, 100*time.Millisecond)), "in-flight-mean")
	b.ReportMetric(float64(t.totals.Refused), "429s")
	b.ReportMetric(stats.Quantile(t.perAsk, 1), "calls/ask-max")
	b.ReportMetric(float64(len(t.over)), "sent")
	for _, q := range []struct {
		name string
		part float64
	}{{"p50", 0.5}, {"p99", 0.99}, {"max", 1}} {
		b.ReportMetric(stats.Quantile(t.late, q.part), "late-"+q.name+"-ms")
	}
	b.ReportMetric(stats.Quantile(inMillis(t.posted), 0.99), "post-p99-ms")
	b.ReportMetric(t.failed, "failed-requests")
}

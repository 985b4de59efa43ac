package bench

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ringer/engine/goldentest"
	"ringer/engine/sessiontest"
)

func sample(factor float64) *Result {
	answer, late, away := newMeter(), newMeter(), newMeter()
	for slice := range 10 {
		for i := range 100 {
			answer.add(time.Duration(factor * float64(1000+100*i+10*slice) * float64(time.Microsecond)))
		}
		late.add(time.Duration(factor * 40 * float64(time.Millisecond)))
		answer.cut()
		late.cut()
	}
	late.add(20 * time.Minute) // counts as the longest time
	late.add(-time.Second)     // counts as zero
	away.add(time.Second)
	away.add(2 * time.Second)
	usage := func(mib, cpu float64) *Usage { return &Usage{Resident: mib * (1 << 20), CPU: cpu} }
	return &Result{
		Version: shapeVersion,
		Settings: Settings{
			Servers: []string{"http://a:1", "http://b:2"}, Sessions: 10, Streams: 2, Rate: 100, Clients: 8, Duration: 10 * time.Second, Warmup: time.Second,
			Strategy: "scheduler", Pace: "human",
		},
		Seconds: 10, Posts: Posts{Accepted: 1000, All: 1100, Failed: 2, PerSecond: 100, Rates: []float64{100, 100, 99, 101, 100, 100, 98, 102, 100, 100}},
		Answer: answer.result(), Late: late.result(), Errors: map[string]int{"post: 503 unavailable": 2},
		Streams: Streams{Wanted: 20, Events: 4000, Lost: 1, Broken: 3, Rotated: 4, Overdue: 1}, Remaining: 2, Away: away.result(), Spoken: 50,
		Servers: []Server{
			{URL: "http://a:1", Before: usage(40, 1), Half: usage(40.5, 1), Sessions: usage(41, 2), Streams: usage(43, 3), Warm: usage(44, 3.1), After: usage(50, 3.5)},
			{URL: "http://b:2", Before: usage(30, 1), Half: usage(40, 1), Sessions: usage(40, 2), Streams: usage(41, 3), Warm: usage(42, 3.2), After: usage(45, 3.6)},
		},
	}
}

func TestPrint(t *testing.T) {
	t.Parallel()
	var report, comparison bytes.Buffer
	r := sample(1)
	r.Print(&report)
	goldentest.File(t, "testdata/report.txt", report.String())
	slow := sample(2)
	slow.Settings.Rate, slow.Interrupted = 0, true
	slow.Servers[0].After = nil
	slow.Settings.Servers = slow.Settings.Servers[:1]
	slow.Streams.Lost, slow.Streams.Overdue = 5, 0
	slow.Compare(&comparison, r)
	goldentest.File(t, "testdata/comparison.txt", comparison.String())
}

func TestFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "r.json")
	if _, err := ReadFile(name); err == nil {
		t.Error("a file that is missing was read")
	}
	r := sample(1)
	sessiontest.NoError(t, r.WriteFile(name))
	again := sessiontest.Must(ReadFile(name))(t)
	var a, b bytes.Buffer
	r.Print(&a)
	again.Print(&b)
	if a.String() != b.String() {
		t.Errorf("%s\nwas written, and read as\n%s", &a, &b)
	}
	if r.Version++; r.WriteFile(name) != nil {
		t.Fatal("not written")
	}
	_, err := ReadFile(name)
	sessiontest.Fails(t, err, "measure again")
}

func TestUsage(t *testing.T) {
	t.Parallel()
	u, err := parseUsage([]byte("# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes 4.2e+07\n# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 1.5\n"))
	if err != nil || u.Resident != 4.2e7 || u.CPU != 1.5 {
		t.Errorf("%+v, %v", u, err)
	}
	for _, text := range []string{"", "<html>", "go_goroutines 4\n"} {
		if u, err := parseUsage([]byte(text)); err == nil {
			t.Errorf("%q: %+v", text, u)
		}
	}
}

func TestSparkline(t *testing.T) {
	t.Parallel()
	for want, values := range map[string][]float64{"": nil, "▁▁": {0, 0}, "▁▄█": {0, 3.5, 8}} {
		if got := sparkline(values); got != want {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	r := &run{Settings: Settings{Sessions: 2, Streams: 3, Warmup: time.Second}, loaded: 10 * time.Second, failures: failures{by: map[string]int{"a": 2}}}
	d := newDisplay(&out, r)
	d.say("opening the sessions")
	d.close()
	d.trends[0].add(99.7, 1)
	d.trends[1].add(0, 0)
	d.trends[2].add(3.21, 5)
	r.open.Store(6)
	if out.String() != "opening the sessions\n" {
		t.Errorf("%q", out.String())
	}
	want := "  5 of 10 s, measuring: posts/s 99.7, answer p99 –, received p99 3.21 ms, late p99 –; 6 of 6 streams open, 0 broke, 0 doubled or out of order, 2 errors"
	if got := d.line(5 * time.Second); got != want {
		t.Errorf("%s; want %s", got, want)
	}
	block := strings.Join(d.block(500*time.Millisecond), "\n")
	sessiontest.Contains(t, block, "█░", "5 %", "warming up", "99.7  █", "3.21 ms", "6 of 6 streams")
}

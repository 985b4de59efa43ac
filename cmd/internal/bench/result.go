package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"ringer/cmd/internal/show"
)

// shapeVersion is the version of the JSON of a Result. It changes when a field changes its meaning.
const shapeVersion = 2

// Result is what a run has measured. Times are in milliseconds, sizes in bytes.
type Result struct {
	Version  int       `json:"version"`
	Began    time.Time `json:"began"`
	Settings Settings  `json:"settings"`
	// Cores and Go are of the machine and the program that put on the load.
	Cores       int     `json:"cores"`
	Go          string  `json:"go"`
	Interrupted bool    `json:"interrupted"`
	Seconds     float64 `json:"seconds"`
	Posts       Posts   `json:"posts"`
	// Answer is from the intended time of a post to its answer.
	Answer Times `json:"answer_ms"`
	// Received is from the intended time of a post to each stream that brings it.
	Received Times `json:"posted_to_received_ms"`
	// Late is from when a bot's message was due, by the server's clock, to each stream that
	// brings it, by the clock here.
	Late Times `json:"due_to_received_ms"`
	// Spoken counts the messages of bots that streams brought between Warm and After.
	Spoken int64 `json:"bot_messages"`
	// Away is from when a stream broke to when a server accepted it again.
	Away    Times   `json:"stream_away_ms"`
	Streams Streams `json:"streams"`
	// Errors counts what failed, by what and why, such as "post: 503 unavailable".
	Errors    map[string]int `json:"errors"`
	Remaining int            `json:"sessions_left"`
	Servers   []Server       `json:"servers"`
}

// Posts are the posts of the measured load.
type Posts struct {
	// Accepted were intended in the measured time and got their 202, Failed another answer or none.
	Accepted int64 `json:"accepted"`
	Failed   int64 `json:"failed"`
	// All is Accepted with those of the warm-up.
	All int64 `json:"accepted_in_all"`
	// Unbegun could not begin in time, because all clients still waited for answers.
	Unbegun int64 `json:"not_begun"`
	// PerSecond counts the answers that came in the measured time.
	PerSecond float64   `json:"per_second"`
	Rates     []float64 `json:"slices_per_second"`
}

// Times are times of one kind, in milliseconds.
type Times struct {
	Count int64   `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	P999  float64 `json:"p99_9"`
	Max   float64 `json:"max"`
	// Bars count the times up to 0.1, 0.2, 0.5, 1, 2, 5… 10000 ms, and those above.
	Bars   []int64 `json:"bars"`
	Slices []Slice `json:"slices"`
	// Early counts the times below zero, which count as zero: the clocks of the machines differ.
	Early int64 `json:"below_zero"`
}

// Slice is a twentieth of the measured load.
type Slice struct {
	Count int64   `json:"count"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
}

// Streams say what the streams brought, in all.
type Streams struct {
	Wanted int   `json:"wanted"`
	Events int64 `json:"events"`
	Lost   int64 `json:"lost"`
	// Doubled are the events that came twice, and the messages that the log holds twice.
	Doubled    int64 `json:"doubled"`
	Disordered int64 `json:"out_of_order"`
	// Broken counts how often a stream broke. Away counts how often one was resumed.
	Broken int64 `json:"broken"`
	// Rotated counts how often a server ended a stream after its time. That is not a fault.
	Rotated int64 `json:"rotated"`
	// Unended are the streams that did not come to the end of their session.
	Unended int `json:"not_ended"`
	// Overdue are the sessions whose bot's message was due more than a second ago, and had neither
	// come nor been cancelled, when the load was over.
	Overdue int `json:"overdue"`
}

// Sound reports whether each stream brought every event once, in order.
func (s *Streams) Sound() bool { return s.Lost+s.Doubled+s.Disordered == 0 }

// Server is what a server says about itself at six moments: before the sessions, with half of
// them, with all, with the streams, after the warm-up, and after the load.
type Server struct {
	URL      string `json:"url"`
	Before   *Usage `json:"before,omitempty"`
	Half     *Usage `json:"with_half_of_sessions,omitempty"`
	Sessions *Usage `json:"with_sessions,omitempty"`
	Streams  *Usage `json:"with_streams,omitempty"`
	Warm     *Usage `json:"warmed_up,omitempty"`
	After    *Usage `json:"after_load,omitempty"`
}

// Usage is what a server uses, from its /metrics.
type Usage struct {
	At       time.Time `json:"at"`
	Resident float64   `json:"process_resident_memory_bytes"`
	Heap     float64   `json:"go_memstats_heap_inuse_bytes"`
	Stack    float64   `json:"go_memstats_stack_inuse_bytes"`
	Routines float64   `json:"go_goroutines"`
	// CPU is the processor time since the server began, in seconds.
	CPU float64 `json:"process_cpu_seconds_total"`
}

// grown returns by how much the resident memory of all servers grew between two moments. It is
// false if a server has not said so.
func (r *Result) grown(from, to func(*Server) *Usage) (bytes float64, ok bool) {
	for i := range r.Servers {
		a, b := from(&r.Servers[i]), to(&r.Servers[i])
		if a == nil || b == nil {
			return 0, false
		}
		bytes += b.Resident - a.Resident
	}
	return bytes, len(r.Servers) > 0
}

// PerSession returns the resident memory of a session of the second half, in bytes.
func (r *Result) PerSession() (bytes float64, ok bool) {
	bytes, ok = r.grown(func(s *Server) *Usage { return s.Half }, func(s *Server) *Usage { return s.Sessions })
	return bytes / float64(max((r.Settings.Sessions+1)/2, 1)), ok
}

// PerStream returns the resident memory of a stream, in bytes.
func (r *Result) PerStream() (bytes float64, ok bool) {
	bytes, ok = r.grown(func(s *Server) *Usage { return s.Sessions }, func(s *Server) *Usage { return s.Streams })
	return bytes / float64(max(r.Settings.streams(), 1)), ok && r.Settings.Streams > 0
}

// PerPost returns the processor time of all servers for a post and all that follows from it, in
// seconds. It counts the warm-up, too.
func (r *Result) PerPost() (seconds float64, ok bool) {
	return r.processor(func(s *Server) *Usage { return s.Streams }, r.Posts.All)
}

// PerMessage returns the processor time of all servers for a message of a bot and the posts that
// led to it, in seconds. It leaves out the warm-up: the first messages come after it began.
func (r *Result) PerMessage() (seconds float64, ok bool) {
	return r.processor(func(s *Server) *Usage { return s.Warm }, r.Spoken)
}

// processor returns the processor time of all servers from a moment to the end of the load, divided
// by a count.
func (r *Result) processor(from func(*Server) *Usage, count int64) (seconds float64, ok bool) {
	for i := range r.Servers {
		a, b := from(&r.Servers[i]), r.Servers[i].After
		if a == nil || b == nil {
			return 0, false
		}
		seconds += b.CPU - a.CPU
	}
	return seconds / float64(max(count, 1)), count > 0 && len(r.Servers) > 0
}

// Faults counts what went wrong in all, beside what streams lost, doubled or brought out of order.
func (r *Result) Faults() int64 {
	return r.failed() + r.Posts.Unbegun + int64(r.Streams.Unended+r.Streams.Overdue+r.Remaining)
}

func (r *Result) failed() (n int64) {
	for _, k := range r.Errors {
		n += int64(k)
	}
	return n
}

func (r *Result) remainder() string {
	return show.Plural(r.Remaining, "session") + " could not be deleted; the servers end them after their time"
}

// WriteFile writes the result as JSON.
func (r *Result) WriteFile(name string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(b, '\n'), 0o644)
}

// ReadFile reads the result of an earlier run.
func ReadFile(name string) (*Result, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := new(Result)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("%s is not a result of ringer bench: %w", name, err)
	}
	if r.Version != shapeVersion {
		return nil, fmt.Errorf("%s has version %d of a result, and this program reads version %d; measure again", name, r.Version, shapeVersion)
	}
	return r, nil
}

func (s *server) usage(ctx context.Context) (*Usage, error) {
	var b []byte
	if err := s.calls.Do(ctx, "GET", "/metrics", nil, &b); err != nil {
		return nil, err
	}
	return parseUsage(b)
}

func parseUsage(text []byte) (*Usage, error) {
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	u := &Usage{At: time.Now().UTC()}
	for name, value := range map[string]*float64{
		"process_resident_memory_bytes": &u.Resident, "go_memstats_heap_inuse_bytes": &u.Heap, "go_memstats_stack_inuse_bytes": &u.Stack,
		"go_goroutines": &u.Routines, "process_cpu_seconds_total": &u.CPU,
	} {
		if *value = first(families[name]); *value == 0 && name == "process_resident_memory_bytes" {
			return nil, fmt.Errorf("metrics: there is no %s", name)
		}
	}
	return u, nil
}

func first(f *dto.MetricFamily) float64 {
	for _, m := range f.GetMetric() {
		return m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetUntyped().GetValue()
	}
	return 0
}

package offline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ServerConfig says how a server answers. Only Model is required.
type ServerConfig struct {
	Model   *Model
	Latency Latency
	// Faults are what some requests get in place of a good answer.
	Faults []Fault
	// Seed and the number of a request determine its latency and fault.
	Seed uint64
	// Concurrency is how many requests may be under way. One more gets a 429. 0 means no limit.
	Concurrency int
	// Script, if there is one, answers in place of the model.
	Script *Script
	// Log gets a line for each request, at debug.
	Log *slog.Logger
}

// Server speaks the chat completions API for a model. It is an http.Handler.
type Server struct {
	config   ServerConfig
	cache    *cache // nil for no cache
	requests atomic.Uint64
	totals   totals
}

// NewServer returns a server.
func NewServer(c ServerConfig) (*Server, error) {
	if c.Concurrency < 0 {
		return nil, errors.New("the number of requests under way must be 1 or more, or 0 for any")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{config: c, cache: newCache()}, checkFaults(c.Faults)
}

// Totals returns counts of what the server has done, for a line of the log.
func (s *Server) Totals() []slog.Attr { return s.totals.attributes(time.Now()) }

var _ http.Handler = (*Server)(nil)

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, _ := strings.CutPrefix(r.URL.Path, "/v1")
	model, ok := strings.CutPrefix(path, "/models/")
	switch {
	case r.Method == http.MethodPost && path == "/chat/completions":
		s.completions(w, r)
	case r.Method == http.MethodGet && path == "/models":
		respond(w, http.StatusOK, map[string]any{"object": "list", "data": []any{modelCard}})
	case r.Method == http.MethodGet && ok && model == Name:
		respond(w, http.StatusOK, modelCard)
	case r.Method == http.MethodGet && ok:
		refuse(http.StatusNotFound, "invalid_request_error", "model_not_found", fmt.Sprintf("there is no model %q; there is %q", model, Name)).write(w)
	default:
		noRoute(r).write(w)
	}
}

var modelCard = map[string]any{"id": Name, "object": "model", "created": 0, "owned_by": "ringer"}

// encode returns JSON. A body of this package holds only strings and numbers.
func encode(body any) []byte {
	b, err := json.Marshal(body)
	if err != nil {
		panic("offline: " + err.Error())
	}
	return b
}

func respond(w http.ResponseWriter, status int, body any) {
	b := encode(body)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b) // an error means that the client has gone
}

func (r *refusal) write(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	respond(w, r.status, r)
}

type exchange struct {
	http.ResponseWriter
	ctx    context.Context
	status int
	fault  FaultKind
	usage  usage
	rng    *rand.Rand
	task   string
	// scripted is the line of the script that answers; an empty one without a script.
	scripted *scriptLine
}

func (x *exchange) WriteHeader(status int) {
	x.status = status
	x.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// wait waits for d, or fails if the client goes. A Transport has no latency, so it never fails.
func (x *exchange) wait(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-x.ctx.Done():
		return x.ctx.Err()
	}
}

func (s *Server) completions(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	number := s.requests.Add(1)
	x := &exchange{ResponseWriter: w, ctx: r.Context(), rng: rand.New(rand.NewPCG(s.config.Seed, number))}
	inFlight, admitted := s.totals.begin(began, s.config.Concurrency)
	defer func() { // also when the connection is broken on purpose
		took := time.Since(began)
		s.totals.end(x.status, x.usage, took, admitted)
		s.config.Log.Debug("request", slog.Uint64("number", number), slog.Int("status", x.status), slog.String("task", x.task), slog.String("fault", string(x.fault)),
			slog.Int("prompt_tokens", x.usage.PromptTokens), slog.Int("cached_tokens", x.usage.PromptDetails.CachedTokens),
			slog.Int("answer_tokens", x.usage.CompletionTokens), slog.Int("in_flight", inFlight), slog.Duration("took", took))
	}()
	request, refused := readRequest(w, r)
	if refused != nil {
		refused.write(x)
		return
	}
	if !admitted {
		rateLimited("1", fmt.Sprintf("%d requests are under way, and the server takes no more", s.config.Concurrency)).write(x)
		return
	}
	x.task = request.task()
	if x.scripted, refused = s.config.Script.next(request); refused != nil {
		s.config.Log.Warn("the script does not fit", slog.Uint64("number", number), slog.String("error", refused.Error.Message))
		refused.write(x)
		return
	}
	x.fault = cmp.Or(x.scripted.Fault, draw(s.config.Faults, x.rng))
	latency := s.config.Latency.draw(x.rng)
	if x.fault == faultLimited {
		latency = 0 // a refusal needs no model
	}
	if err := x.wait(latency); err != nil {
		panic(http.ErrAbortHandler) // the client has gone, or the server ends
	}
	if !x.replaceAnswer() {
		s.answer(x, request, number)
	}
}

func (s *Server) answer(x *exchange, r *completionRequest, number uint64) {
	if r.Seed == nil {
		seed := int(s.config.Seed + number)
		r.Seed = &seed
	}
	c, err := s.config.Model.complete(r, newRand(*r.Seed))
	if err != nil {
		refuse(http.StatusInternalServerError, "server_error", "", err.Error()).write(x)
		return
	}
	if len(x.scripted.Answer) > 0 {
		c.setText(x.scripted.over(c.text()), r.maxAnswer())
	}
	now := time.Now()
	c.ID, c.Created = fmt.Sprint("chatcmpl-", number), now.Unix()
	if s.cache != nil {
		c.Usage.PromptDetails.CachedTokens = min(s.cache.prefix(r, now), c.Usage.PromptTokens)
	}
	c.applyFault(x.fault, r, x.rng)
	x.usage = c.Usage
	x.send(c.frames(r), r.Stream)
}

type totals struct {
	mu           sync.Mutex // protects all fields below
	requests     int
	statuses     map[int]int
	usage        usage
	inFlight     int
	mostInFlight int
	// answering is the sum of the times that the requests took.
	answering time.Duration
	began     time.Time
}

// begin returns how many requests are under way. One above the limit is not admitted.
func (t *totals) begin(now time.Time, limit int) (inFlight int, admitted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.requests++; t.requests == 1 {
		t.began = now
	}
	if limit > 0 && t.inFlight >= limit {
		return t.inFlight, false
	}
	t.inFlight++
	t.mostInFlight = max(t.mostInFlight, t.inFlight)
	return t.inFlight, true
}

// end counts a request that has ended. Its status is 0 if the client went before the answer.
func (t *totals) end(status int, u usage, took time.Duration, admitted bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if admitted {
		t.inFlight--
	}
	if t.statuses == nil {
		t.statuses = map[int]int{}
	}
	t.statuses[status]++
	t.answering += took
	t.usage.PromptTokens += u.PromptTokens
	t.usage.CompletionTokens += u.CompletionTokens
	t.usage.PromptDetails.CachedTokens += u.PromptDetails.CachedTokens
}

func (t *totals) attributes(now time.Time) []slog.Attr {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := []slog.Attr{slog.Int("requests", t.requests)}
	for _, status := range slices.Sorted(maps.Keys(t.statuses)) {
		name := fmt.Sprint("status_", status)
		if status == 0 {
			name = "given_up"
		}
		all = append(all, slog.Int(name, t.statuses[status]))
	}
	mean := 0.0
	if over := now.Sub(t.began); t.requests > 0 && over > 0 {
		mean = math.Round(10*float64(t.answering)/float64(over)) / 10
	}
	return append(all, slog.Int("prompt_tokens", t.usage.PromptTokens), slog.Int("cached_tokens", t.usage.PromptDetails.CachedTokens),
		slog.Int("answer_tokens", t.usage.CompletionTokens), slog.Int("most_in_flight", t.mostInFlight), slog.Float64("mean_in_flight", mean))
}

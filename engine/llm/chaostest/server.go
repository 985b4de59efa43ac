package chaostest

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// parallelCases is how many cases run at a time. The number of processors is too few, since they
// mostly wait, and all are too many, since each may start a process.
const parallelCases = 12

// Play runs a subtest for each case. It logs a table of the rows that the subtests return.
func Play(t *testing.T, head string, play func(*testing.T, Case) string) {
	t.Helper()
	cases := Cases()
	rows, places := make([]string, len(cases)), make(chan struct{}, parallelCases)
	var all sync.WaitGroup
	for i, c := range cases {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			t.Run(c.Name, func(t *testing.T) { rows[i] = play(t, c) })
		})
	}
	all.Wait()
	t.Log(strings.Join(append([]string{head}, rows...), "\n"))
}

// Start starts the server of a case and returns its base URL. The server stops when the test ends.
func (c Case) Start(t testing.TB) string {
	t.Helper()
	var served atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, h *http.Request) {
		r := &request{Request: h, number: served.Add(1)}
		// Without this, the server would not notice that the client has gone.
		raw, err := io.ReadAll(h.Body)
		if err == nil && len(raw) > 0 {
			err = json.Unmarshal(raw, &r.body)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		c.handle(w, r)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if c.Untrusted {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// request is a request as a server reads it.
type request struct {
	*http.Request
	number int64
	body   struct {
		Messages []struct{ Content string }
		Format   struct{ Type string } `json:"response_format"`
	}
}

func (r *request) format() string { return r.body.Format.Type }

func (r *request) said() string {
	var all strings.Builder
	for _, m := range r.body.Messages {
		all.WriteString(m.Content + "\n")
	}
	return all.String()
}

// recital returns an answer that reads out rules and instructions, each time another part.
func (r *request) recital() string {
	if answer := r.answer(); !strings.HasPrefix(answer, `{"text"`) {
		return answer
	}
	words := strings.Fields(strings.NewReplacer("## ", "", "\n", " ").Replace(r.said()))
	start := int(r.number*7) % max(len(words)-60, 1)
	return content(strings.Join(words[start:min(start+30, len(words))], " "))
}

// answer returns a right answer. Each line of chat has its own number, so that no two are the same.
func (r *request) answer() string {
	switch said := r.said(); {
	case strings.Contains(said, "core.summary"):
		return `{"summary":"Blue and Green ask where everybody is from."}`
	case strings.Contains(said, "decision"):
		return `{"decision":"send"}`
	case strings.Contains(said, "mood"):
		return fmt.Sprintf(`{"mood":"calm","players":[{"name":"Blue %d","score":3}]}`, r.number)
	}
	return content(fmt.Sprintf("number %d is fine by me", r.number))
}

// unusedAnswer returns an answer of the asked shape that the model only considers.
func (r *request) unusedAnswer() string {
	switch said := r.said(); {
	case strings.Contains(said, "decision"):
		return `{"decision":"wait"}`
	case strings.Contains(said, "mood"):
		return `{"mood":"tense","players":[{"name":"` + Marker + `","score":3}]}`
	}
	return content(Marker)
}

func (r *request) valid() string { return completion(r.answer()) }

func completion(content string) string { return message(map[string]any{"content": content}, "stop") }

func message(m map[string]any, finish string) string {
	b, _ := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"message": m, "finish_reason": finish}}, "usage": map[string]int{"prompt_tokens": 50, "completion_tokens": 9},
	})
	return string(b)
}

func errorBody(message string) string {
	b, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message}})
	return string(b)
}

func write(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

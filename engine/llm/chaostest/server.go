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

// atOnce is how many cases are under way at a time. They mostly wait, some of them for ten seconds, so that -parallel, which is the number
// of processors, would be too few; each may have a process of its own, so that all would be too many.
const atOnce = 12

// Play runs a subtest for each case, and logs the rows that they return as a table.
func Play(t *testing.T, head string, play func(*testing.T, Case) string) {
	t.Helper()
	cases := Cases()
	rows, places := make([]string, len(cases)), make(chan struct{}, atOnce)
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

// Start starts a server of a case and returns its base URL. It ends with the test.
func (c Case) Start(t testing.TB) string {
	t.Helper()
	var served atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, h *http.Request) {
		r := &request{Request: h, number: served.Add(1)}
		raw, err := io.ReadAll(h.Body) // only then does the server notice that the client has gone
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

// said joins what all messages hold.
func (r *request) said() string {
	var all strings.Builder
	for _, m := range r.body.Messages {
		all.WriteString(m.Content + "\n")
	}
	return all.String()
}

// recital is an answer that reads the bot's rules and instructions out, another part of them each time.
func (r *request) recital() string {
	if right := r.answer(); !strings.HasPrefix(right, `{"text"`) {
		return right
	}
	words := strings.Fields(strings.NewReplacer("## ", "", "\n", " ").Replace(r.said()))
	start := int(r.number*7) % max(len(words)-60, 1)
	return content(strings.Join(words[start:min(start+30, len(words))], " "))
}

// answer is what the prompt asks for: the right one, which differs from the last in its number.
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

// wrong is an answer of the asked shape that the model has thought of, and not given.
func (r *request) wrong() string {
	switch said := r.said(); {
	case strings.Contains(said, "decision"):
		return `{"decision":"wait"}`
	case strings.Contains(said, "mood"):
		return `{"mood":"tense","players":[{"name":"` + Marker + `","score":3}]}`
	}
	return content(Marker)
}

// valid is the response with the right answer.
func (r *request) valid() string { return completion(r.answer()) }

func completion(content string) string { return message(map[string]any{"content": content}, "stop") }

func message(m map[string]any, finish string) string {
	b, _ := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"message": m, "finish_reason": finish}}, "usage": map[string]int{"prompt_tokens": 50, "completion_tokens": 9},
	})
	return string(b)
}

func fault(message string) string {
	b, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message}})
	return string(b)
}

func write(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

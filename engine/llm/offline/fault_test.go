package offline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/llm/offline"
	"ringer/engine/sessiontest"
)

type clientResponse struct {
	*http.Response
	body []byte
	err  error // of reading the body
	openai.ChatCompletionResponse
	// raw is the message as the server wrote it.
	raw map[string]any
}

func askWithFault(t *testing.T, fault offline.FaultKind) clientResponse {
	t.Helper()
	url := serve(t, offline.ServerConfig{Faults: []offline.Fault{{Kind: fault, Share: 1}}, Seed: 3})
	body := sessiontest.Must(json.Marshal(ask("json_schema")))(t)
	ctx := t.Context()
	if fault == "hang" || fault == "drip" {
		impatient, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
		defer cancel()
		ctx = impatient
	}
	request := sessiontest.Must(http.NewRequestWithContext(ctx, "POST", url+"/chat/completions", bytes.NewReader(body)))(t)
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var m clientResponse
	if m.Response, m.err = c.Do(request); m.err != nil {
		return m
	}
	defer m.Response.Body.Close()
	m.body, m.err = io.ReadAll(m.Response.Body)
	var raw struct {
		Choices []struct{ Message map[string]any }
	}
	if json.Unmarshal(m.body, &raw) == nil && len(raw.Choices) == 1 {
		m.raw = raw.Choices[0].Message
		_ = json.Unmarshal(m.body, &m.ChatCompletionResponse) // it was decoded above
	}
	return m
}

func (m *clientResponse) content() string {
	text, _ := m.raw["content"].(string)
	return text
}

// shaped returns a text as an answer. ok reports whether it has the asked shape.
func shaped(text string) (l line, ok bool) {
	err := json.Unmarshal([]byte(text), &l)
	return l, err == nil && l.Text != "" && (l.Where == "here" || l.Where == "there")
}

var faults = map[offline.FaultKind]func(m clientResponse) bool{
	"429": func(m clientResponse) bool { return m.StatusCode == 429 && m.Header.Get("Retry-After") != "" },
	"500": func(m clientResponse) bool {
		return m.StatusCode == 500 && strings.Contains(string(m.body), `"error":`)
	},
	"hang": func(m clientResponse) bool { return m.Response == nil && errors.Is(m.err, context.DeadlineExceeded) },
	"drip": func(m clientResponse) bool { return len(m.body) < 50 && errors.Is(m.err, context.DeadlineExceeded) },
	"cut":  func(m clientResponse) bool { return len(m.body) > 50 && errors.Is(m.err, io.ErrUnexpectedEOF) },
	"error200": func(m clientResponse) bool {
		return m.StatusCode == 200 && strings.Contains(string(m.body), `"error":`)
	},
	"empty": func(m clientResponse) bool { return strings.Contains(string(m.body), `"choices":[]`) },
	"null": func(m clientResponse) bool {
		return m.raw != nil && m.raw["content"] == nil && m.raw["reasoning"] == nil
	},
	"reasoning": func(m clientResponse) bool {
		text, _ := m.raw["reasoning"].(string)
		_, ok := shaped(text)
		return ok && m.raw["content"] == nil && m.raw["reasoning_content"] == text
	},
	"think": func(m clientResponse) bool {
		thought, after, ok := strings.Cut(m.content(), "</think>")
		_, fits := shaped(after)
		return ok && fits && strings.HasPrefix(thought, "<think>")
	},
	"fence": func(m clientResponse) bool {
		_, after, _ := strings.Cut(m.content(), "```json\n")
		inside, _, ok := strings.Cut(after, "\n```")
		_, fits := shaped(inside)
		return ok && fits
	},
	"enum": func(m clientResponse) bool {
		_, ok := shaped(m.content())
		return !ok && json.Valid([]byte(m.content()))
	},
	"schema": func(m clientResponse) bool { return m.content() != "" && !json.Valid([]byte(m.content())) },
	"huge":   func(m clientResponse) bool { return m.StatusCode == 200 && len(m.body) > 10<<20 },
	"html": func(m clientResponse) bool {
		return m.StatusCode == 200 && m.Header.Get("Content-Type") == "text/html" && bytes.HasPrefix(m.body, []byte("<"))
	},
	"type": func(m clientResponse) bool {
		_, ok := shaped(m.content())
		return ok && m.Header.Get("Content-Type") == "text/plain"
	},
	"redirect": func(m clientResponse) bool { return m.StatusCode == 302 && m.Header.Get("Location") != "" },
	"length": func(m clientResponse) bool {
		return m.raw["content"] == "" && m.Choices[0].FinishReason == openai.FinishReasonLength
	},
	"rules": func(m clientResponse) bool {
		l, _ := shaped(m.content())
		return strings.Contains(m.content(), "you are Red, a player") || strings.Contains(l.Text, "you are Red, a player")
	},
	"repeat": func(m clientResponse) bool {
		return strings.Count(m.content(), "i say it again") > 20 && m.Choices[0].FinishReason == openai.FinishReasonLength
	},
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, known := range offline.KnownFaults() {
		t.Run(string(known.Kind), func(t *testing.T) {
			t.Parallel()
			shows, ok := faults[known.Kind]
			if !ok {
				t.Fatal("the table of this test lacks this fault")
			}
			if m := askWithFault(t, known.Kind); !shows(m) {
				t.Errorf("the fault %s, but the client got %+v, %.300s, %v", known.Does, m.Response, m.body, m.err)
			}
		})
	}
}

func TestSharesOfFaults(t *testing.T) {
	t.Parallel()
	t.Run("DrawnBySeed", func(t *testing.T) {
		t.Parallel()
		run := func(seed uint64) (statuses string, failed int) {
			url := serve(t, offline.ServerConfig{Faults: []offline.Fault{{Kind: "500", Share: 0.3}, {Kind: "error200", Share: 0.2}}, Seed: seed})
			for range 100 {
				got, err := client(url).CreateChatCompletion(t.Context(), ask(""))
				switch {
				case err != nil:
					statuses += "5"
				case len(got.Choices) == 0:
					statuses += "e"
				default:
					statuses += "."
					continue
				}
				failed++
			}
			return statuses, failed
		}
		first, failed := run(1)
		again, _ := run(1)
		other, _ := run(2)
		if first != again || first == other || failed < 30 || failed > 70 {
			t.Errorf("seed 1: %s\nagain:  %s\nseed 2: %s", first, again, other)
		}
	})
	t.Run("OneAtMost", func(t *testing.T) {
		t.Parallel()
		_, err := offline.NewServer(offline.ServerConfig{Faults: []offline.Fault{{Kind: "500", Share: 0.6}, {Kind: "hang", Share: 0.6}}})
		if err == nil {
			t.Error("shares of 1.2 are accepted")
		}
	})
	t.Run("Read", func(t *testing.T) {
		t.Parallel()
		var f offline.Fault
		if err := f.UnmarshalText([]byte("429=0.25")); err != nil || f != (offline.Fault{Kind: "429", Share: 0.25}) {
			t.Errorf("%+v, %v", f, err)
		}
		if err := f.UnmarshalText([]byte("hang")); err != nil || f != (offline.Fault{Kind: "hang", Share: 1}) {
			t.Errorf("%+v, %v", f, err)
		}
		for _, wrong := range []string{"", "418", "429=", "429=2", "429=-1", "429=NaN"} {
			if err := f.UnmarshalText([]byte(wrong)); err == nil {
				t.Errorf("%q is read as %+v", wrong, f)
			}
		}
	})
}

func TestLatency(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]offline.Latency{
		"2s": {Least: 2 * time.Second, Most: 2 * time.Second}, "2s±1s": {Least: time.Second, Most: 3 * time.Second},
		"2s+-1s": {Least: time.Second, Most: 3 * time.Second}, "500ms-3s": {Least: 500 * time.Millisecond, Most: 3 * time.Second},
	} {
		var l offline.Latency
		if err := l.UnmarshalText([]byte(text)); err != nil || l != want {
			t.Errorf("%s is %s, %v", text, l, err)
		}
	}
	for _, wrong := range []string{"", "2", "1s±2s", "3s-1s", "-1s", "1s-"} {
		var l offline.Latency
		if err := l.UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is read as %s", wrong, l)
		}
	}
}

package offline_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"

	"ringer/engine/llm/offline"
	"ringer/engine/sessiontest"
)

func script(t *testing.T, lines ...string) *offline.Script {
	t.Helper()
	return sessiontest.Must(offline.ReadScript(strings.NewReader(strings.Join(lines, "\n"))))(t)
}

// TestScript: a request gets the first line that fits it and was not used, and what the line leaves
// out is from the built-in player.
func TestScript(t *testing.T) {
	t.Parallel()
	s := script(t,
		"# a comment, and an empty line", "",
		`{"task":"test.*","prompt":"you are Blue","answer":{"text":"for Blue"}}`,
		`{"task":"test.line","answer":{"text":"first"}}`,
		`{"answer":"not {JSON"}`,
		`{"task":"test.line"}`,
		`{"task":"other","repeat":true}`,
	)
	url := serve(t, offline.ServerConfig{Script: s})
	said := func() string { return askServer(t, url, ask("json_schema")).Choices[0].Message.Content }
	var l line
	sessiontest.NoError(t, json.Unmarshal([]byte(said()), &l))
	if want := (line{Text: "first", Where: "here"}); l != want {
		t.Errorf("it says %+v, want %+v", l, want)
	}
	if got := said(); got != "not {JSON" {
		t.Errorf("it says %q, want the string as it is", got)
	}
	sessiontest.NoError(t, json.Unmarshal([]byte(said()), &l))
	sessiontest.Contains(t, l.Text, "say it ") // the built-in player
	sessiontest.NoError(t, s.Err())
	if unused := s.Unused(); len(unused) != 1 || unused[0] != 3 {
		t.Errorf("the lines %v answered nothing, want 3", unused)
	}
}

// TestScriptFaults: a line names the fault of its answer, and a repeated line answers each request.
func TestScriptFaults(t *testing.T) {
	t.Parallel()
	url := serve(t, offline.ServerConfig{Script: script(t, `{"fault":"429"}`, `{"fault":"fence","answer":{"text":"hi"}}`, `{"answer":{"text":"on"},"repeat":true}`)})
	if _, err := client(url).CreateChatCompletion(t.Context(), ask("json_schema")); err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("%v, want a 429", err)
	}
	for _, want := range []string{"```json\n", `"text":"on"`, `"text":"on"`} {
		sessiontest.Contains(t, askServer(t, url, ask("json_schema")).Choices[0].Message.Content, want)
	}
}

// TestScriptDoesNotFit: a request without an answer is refused in a way that no client tries again,
// and the error says which line to mend.
func TestScriptDoesNotFit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ line, want string }{
		"Task":   {`{"task":"core.read"}`, `no line fits a request of the task "test.line"; the next one is line 1; add a line`},
		"Prompt": {`{"prompt":"you are Blue$"}`, "no line fits"},
		"Fields": {`{"answer":{"txt":"hi"}}`, `line 1 answers with the field "txt", and the task "test.line" asks for text, where; give only these`},
		"End":    {`{"task":"core.read","repeat":true}`, `the script has ended at line 1, and a request of the task "test.line" came; add a line`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := script(t, c.line)
			_, err := client(serve(t, offline.ServerConfig{Script: s})).CreateChatCompletion(t.Context(), ask("json_schema"))
			sessiontest.Fails(t, err, c.want)
			if e, ok := errors.AsType[*openai.APIError](err); !ok || e.HTTPStatusCode != http.StatusExpectationFailed {
				t.Errorf("%v, want the status 417", err)
			}
			sessiontest.Fails(t, s.Err(), "1 requests did not fit the script; the first: "+c.want)
		})
	}
}

// TestScriptErrorsNameTheLine: what is wrong with a file is said with the line.
func TestScriptErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for bad, want := range map[string]string{
		`{"answer":`:                  "line 2: ",
		`{"tusk":"x"}`:                `line 2: json: unknown field "tusk"; write one object`,
		`["hi"]`:                      "line 2: json: cannot unmarshal array",
		`{"answer":1} {}`:             "line 2: has something behind its object; write one object a line",
		`{"prompt":"("}`:              "line 2: prompt: error parsing regexp",
		`{"task":"["}`:                "line 2: task: ",
		`{"fault":"418"}`:             `line 2: fault: "418" is not a fault; ringer offline --help`,
		`{"fault":"429=0.5"}`:         `line 2: fault: "429=0.5" is not a fault`,
		strings.Repeat(" ", 1<<20+10): "line 2: ",
	} {
		_, err := offline.ReadScript(strings.NewReader("{\"answer\":\"hi\"}\n" + bad))
		sessiontest.Fails(t, err, want)
	}
	_, err := offline.ReadScript(strings.NewReader("# nothing\n"))
	sessiontest.Fails(t, err, "it has no answers; write one a line")
}

package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"ringer/api"
	"ringer/engine/game"
	"ringer/engine/session"
)

// contract is openapi.yaml.
type contract struct {
	doc    *openapi3.T
	router routers.Router
}

// readContract reads the document once. It makes the document stricter: an undocumented field in an
// answer fails a test, although clients must accept new fields.
var readContract = sync.OnceValues(func() (c contract, err error) {
	for _, media := range []string{"text/event-stream", "application/x-ndjson", "application/yaml"} {
		// The decoder returns the text unchanged.
		openapi3filter.RegisterBodyDecoder(media, openapi3filter.FileBodyDecoder)
	}
	if c.doc, err = openapi3.NewLoader().LoadFromFile("openapi.yaml"); err != nil {
		return c, err
	}
	for _, s := range c.doc.Components.Schemas {
		if no := false; len(s.Value.Properties) > 0 && s.Value.AdditionalProperties.Has == nil && s.Value.AdditionalProperties.Schema == nil {
			s.Value.AdditionalProperties.Has = &no
		}
	}
	c.router, err = gorillamux.NewRouter(c.doc)
	return c, err
})

func contracted(t *testing.T) contract {
	t.Helper()
	c := must(readContract())(t)
	return c
}

// checkingTransport is a transport that checks every answer and every accepted request against
// openapi.yaml.
type checkingTransport struct {
	contract
	transport http.RoundTripper
	mu        sync.Mutex
	// violations are reported when the test ends, because a stream may outlive the request that
	// opened it.
	violations []string
}

// checkedClient returns a client. The test fails if its traffic violates the contract.
func checkedClient(t *testing.T, transport http.RoundTripper) *http.Client {
	t.Helper()
	w := &checkingTransport{contract: contracted(t), transport: transport}
	t.Cleanup(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, b := range w.violations {
			t.Error(b)
		}
	})
	return &http.Client{Transport: w}
}

func (w *checkingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := w.transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if response.Header.Get("Content-Type") == "text/event-stream" {
		w.judge(r, response, nil)
		return response, nil
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close() // it has been read
	w.judge(r, response, body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

func (w *checkingTransport) breach(r *http.Request, status int, err error) {
	w.note(fmt.Sprintf("%s %s, answered with %d", r.Method, r.URL.RequestURI(), status), err)
}

func (w *checkingTransport) note(what string, err error) {
	why, _, _ := strings.Cut(err.Error(), "\nSchema:") // the schema follows, which is long
	w.mu.Lock()
	defer w.mu.Unlock()
	w.violations = append(w.violations, what+" breaks openapi.yaml: "+why)
}

func (w *checkingTransport) judge(r *http.Request, response *http.Response, body []byte) {
	asked := r.Clone(r.Context())
	if kind := response.Header.Get("Content-Type"); kind == "text/event-stream" || response.StatusCode == http.StatusNoContent {
		// The page of events may be asked for as a stream. In the document that is an operation of
		// its own.
		if path, ok := strings.CutSuffix(asked.URL.Path, "/events"); ok && path != "/v1" {
			asked.URL.Path = path + "/stream"
		}
	}
	if r.Method == http.MethodHead { // the same as GET, without the body
		asked.Method = http.MethodGet
	}
	route, params, err := w.router.FindRoute(asked)
	if err != nil {
		// Pages and the preflights of browsers are not operations.
		if response.StatusCode < 400 && r.Method != http.MethodOptions && r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/docs") && !strings.HasPrefix(r.URL.Path, "/playground") {
			w.breach(r, response.StatusCode, err)
		}
		return
	}
	options := &openapi3filter.Options{
		IncludeResponseStatus: true, SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		// A stream can be read only once.
		MultiError: true, ExcludeRequestBody: r.GetBody == nil && r.Body != nil, ExcludeResponseBody: r.Method == http.MethodHead,
	}
	request := r.Clone(r.Context())
	if r.GetBody != nil {
		if request.Body, err = r.GetBody(); err != nil {
			w.breach(r, response.StatusCode, err)
		}
	}
	input := &openapi3filter.RequestValidationInput{Request: request, PathParams: params, Route: route, Options: options}
	if response.StatusCode < 300 {
		if err := openapi3filter.ValidateRequest(r.Context(), input); err != nil {
			w.breach(r, response.StatusCode, err)
		}
	}
	output := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header, Body: io.NopCloser(bytes.NewReader(body)), Options: options,
	}
	if err := openapi3filter.ValidateResponse(r.Context(), output); err != nil {
		w.breach(r, response.StatusCode, err)
	}
	if response.StatusCode >= 400 && r.Method != http.MethodHead {
		if err := checkCode(route.Operation, response.StatusCode, body); err != nil {
			w.breach(r, response.StatusCode, err)
		}
	}
}

// checkCode checks that a problem is one of those that the operation lists, with the same status.
func checkCode(o *openapi3.Operation, status int, body []byte) error {
	var p struct{ Code string }
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	if codes, _ := o.Extensions["x-codes"].([]any); !slices.Contains(codes, any(p.Code)) {
		return fmt.Errorf("the operation does not list the code %s", p.Code)
	}
	example := o.Responses.Default().Value.Content["application/problem+json"].Examples[p.Code]
	if listed := example.Value.Value.(map[string]any)["status"]; listed != float64(status) {
		return fmt.Errorf("the operation lists the code %s with the status %v", p.Code, listed)
	}
	return nil
}

// checkEvent checks an event of a stream, which the client has read, against its schema.
func (s *server) checkEvent(data string) {
	w := s.client.Transport.(*checkingTransport)
	var v any
	err := json.Unmarshal([]byte(data), &v)
	schema := "Event"
	if e, ok := v.(map[string]any); ok && e["game_id"] != nil {
		schema = "TableEvent"
	}
	if err == nil {
		err = w.doc.Components.Schemas[schema].Value.VisitJSON(v)
	}
	if err != nil {
		w.note(fmt.Sprintf("the event %s", data), err)
	}
}

// TestRoutesAndOperationsMatch compares the table of routes with the document, in both directions.
func TestRoutesAndOperationsMatch(t *testing.T) {
	t.Parallel()
	undocumented := map[string][]string{} // with the parameters of their queries
	for _, o := range api.Operations() {
		undocumented[o.Method+" "+o.Path] = slices.Clone(o.Query)
		for _, f := range o.Failures {
			if f.Status == 0 {
				t.Errorf("%s %s may answer with %s, which is not in errors.yaml", o.Method, o.Path, f.Code)
			}
		}
	}
	for path, item := range contracted(t).doc.Paths.Map() {
		for method, o := range item.Operations() {
			known, ok := undocumented[method+" "+path]
			if !ok {
				t.Errorf("openapi.yaml has %s %s, which is not a route", method, path)
			}
			for _, p := range o.Parameters {
				if p.Value.In == "query" && !slices.Contains(known, p.Value.Name) {
					t.Errorf("openapi.yaml has the parameter %s of %s %s, which is not known there", p.Value.Name, method, path)
				}
				known = slices.DeleteFunc(known, func(name string) bool { return name == p.Value.Name })
			}
			// read_token is a security scheme.
			if len(slices.DeleteFunc(known, func(name string) bool { return name == "read_token" })) > 0 {
				t.Errorf("openapi.yaml lacks the parameters %s of %s %s", known, method, path)
			}
			delete(undocumented, method+" "+path)
		}
	}
	for route := range undocumented {
		t.Errorf("the route %s is not in openapi.yaml", route)
	}
}

// TestDocumentMatchesTheRoot compares the document that the server sends with the file at the root.
func TestDocumentMatchesTheRoot(t *testing.T) {
	t.Parallel()
	root := must(os.ReadFile("../openapi.yaml"))(t)
	if a := setup(t).send("GET", "/openapi.yaml", "").has(t, 200, "Content-Type", "application/yaml"); !bytes.Equal(a.Body, root) {
		t.Error("the server sends another document than ../openapi.yaml")
	}
}

// TestRequiredFieldsOfEvents checks that no field of an event is required that its JSON may leave
// out.
func TestRequiredFieldsOfEvents(t *testing.T) {
	t.Parallel()
	schemas := contracted(t).doc.Components.Schemas
	for _, p := range append(session.Payloads(), game.Payloads()...) {
		name := reflect.TypeOf(p).Elem().Name()
		schema, ok := schemas[name]
		if !ok {
			continue // it has the schema of the request that it holds
		}
		b := must(json.Marshal(p))(t)
		var fields map[string]any
		succeed(t, json.Unmarshal(b, &fields))
		for _, field := range schema.Value.Required {
			if _, ok := fields[field]; !ok {
				t.Errorf("%s requires %s, which an event may leave out: list the required fields in cmd/openapi/overlay.yaml", name, field)
			}
		}
	}
}

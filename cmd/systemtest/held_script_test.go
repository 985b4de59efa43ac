package systemtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// heldStep is a request of a scene, and the shape of its answer.
type heldStep struct {
	// Request is the request as the script has it.
	Request string `json:"request"`
	Answer  any    `json:"answer,omitempty"`
}

// heldScene is a part of a script. Its requests are sent one after the other.
type heldScene struct {
	Name  string     `json:"name"`
	Steps []heldStep `json:"steps"`
}

// heldKey is the key of all servers of recordings, so that recorded tokens are theirs.
const heldKey = "the-key-of-all-recordings"

// readScript reads the scenes of a script.
func readScript(text string) (scenes []heldScene) {
	for _, part := range strings.Split("\n"+text, "\n## ")[1:] {
		name, steps, _ := strings.Cut(part, "\n")
		s := heldScene{Name: name}
		for _, step := range strings.Split(steps, "\n\n") {
			if step = strings.TrimSpace(step); step != "" {
				s.Steps = append(s.Steps, heldStep{Request: step})
			}
		}
		scenes = append(scenes, s)
	}
	return scenes
}

var (
	requestLine = regexp.MustCompile(`^(?:(\w+) = )?([A-Z]+) (\S+)$`)
	headerLine  = regexp.MustCompile(`^([A-Z][A-Za-z-]+): (.*)$`)
	reference   = regexp.MustCompile(`\$\{(\w+)([^}]*)\}`)
)

// heldPlayer sends the requests of a scene to a server.
type heldPlayer struct {
	url string
	// known are the answers with a name.
	known map[string]any
}

// answer sends a request, and returns the answer as decoded JSON: its status, headers and body.
func (p *heldPlayer) answer(ctx context.Context, step string) (any, error) {
	lines := strings.Split(reference.ReplaceAllStringFunc(step, p.value), "\n")
	m := requestLine.FindStringSubmatch(lines[0])
	if m == nil {
		return nil, fmt.Errorf("%q is no request; write METHOD TARGET", lines[0])
	}
	header, until := http.Header{"Authorization": {"Bearer " + heldKey}}, ""
	for lines = lines[1:]; len(lines) > 0; lines = lines[1:] {
		h := headerLine.FindStringSubmatch(lines[0])
		switch {
		case h == nil:
		case h[1] == "Until":
			until = h[2]
			continue
		case h[2] == "none":
			header.Del(h[1])
			continue
		default:
			header.Set(h[1], h[2])
			continue
		}
		break
	}
	body := strings.Join(lines, "\n")
	if body != "" && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, m[2], p.url+m[3], strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	read, err := readAnswer(response, until)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m[0], err)
	}
	if m[1] != "" {
		p.known[m[1]] = read["body"]
	}
	return read, nil
}

// missing is the value of a reference to what no answer has.
const missing = "missing"

// value returns the value of a reference.
func (p *heldPlayer) value(ref string) string {
	m := reference.FindStringSubmatch(ref)
	v := p.known[m[1]]
	for _, name := range strings.Split(strings.TrimPrefix(m[2], "/"), "/") {
		switch at := v.(type) {
		case map[string]any:
			v = at[name]
		case []any:
			if i, err := strconv.Atoi(name); err == nil && i < len(at) {
				v = at[i]
			}
		}
	}
	if v == nil {
		return missing
	}
	return fmt.Sprint(v)
}

// dailyHeaders are headers that no recording keeps.
var dailyHeaders = []string{"Date", "Content-Length", "Etag", "Last-Modified"}

// listHeaders are headers whose values are lists without an order.
var listHeaders = []string{"access-control-allow-headers", "access-control-allow-methods", "access-control-expose-headers", "allow", "cache-control", "vary"}

func headerList(value string) (list []any) {
	words := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
	slices.Sort(words)
	for _, w := range words {
		list = append(list, w)
	}
	return list
}

func readAnswer(r *http.Response, until string) (map[string]any, error) {
	headers := map[string]any{}
	for _, name := range dailyHeaders {
		r.Header.Del(name)
	}
	for name, values := range r.Header {
		if name = strings.ToLower(name); slices.Contains(listHeaders, name) {
			headers[name] = headerList(strings.Join(values, ","))
		} else {
			headers[name] = strings.Join(values, ", ")
		}
	}
	answer := map[string]any{"status": json.Number(strconv.Itoa(r.StatusCode)), "headers": headers}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	var body any
	switch {
	case err != nil: // no body
		return answer, nil
	case media == "text/event-stream":
		body, err = readFrames(r.Body, until)
	case media == "application/x-ndjson":
		body, err = decodeAll(r.Body)
	case r.Request.URL.Path == "/metrics" && media == "text/plain":
		body, err = readMetrics(r.Body)
	case strings.HasSuffix(media, "json") && r.Request.URL.Path != "/openapi.json":
		var list []any
		if list, err = decodeAll(r.Body); len(list) == 1 {
			body = list[0]
		}
	}
	if body != nil {
		answer["body"] = body
	}
	return answer, err
}

func decodeAll(from io.Reader) (list []any, err error) {
	d := json.NewDecoder(from)
	d.UseNumber()
	for {
		var v any
		switch err := d.Decode(&v); err {
		case nil:
			list = append(list, v)
		case io.EOF:
			return list, nil
		default:
			return list, err
		}
	}
}

// readFrames reads server-sent events up to a number of them, up to a type, or all. An event has
// the order of its fields, and its data decoded.
func readFrames(from io.Reader, until string) (any, error) {
	frames, fields, frame := []any{}, []string{}, map[string]any{}
	count, err := strconv.Atoi(until)
	if err != nil {
		count = -1 // until a type, or the end
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		switch {
		case name != "": // a field
			fields = append(fields, name)
			frame[name] = strings.TrimPrefix(value, " ")
		case lines.Text() == "" && len(fields) > 0:
			frame["fields"] = strings.Join(fields, " ")
			if data, ok := frame["data"].(string); ok {
				v, err := decodeAll(strings.NewReader(data))
				if err != nil {
					return nil, err
				}
				frame["data"] = v[0]
			}
			if frame["type"] = frame["event"]; frame["id"] != nil {
				count--
			}
			frames = append(frames, frame)
			if count == 0 || frame["event"] == until {
				return frames, nil
			}
			fields, frame = nil, map[string]any{}
		}
	}
	return frames, lines.Err()
}

// readMetrics returns the names of metrics, with their types and labels.
func readMetrics(from io.Reader) (any, error) {
	b, err := io.ReadAll(from)
	metrics := map[string]any{}
	for line := range strings.Lines(string(b)) {
		if words := strings.Fields(line); len(words) == 4 && words[1] == "TYPE" && strings.HasPrefix(words[2], "ringer_") {
			metrics[words[2]] = words[3]
		}
	}
	return metrics, err
}

// play sends the requests of a scene, and calls got after each with its answer.
func (s heldScene) play(t *testing.T, url string, got func(i int, answer any)) *heldPlayer {
	p := &heldPlayer{url, map[string]any{}}
	for i, step := range s.Steps {
		answer, err := p.answer(t.Context(), step.Request)
		if err != nil {
			t.Errorf("scene %s, request %d: %v", s.Name, i+1, err)
			break
		}
		got(i, answer)
	}
	return p
}

// heldRoute names the route of a request, with placeholders for ids.
func heldRoute(request string) string {
	line, _, _ := strings.Cut(request, "\n")
	m := requestLine.FindStringSubmatch(reference.ReplaceAllString(line, "{$1}"))
	target, _, _ := strings.Cut(m[3], "?")
	target, _, _ = strings.Cut(target, "&")
	segments := strings.Split(target, "/")
	for i := 1; i < len(segments); i++ {
		if name, ok := map[string]string{"sessions": "{id}", "games": "{id}", "messages": "{mid}", "votes": "{vid}"}[segments[i-1]]; ok {
			segments[i] = name
		}
	}
	return m[2] + " " + strings.Join(segments, "/")
}

func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	_ = e.Encode(v) // decoded JSON always has a JSON form
	return b.Bytes()
}

package llm

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// maxStream bounds a stream in bytes. At 250 a chunk it is enough for 64,000 tokens, above any cap.
const maxStream = 16 << 20

// streamEnd ends a stream. Some servers keep the connection open behind it.
const streamEnd = "[DONE]"

// readBody reads little more than maxBody at most. A stream, which some always send, becomes one
// object.
func readBody(body io.Reader) ([]byte, error) {
	r := bufio.NewReader(io.LimitReader(body, maxStream))
	for n := 0; n <= maxBody; n++ {
		first, err := r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil
		case err != nil:
			return nil, err
		case strings.IndexByte(" \t\r\n\xef\xbb\xbf", first) >= 0: // servers send blanks while a model thinks
			continue
		}
		_ = r.UnreadByte() // a byte was just read
		if start, _ := r.Peek(len("event:")); isStream(string(start)) {
			return readStream(r)
		}
		return io.ReadAll(io.LimitReader(r, maxBody+1))
	}
	return nil, errTooLarge
}

// isStream reports whether a body with this beginning is a stream. A colon begins a comment.
func isStream(start string) bool {
	return slices.ContainsFunc([]string{"data:", "event:", "id:", "retry:", ":"}, func(field string) bool { return strings.HasPrefix(start, field) })
}

// readStream returns the chunks of a stream as one response in JSON. If the connection breaks after
// the model has finished, nothing is lost.
func readStream(r io.Reader) ([]byte, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxBody)
	var all response
	fault := false
	for lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), ":")
		value = strings.TrimSpace(value)
		if name == "event" {
			fault = value == "error"
		}
		if name != "data" {
			continue
		}
		if value == streamEnd {
			return json.Marshal(all)
		}
		all.add([]byte(value))
		if fault && !isFault(all.Error) && json.Valid([]byte(value)) {
			all.Error = json.RawMessage(value)
		}
		if all.written() > 2*maxWritten {
			return nil, errTooLarge
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, errTooLarge
	case err != nil && !(len(all.Choices) > 0 && all.Choices[0].Finish != ""):
		return nil, err
	}
	return json.Marshal(all)
}

// readResponse reads a response: a JSON object, or several that are the chunks of a stream.
func readResponse(raw []byte) (all response, err error) {
	raw = single(raw)
	if len(raw) == 0 || raw[0] != '{' {
		return all, errNotJSON
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	for n := 0; ; n++ {
		var chunk json.RawMessage
		if err := d.Decode(&chunk); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return all, errNotJSON
		}
		all.add(chunk)
	}
}

// add adds a chunk. A chunk that is not an object of the expected form adds nothing.
func (r *response) add(chunk []byte) {
	var next response
	_ = json.Unmarshal(chunk, &next) // fields of another type are left out
	if isFault(next.Error) {
		r.Error = next.Error
	}
	r.Message, r.Msg, r.Detail = cmp.Or(r.Message, next.Message), cmp.Or(r.Msg, next.Msg), cmp.Or(r.Detail, next.Detail)
	if next.Usage.Prompt > 0 || next.Usage.Answer > 0 {
		r.Usage = next.Usage
	}
	if len(next.Choices) == 0 {
		return
	}
	if len(r.Choices) == 0 {
		r.Choices = []choice{{}}
	}
	r.Choices[0].add(next.Choices[0]) // no request asks for more than one
}

// add adds what a chunk says about a choice. Some servers repeat the whole message in the last one.
func (c *choice) add(next choice) {
	m, d := &c.Message, next.Delta
	if next.Message.Content != "" || len(next.Message.Tools) > 0 {
		*m = message{}
	}
	for _, add := range []message{next.Message, d} {
		m.Content += add.Content
		m.Reasoning += add.Reasoning
		m.Thoughts += add.Thoughts
		m.Refusal += add.Refusal
		m.Function.Arguments += add.Function.Arguments
		for _, t := range add.Tools {
			m.addTool(t)
		}
	}
	c.Text += next.Text
	c.Finish = cmp.Or(next.Finish, c.Finish)
	if isFault(next.Error) {
		c.Error = next.Error
	}
}

// addTool adds a part of the call of a tool. Parts of one call have the same index.
func (m *message) addTool(t tool) {
	if n := len(m.Tools); n > 0 && m.Tools[n-1].Index == t.Index {
		m.Tools[n-1].Function.Arguments += t.Function.Arguments
		return
	}
	m.Tools = append(m.Tools, t)
}

func (r *response) written() (n int) {
	for _, c := range r.Choices {
		m := c.Message
		n += len(m.Content) + len(m.Reasoning) + len(m.Thoughts) + len(m.Refusal) + len(m.Function.Arguments) + len(c.Text)
		for _, t := range m.Tools {
			n += 1 + len(t.Function.Arguments)
		}
	}
	return n
}

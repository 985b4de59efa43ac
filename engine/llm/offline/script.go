package offline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ringer/engine/prompt"
)

// Script is a list of answers for a test of a platform. A request gets the first line that fits it
// and was not used before.
type Script struct {
	mu    sync.Mutex // protects used of the lines, and misfits
	lines []*scriptLine
	// misfits are the errors of the requests that no line fitted.
	misfits []error
}

// scriptLine is one line of a script. Without Task and Prompt it fits every request.
type scriptLine struct {
	// Task is the task of the prompt, or a pattern such as core.vote.*.
	Task string `json:"task"`
	// Prompt is a regular expression that must match somewhere in the prompt.
	Prompt string `json:"prompt"`
	// Answer is the answer: a string as it is, other values as JSON. What it leaves out is from the
	// built-in player.
	Answer json.RawMessage `json:"answer"`
	// Fault is what happens to the answer.
	Fault FaultKind `json:"fault"`
	// Repeat says that the line answers every request that it fits, not only the first one.
	Repeat bool `json:"repeat"`

	number int
	prompt *regexp.Regexp
	used   bool
}

// longestScriptLine is more than any answer has.
const longestScriptLine = 1 << 20

// ReadScript reads a script: one JSON object a line. Empty lines and lines that begin with # do not
// count. An error names the line.
func ReadScript(from io.Reader) (*Script, error) {
	s := &Script{}
	in := bufio.NewScanner(from)
	in.Buffer(nil, longestScriptLine)
	number := 0
	for in.Scan() {
		number++
		text := bytes.TrimSpace(in.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		l := &scriptLine{number: number}
		if err := l.read(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		s.lines = append(s.lines, l)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w; a line may have 1 MiB", number+1, err)
	}
	if len(s.lines) == 0 {
		return nil, errors.New(`it has no answers; write one a line, such as {"answer": {"text": "hi all"}}`)
	}
	return s, nil
}

func (l *scriptLine) read(text []byte) (err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(l); err != nil {
		return fmt.Errorf("%w; write one object with the fields task, prompt, answer, fault and repeat", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("has something behind its object; write one object a line")
	}
	if _, err := path.Match(l.Task, ""); err != nil {
		return fmt.Errorf("task: %w; write the name of a task, or * for a part of it", err)
	}
	if l.prompt, err = regexp.Compile(l.Prompt); err != nil {
		return fmt.Errorf("prompt: %w; write a regular expression of Go", err)
	}
	var fault Fault
	if l.Fault != "" {
		if err := fault.UnmarshalText([]byte(l.Fault)); err != nil || fault.Kind != l.Fault {
			return fmt.Errorf("fault: %q is not a fault; ringer offline --help lists all faults", l.Fault)
		}
	}
	return nil
}

// next returns the line that answers a request, and uses it. Without a script the line is empty.
func (s *Script) next(r *completionRequest) (*scriptLine, *refusal) {
	if s == nil {
		return &scriptLine{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, task := r.rendered(), r.task()
	for _, l := range s.lines {
		named, _ := path.Match(l.Task, task) // read has checked the pattern
		if l.used || l.Task != "" && !named || !l.prompt.MatchString(p.System+"\n"+p.User) {
			continue
		}
		if err := l.fits(r); err != nil {
			return nil, s.misfit(err)
		}
		l.used = !l.Repeat
		return l, nil
	}
	if next := slices.IndexFunc(s.lines, func(l *scriptLine) bool { return !l.used && !l.Repeat }); next >= 0 {
		return nil, s.misfit(fmt.Errorf("no line fits a request of the task %q; the next one is line %d; add a line with this task, or one without task and prompt", task, s.lines[next].number))
	}
	return nil, s.misfit(fmt.Errorf("the script has ended at line %d, and a request of the task %q came; add a line for it", s.lines[len(s.lines)-1].number, task))
}

// misfit notes why a request has no answer, and returns that as a refusal. Clients try no second
// time after the status.
func (s *Script) misfit(err error) *refusal {
	s.misfits = append(s.misfits, err)
	return refuse(http.StatusExpectationFailed, "script_error", "script_does_not_fit", err.Error())
}

// fits returns an error if the answer has a field that the request does not ask for. A string may
// hold anything.
func (l *scriptLine) fits(r *completionRequest) error {
	asked, _ := r.schema() // readRequest has refused a broken one
	var answer map[string]json.RawMessage
	if len(asked.Properties) == 0 || json.Unmarshal(l.Answer, &answer) != nil {
		return nil
	}
	for _, field := range slices.Sorted(maps.Keys(answer)) {
		if _, ok := asked.Properties[field]; !ok {
			return fmt.Errorf("line %d answers with the field %q, and the task %q asks for %s; give only these", l.number, field, r.task(), strings.Join(slices.Sorted(maps.Keys(asked.Properties)), ", "))
		}
	}
	return nil
}

// over returns the answer of the line, given that of the built-in player. An object replaces only
// the fields that it has.
func (l *scriptLine) over(own string) (text string) {
	var fields, all map[string]json.RawMessage
	switch {
	case json.Unmarshal(l.Answer, &text) == nil:
		return text
	case json.Unmarshal(l.Answer, &fields) == nil && json.Unmarshal([]byte(own), &all) == nil:
		maps.Copy(all, fields)
		return string(encode(all))
	}
	return string(l.Answer)
}

// Err returns an error if a request did not get an answer from the script.
func (s *Script) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.misfits) == 0 {
		return nil
	}
	return fmt.Errorf("%d requests did not fit the script; the first: %w", len(s.misfits), s.misfits[0])
}

// Unused returns the numbers of the lines that answered nothing.
func (s *Script) Unused() (numbers []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		if !l.used && !l.Repeat {
			numbers = append(numbers, l.number)
		}
	}
	return numbers
}

// task returns the task of a strategy's prompt, or "" for another request.
func (r *completionRequest) task() string {
	p, _ := prompt.Parse(r.rendered())
	return p.Task
}

package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"ringer/engine/prompt"
)

const (
	// maxAnswer bounds what is read of an answer in bytes, thinking aside: the largest has a list of short items.
	maxAnswer = 32 << 10
	// maxWritten bounds what is read at all, in bytes: some 30,000 tokens of thought. Whoever thinks longer is too slow for a chat, and to take
	// thoughts out of a megabyte holds a core for a quarter of a second.
	maxWritten = 128 << 10
	// maxStarts bounds how many braces are tried as the beginning of a value: prose that is full of them holds none.
	maxStarts = 64
	// maxWord bounds an answer of one word in bytes, with what stands around it.
	maxWord = 64
)

// Read fills answer, a pointer to a struct, from what a model wrote: the first JSON object in it that fits, or, where one word from a list
// was asked for, that word. What is thought aloud in tags, fenced or said around it does not count. Every field must be there; enums
// and bounds must hold. Its error is a *prompt.Error, and then answer is as it was.
func Read(text string, answer any) error {
	s, err := shapeOf(answer)
	if err != nil {
		return err
	}
	found, err := s.find(text)
	if err != nil {
		return err
	}
	return found.fill(answer)
}

// finding is a value that fits, and what stood around it.
type finding struct {
	value  any
	raw    string
	around string
}

// fill puts the value into answer.
func (f finding) fill(answer any) error {
	b, err := json.Marshal(f.value)
	if err != nil {
		return &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	fresh := reflect.New(reflect.TypeOf(answer).Elem())
	if err := json.Unmarshal(b, fresh.Interface()); err != nil { // such as a number that its type cannot hold
		return &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	reflect.ValueOf(answer).Elem().Set(fresh.Elem())
	return nil
}

// find looks for a value of the shape.
func (s *shape) find(text string) (finding, error) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff"))
	if len(text) <= maxAnswer {
		if v, n, err := decode(text); err == nil && n == len(text) { // a tag inside it is something said, not a thought
			if v, err := s.fit(v, "the answer"); err == nil {
				return finding{value: v, raw: text}, nil
			}
		}
	}
	if len(text) > maxWritten {
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: fmt.Errorf("what the model wrote is longer than %d bytes", maxWritten)}
	}
	text = strings.TrimSpace(unthink(text))
	switch {
	case text == "":
		return finding{}, &prompt.Error{Code: prompt.AnswerEmpty, Cause: errors.New("the model wrote nothing, or only thoughts")}
	case len(text) > maxAnswer:
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: fmt.Errorf("the answer is longer than %d bytes", maxAnswer)}
	}
	if v, ok := s.bareWord(text); ok {
		return finding{value: v, raw: text}, nil
	}
	found, err := s.first(text, func(string) bool { return true })
	if err != nil {
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	return found, nil
}

// findAtEnd looks for a value of the shape with which a text ends. What a model thinks is no answer, but some servers file the whole
// answer under it, and then it ends with the value.
func (s *shape) findAtEnd(text string) (finding, error) {
	if len(text) > maxAnswer {
		text = strings.ToValidUTF8(text[len(text)-maxAnswer:], "")
	}
	return s.first(text, func(rest string) bool { return strings.Trim(rest, "` \r\n\t") == "" })
}

// first returns the first object of a text that fits and that what follows it accepts.
func (s *shape) first(text string, accept func(rest string) bool) (finding, error) {
	first := errors.New("the answer holds no JSON object")
	at := strings.IndexByte(text, '{')
	for try := 0; at >= 0 && try < maxStarts; try++ {
		v, n, err := decode(text[at:])
		if err == nil {
			v, err = s.fit(v, "the answer")
		}
		if err == nil && accept(text[at+n:]) {
			return finding{value: v, raw: text[at : at+n], around: text[:at] + "\n" + text[at+n:]}, nil
		}
		if err != nil && try == 0 {
			first = err
		}
		next := strings.IndexByte(text[at+1:], '{')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return finding{}, first
}

// decode reads the JSON value at the start of a text, and how long it is.
func decode(text string) (v any, n int, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, 0, fmt.Errorf("the answer's JSON is broken: %w", err)
	}
	return v, int(d.InputOffset()), nil
}

var (
	thoughts = regexp.MustCompile(`(?is)<(think|thinking|thought|reasoning)>.*?</(?:think|thinking|thought|reasoning)>`)
	// opened is a thought without an end, closed the end of one without a beginning, which a server's template has swallowed.
	opened = regexp.MustCompile(`(?is)<(?:think|thinking|thought|reasoning)>.*$`)
	closed = regexp.MustCompile(`(?is)^.*</(?:think|thinking|thought|reasoning)>`)
)

// unthink takes out what a model thinks aloud.
func unthink(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	text = thoughts.ReplaceAllString(text, "\n")
	text = closed.ReplaceAllString(text, "")
	return opened.ReplaceAllString(text, "")
}

// bareWord takes an answer such as <send>, **send** or decision: send for a shape whose only field is that word.
func (s *shape) bareWord(text string) (any, bool) {
	if len(text) > maxWord || len(s.fields) != 1 || len(s.fields[0].shape.enum) == 0 {
		return nil, false
	}
	f := s.fields[0]
	trim := func(s string) string { return strings.Trim(s, "<>[](){}\"'`*_.,;!:= \r\n\t") }
	word := trim(text)
	if n := len(f.name); len(word) > n && strings.EqualFold(word[:n], f.name) {
		word = trim(word[n:])
	}
	v, ok := f.shape.choice(word)
	return map[string]any{f.name: v}, ok
}

package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"ringer/engine/prompt"
)

const (
	// maxAnswer bounds an answer without the thinking, in bytes. The largest is a list of short
	// items.
	maxAnswer = 32 << 10
	// maxWritten bounds what is read, in bytes: some 30,000 tokens of thinking, too slow for a
	// chat. To remove thinking from a megabyte takes a core a quarter of a second.
	maxWritten = 128 << 10
	// maxStarts bounds the braces that are tried as a beginning. Prose full of braces holds no
	// value.
	maxStarts = 64
	// maxWord bounds an answer of one word in bytes, with the signs around it.
	maxWord = 64
)

// Read fills answer, a pointer to a struct, with the first JSON object in the text that fits, or
// with the one word that was asked for. It skips thinking in tags, code fences and prose. Only if
// no real JSON fits, a comma may follow the last item, and quotes be single. Every field must be
// present, and enums and bounds hold, except in fields with the tag missing:"ok". Else the error is
// a *prompt.Error, and answer stays as it was.
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

// finding is a value that fits the shape.
type finding struct {
	value any
	raw   string
	// around is the text before and after it.
	around string
}

func (f finding) fill(answer any) error {
	b, err := json.Marshal(f.value)
	if err != nil {
		return &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	fresh := reflect.New(reflect.TypeOf(answer).Elem())
	// This fails if, for example, a number is too large for its Go type.
	if err := json.Unmarshal(b, fresh.Interface()); err != nil {
		return &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	reflect.ValueOf(answer).Elem().Set(fresh.Elem())
	return nil
}

func (s *shape) find(text string) (finding, error) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff"))
	if len(text) <= maxAnswer {
		// A tag inside a value is part of the answer.
		if v, n, err := decode(text); err == nil && n == len(text) {
			if v, err := s.fit(v, "it"); err == nil {
				return finding{value: v, raw: text}, nil
			}
		}
	}
	if len(text) > maxWritten {
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: fmt.Errorf("what the model wrote is longer than %d bytes", maxWritten)}
	}
	text = strings.TrimSpace(withoutThinking(text))
	switch {
	case text == "":
		return finding{}, &prompt.Error{Code: prompt.AnswerEmpty, Cause: errors.New("the model wrote nothing, or only thoughts")}
	case len(text) > maxAnswer:
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: fmt.Errorf("the answer is longer than %d bytes", maxAnswer)}
	}
	if v, ok := s.bareWord(text); ok {
		return finding{value: v, raw: text}, nil
	}
	found, err := s.firstFit(text, func(string) bool { return true })
	if err != nil {
		return finding{}, &prompt.Error{Code: prompt.AnswerUnreadable, Cause: err}
	}
	return found, nil
}

// findAtEnd returns a value at the end of a text: some servers put the answer where thinking
// belongs.
func (s *shape) findAtEnd(text string) (finding, error) {
	if len(text) > maxAnswer {
		text = strings.ToValidUTF8(text[len(text)-maxAnswer:], "")
	}
	return s.firstFit(text, func(rest string) bool { return strings.Trim(rest, "` \r\n\t") == "" })
}

// firstFit returns the first object that fits and whose following text accept takes. Only if no
// real JSON fits, it also takes what is nearly JSON.
func (s *shape) firstFit(text string, accept func(rest string) bool) (finding, error) {
	found, err := s.firstDecoded(text, accept, decode)
	if err == nil {
		return found, nil
	}
	found, wrong := s.firstDecoded(text, accept, decodeLeniently)
	if wrong == nil {
		return found, nil
	}
	if _, broken := errors.AsType[brokenJSON](wrong); !broken {
		err = wrong // it says more than that the real JSON is broken
	}
	return finding{}, err
}

func (s *shape) firstDecoded(text string, accept func(rest string) bool, decode func(string) (any, int, error)) (finding, error) {
	first := errors.New("it has no JSON object")
	at := strings.IndexByte(text, '{')
	for try := 0; at >= 0 && try < maxStarts; try++ {
		v, n, err := decode(text[at:])
		if err == nil {
			v, err = s.fit(v, "it")
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

// decode returns the JSON value at the start of a text, and its length in bytes.
func decode(text string) (v any, n int, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, 0, brokenJSON{err}
	}
	return v, int(d.InputOffset()), nil
}

type brokenJSON struct{ cause error }

// faults says in plain words what the decoder's errors mean, by a part of their text.
var faults = [][2]string{
	{"EOF", "it is cut off"},
	{"after object key:value pair", `a comma is missing, or a text has a " without a backslash`},
	{"after array element", `a comma or a ] is missing, or a text has a " without a backslash`},
	{"after object key", "a colon is missing after the name of a field"},
	{"object key string", "the name of a field has no double quotes"},
	{"beginning of value", "a value is missing, or a text has no double quotes"},
	{"in string literal", `a text has a line break; write \n for it`},
	{"escape", "a backslash stands where none belongs"},
}

func (b brokenJSON) Error() string {
	for _, f := range faults {
		if b.cause != nil && strings.Contains(b.cause.Error(), f[0]) {
			return "its JSON is broken: " + f[1]
		}
	}
	return "its JSON is broken"
}

// decodeLeniently is decode for an object with the small faults that realJSON mends.
func decodeLeniently(text string) (v any, n int, err error) {
	tidy, n, ok := realJSON(text)
	if !ok {
		return nil, 0, brokenJSON{}
	}
	v, _, err = decode(tidy)
	return v, n, err
}

var (
	thinking = regexp.MustCompile(`(?is)<(think|thinking|thought|reasoning)>.*?</(?:think|thinking|thought|reasoning)>`)
	// unclosed finds thinking without an end tag.
	unclosed = regexp.MustCompile(`(?is)<(?:think|thinking|thought|reasoning)>.*$`)
	// unopened finds thinking whose start tag was removed by a server's template.
	unopened = regexp.MustCompile(`(?is)^.*</(?:think|thinking|thought|reasoning)>`)
)

var (
	// channelThinking finds the thinking of gpt-oss. Its answer stands in another channel.
	channelThinking = regexp.MustCompile(`(?s)<\|channel\|>\s*analysis.*?(?:<\|end\|>|<\|start\|>|$)`)
	// finalChannel finds all before the answer of gpt-oss.
	finalChannel = regexp.MustCompile(`(?s)^.*<\|channel\|>\s*final\b.{0,40}?<\|message\|>`)
	// templateMarks finds the marks of chat templates, which servers should have removed.
	templateMarks = regexp.MustCompile(`<\|[a-z_]{1,24}\|>|</?s>|<(?:start|end)_of_turn>|\[/?INST\]`)
)

func withoutThinking(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	if strings.Contains(text, "<|") {
		text = channelThinking.ReplaceAllString(finalChannel.ReplaceAllString(text, ""), "")
	}
	text = templateMarks.ReplaceAllString(text, " ")
	text = thinking.ReplaceAllString(text, "\n")
	text = unopened.ReplaceAllString(text, "")
	return unclosed.ReplaceAllString(text, "")
}

// bareWord reads an answer such as <send>, **send** or decision: send, if the one field that must
// be there is an enum.
func (s *shape) bareWord(text string) (any, bool) {
	needed := slices.DeleteFunc(slices.Clone(s.fields), func(f field) bool { return f.optional })
	if len(text) > maxWord || len(needed) != 1 || len(needed[0].shape.enum) == 0 {
		return nil, false
	}
	f := needed[0]
	trim := func(s string) string { return strings.Trim(s, "<>[](){}\"'`*_.,;!:= \r\n\t") }
	word := trim(text)
	if n := len(f.name); len(word) > n && strings.EqualFold(word[:n], f.name) {
		word = trim(word[n:])
	}
	v, ok := f.shape.enumValue(word)
	return map[string]any{f.name: v}, ok
}

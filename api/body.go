package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/game"
)

// maxDepth bounds how deep a body is nested: three times what any request needs.
const maxDepth = 16

// walk goes over a body beside the shape that it should have, and notes everything that differs. encoding/json alone would stop
// at the first, match names in any case, and take null for what was left out and the last of two values of one name. The body
// is valid JSON, so that the walk looks for the ends of values only.
type walk struct {
	body  []byte
	at    int
	depth int
	// pointer is the JSON pointer (RFC 6901) of where the walk is.
	pointer []byte
	errs    game.Errors
	// wrongs are the values that something is wrong with.
	bad []span
}

// span is a part of a body.
type span struct{ from, to int }

// checkShape returns game.Errors with all that keeps a body from being read into a value of type t, and the body without it.
func checkShape(body []byte, t reflect.Type) (repaired []byte, err error) {
	if !json.Valid(body) {
		return nil, malformed(body)
	}
	var pointer [64]byte
	w := walk{body: body, pointer: pointer[:0]}
	w.value(shapeOf(t), false)
	if len(w.errs) == 0 {
		return body, nil
	}
	return w.repaired(), w.errs
}

// sound returns the body with null, which is read as nothing, in place of each value that something is wrong with.
func (w *walk) repaired() []byte {
	var b []byte
	at := 0
	slices.SortFunc(w.bad, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	for _, s := range w.bad {
		if s.from >= at { // else it is a part of the one before
			b = append(append(b, w.body[at:s.from]...), "null"...)
			at = s.to
		}
	}
	return append(b, w.body[at:]...)
}

// malformed says what keeps a body from being JSON.
func malformed(body []byte) error {
	syntax, isSyntax := errors.AsType[*json.SyntaxError](json.Unmarshal(body, new(json.RawMessage)))
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return refuse(codeMalformedJSON, "", "the body is empty; send a JSON object")
	case isSyntax && syntax.Offset < int64(len(body)):
		return refuse(codeMalformedJSON, "", fmt.Sprintf("%s, at byte %d; send one JSON value", syntax, syntax.Offset))
	}
	return refuse(codeMalformedJSON, "", "the body ends in the midst of a value; send it whole")
}

// value goes past a value. noted says that something has been found wrong with it before.
func (w *walk) value(s *shape, alreadyBad bool) {
	first := w.next()
	from, fits := w.at, true
	switch first {
	case '{':
		fits = w.enter(s, s.object, "an object", w.object)
	case '[':
		fits = w.enter(s, s.list, "an array", w.list)
	case '"':
		fits = w.scalar(s, s.text, w.quotedText(), "a string")
	case 't', 'f':
		if w.literal(); !s.boolean {
			fits = w.typeError(s, "true or false")
		}
	case 'n':
		if w.literal(); !s.null {
			fits = w.addError(codeWrongType, "must not be null; leave it out")
		}
	default:
		fits = w.number(s, w.literal())
	}
	if alreadyBad || !fits {
		w.bad = append(w.bad, span{from, w.at})
	}
}

// simple checks a string or number.
func (w *walk) scalar(s *shape, kind bool, raw []byte, is string) (fits bool) {
	if !kind {
		return w.typeError(s, is)
	}
	if s.check == nil {
		return true
	}
	switch err := s.check(unquote(raw)); {
	case errors.Is(err, strconv.ErrRange):
		return w.addError(game.CodeOutOfRange, "is too large a number")
	case errors.Is(err, errZero):
		return w.addError(game.CodeOutOfRange, err.Error())
	case err != nil:
		return w.addError(codeWrongType, s.mismatch(err))
	}
	return true
}

// maxDigits bounds a number's length: three times what the most exact one here needs. To compare one of a million digits exactly,
// as a schema of options does, takes seconds.
const maxDigits = 64

func (w *walk) number(s *shape, raw []byte) (fits bool) {
	if s.number && len(raw) > maxDigits {
		return w.addError(game.CodeOutOfRange, fmt.Sprintf("is a number of more than %d characters; round it", maxDigits))
	}
	return w.scalar(s, s.number, raw, "a number")
}

// enter goes into an object or array.
func (w *walk) enter(s *shape, kind bool, is string, read func(*shape)) (fits bool) {
	w.at++ // past what opens it
	w.depth++
	fits = true
	if !kind {
		fits = w.typeError(s, is)
		s = anyShape
	}
	if w.depth == maxDepth+1 {
		fits = w.addError(codeTooDeep, fmt.Sprintf("is nested deeper than %d levels; make it flatter", maxDepth))
	}
	read(s)
	w.at++ // past what closes it
	w.depth--
	return fits
}

func (w *walk) object(s *shape) {
	var known uint64           // the fields met, a bit each
	var others map[string]bool // the other names
	for here := len(w.pointer); w.next() != '}'; w.pointer = w.pointer[:here] {
		name := unquote(w.quotedText())
		w.pointer = append(append(w.pointer, '/'), game.Pointer(name)...)
		w.next()
		w.at++ // past the colon
		inner, f, fits := s.inner, s.fields[name], true
		switch {
		case f.shape != nil:
			inner = f.shape
			if known&f.bit != 0 {
				fits = w.addError(codeDuplicateField, "stands more than once; keep one of them")
			}
			known |= f.bit
		case inner == nil:
			fits = w.addError(codeUnknownField, unknownName(s.fields, name))
			inner = anyShape
		case others[name]:
			fits = w.addError(codeDuplicateField, "stands more than once; keep one of them")
		default:
			if others == nil {
				others = map[string]bool{}
			}
			others[name] = true
		}
		w.value(inner, !fits)
	}
}

func (w *walk) list(s *shape) {
	here := len(w.pointer)
	for i := 0; w.next() != ']'; i++ {
		w.pointer = strconv.AppendInt(append(w.pointer, '/'), int64(i), 10)
		w.value(s.inner, false)
		w.pointer = w.pointer[:here]
	}
}

// next goes to the next byte that is neither space nor comma, and returns it.
func (w *walk) next() byte {
	for w.body[w.at] <= ' ' || w.body[w.at] == ',' {
		w.at++
	}
	return w.body[w.at]
}

// quoted goes past a string and returns it with its quotes.
func (w *walk) quotedText() []byte {
	from := w.at
	for w.at++; w.body[w.at] != '"'; w.at++ {
		if w.body[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	return w.body[from:w.at]
}

// bare goes past a number or one of the words true, false and null, and returns it.
func (w *walk) literal() []byte {
	from := w.at
	for w.at < len(w.body) && !bytes.ContainsRune([]byte(" \t\r\n,]}"), rune(w.body[w.at])) {
		w.at++
	}
	return w.body[from:w.at]
}

// plain returns what a string says; a number as it is.
func unquote(raw []byte) string {
	if raw[0] != '"' {
		return string(raw)
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	_ = json.Unmarshal(raw, &text) // it is valid
	return text
}

func (w *walk) typeError(s *shape, is string) (fits bool) {
	return w.addError(codeWrongType, "must be "+s.expected+", not "+is)
}

// note adds an error. It returns false, for the value that does not fit.
func (w *walk) addError(code game.Code, detail string) (fits bool) {
	if len(w.errs) < maxReported {
		w.errs.Add(code, string(w.pointer), detail)
	}
	return false
}

// unknown says which names there are instead of one that is not known.
func unknownName(fields map[string]field, name string) string {
	names := slices.Sorted(maps.Keys(fields))
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return "is not known here; it is spelt " + names[i]
	}
	return "is not known here; known are " + strings.Join(names, ", ")
}

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

	"ringer/engine/session"
)

// maxDepth bounds how deep a body is nested: three times what any request needs.
const maxDepth = 16

const (
	// maxValues bounds the values of a body, with those inside others: twice what the longest
	// transcript has. Small values take fifty times as much memory as text.
	maxValues = 100_000
	// maxEntries bounds the entries of a list, and the names of an object, before anything is made
	// of them. Only a transcript has longer lists. Most lists have narrower bounds, which come
	// later.
	maxEntries = session.MaxRoster
)

// walk goes through a body together with the shape that it should have, and notes every difference.
// encoding/json alone would stop at the first difference. It would match names in any case, and
// take null for a value that was left out. Of two values with the same name it would keep the last.
// The body must be valid JSON, so the walk only looks for where values end.
type walk struct {
	body  []byte
	at    int
	depth int
	// pointer is the JSON pointer (RFC 6901) of the current value.
	pointer []byte
	errs    session.Errors
	// values counts the values, with those inside others.
	values int
	// texts says to look for broken texts, too.
	texts bool
	// bad are the values that have an error.
	bad []span
}

// span is a part of a body, in bytes.
type span struct{ from, to int }

// checkShape returns session.Errors for all differences between a body and the shape of type t. It
// also returns the body without the values that differ, or nil when the body is not JSON.
func checkShape(body []byte, t reflect.Type) (repaired []byte, err error) {
	if !json.Valid(body) {
		return nil, malformed(body)
	}
	var pointer [64]byte
	w := walk{body: body, pointer: pointer[:0]}
	w.value(shapeOf(t), false)
	if w.values > maxValues {
		return nil, refuse(session.CodeTooMany, "", fmt.Sprintf("the body has %d values; at most %d are allowed", w.values, maxValues))
	}
	if len(w.errs) == 0 {
		return body, nil
	}
	return w.repaired(), w.errs
}

// repaired returns the body with null in place of each value that has an error. Decoding reads null
// as a value that was left out.
func (w *walk) repaired() []byte {
	var b []byte
	at := 0
	slices.SortFunc(w.bad, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	for _, s := range w.bad {
		if s.from >= at { // otherwise it is inside the previous span
			b = append(append(b, w.body[at:s.from]...), "null"...)
			at = s.to
		}
	}
	return append(b, w.body[at:]...)
}

// value checks a value and moves past it. alreadyBad says that the value has an error that was
// found before.
func (w *walk) value(s *shape, alreadyBad bool) {
	w.values++
	first := w.next()
	from, fits := w.at, true
	switch first {
	case '{':
		fits = w.enter(s, s.object, "an object", w.object)
	case '[':
		fits = w.enter(s, s.list, "an array", w.list)
	case '"':
		raw := w.quotedText()
		w.checkText(raw, "")
		fits = w.scalar(s, s.text, raw, "a string")
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

// scalar checks a string or a number. accepted says that the shape accepts it. actual names it in
// an error text.
func (w *walk) scalar(s *shape, accepted bool, raw []byte, actual string) (fits bool) {
	if !accepted {
		return w.typeError(s, actual)
	}
	if s.check == nil {
		return true
	}
	switch err := s.check(unquote(raw)); {
	case errors.Is(err, strconv.ErrRange):
		return w.addError(session.CodeOutOfRange, "is too large a number")
	case errors.Is(err, errZero):
		return w.addError(session.CodeOutOfRange, err.Error())
	case err != nil:
		return w.addError(codeWrongType, s.mismatch(err))
	}
	return true
}

// maxDigits bounds the length of a number: three times what the most exact number needs. The schema
// check of options compares numbers exactly, which takes seconds for a million digits.
const maxDigits = 64

func (w *walk) number(s *shape, raw []byte) (fits bool) {
	if s.number && len(raw) > maxDigits {
		return w.addError(session.CodeOutOfRange, fmt.Sprintf("is a number of more than %d characters; round it", maxDigits))
	}
	return w.scalar(s, s.number, raw, "a number")
}

// enter checks an object or an array, and what it contains.
func (w *walk) enter(s *shape, accepted bool, actual string, read func(*shape) int) (fits bool) {
	w.at++ // past the opening bracket
	w.depth++
	fits = true
	if !accepted {
		fits = w.typeError(s, actual)
		s = anyShape
	}
	if w.depth == maxDepth+1 {
		fits = w.addError(codeTooDeep, fmt.Sprintf("is nested deeper than %d levels; use fewer levels", maxDepth))
	}
	n, most := read(s), maxEntries
	if s.most > 0 {
		most = s.most
	}
	if n > most {
		fits = w.addError(session.CodeTooMany, fmt.Sprintf("has %d entries; at most %d are allowed", n, most))
	}
	w.at++ // past the closing bracket
	w.depth--
	return fits
}

// object checks the values of an object, and returns how many names it has that are not fields.
func (w *walk) object(s *shape) (free int) {
	var known uint64           // the known fields met so far, one bit each
	var others map[string]bool // the other names met so far
	for here := len(w.pointer); w.next() != '}'; w.pointer = w.pointer[:here] {
		name := w.name()
		w.pointer = append(append(w.pointer, '/'), session.Pointer(string(name))...)
		inner, f, fits := s.inner, s.fields[string(name)], true
		switch {
		case f.shape != nil:
			inner = f.shape
			if known&f.bit != 0 {
				fits = w.addError(codeDuplicateField, "appears more than once; keep one of them")
			}
			known |= f.bit
		case inner == nil:
			if fits = false; !w.errs.Full() {
				w.addError(codeUnknownField, unknownName(s, string(name)))
			}
			inner = anyShape
		case others[string(name)]:
			fits = w.addError(codeDuplicateField, "appears more than once; keep one of them")
		default:
			if others == nil {
				others = map[string]bool{}
			}
			others[string(name)] = true
			free++
		}
		w.value(inner, !fits)
	}
	return free
}

// list checks the entries of a list, and returns how many there are.
func (w *walk) list(s *shape) (n int) {
	for here := len(w.pointer); w.next() != ']'; w.pointer = w.pointer[:here] {
		w.pointer = strconv.AppendInt(append(w.pointer, '/'), int64(n), 10)
		w.value(s.inner, false)
		n++
	}
	return n
}

// readObject calls field with each name of an object. The function field moves past the value.
func (w *walk) readObject(field func(name []byte)) {
	w.next()
	w.at++ // past the opening bracket
	for w.next() != '}' {
		field(w.name())
	}
	w.at++ // past the closing bracket
}

// readList calls entry for each entry of a list. The function entry moves past the entry.
func (w *walk) readList(entry func()) {
	w.next()
	w.at++ // past the opening bracket
	for w.next() != ']' {
		entry()
	}
	w.at++ // past the closing bracket
}

// next moves to the next byte that is neither space nor comma, and returns it.
func (w *walk) next() byte {
	for w.body[w.at] <= ' ' || w.body[w.at] == ',' {
		w.at++
	}
	return w.body[w.at]
}

// quotedText moves past a string and returns it with its quotes.
func (w *walk) quotedText() []byte {
	from := w.at
	end := from + 2 + bytes.IndexByte(w.body[from+1:], '"')
	if bytes.IndexByte(w.body[from:end], '\\') < 0 {
		w.at = end
		return w.body[from:end]
	}
	for w.at++; w.body[w.at] != '"'; w.at++ { // the first quote may be escaped
		if w.body[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	return w.body[from:w.at]
}

// name moves past the name of a field and the colon, and returns the name.
func (w *walk) name() []byte {
	raw := w.quotedText()
	w.checkText(raw, "has a field whose name ")
	w.next()
	w.at++ // past the colon
	if bytes.IndexByte(raw, '\\') >= 0 {
		return []byte(unquote(raw))
	}
	return raw[1 : len(raw)-1] // without a copy
}

// literal moves past a number, true, false or null, and returns it.
func (w *walk) literal() []byte {
	from := w.at
	for w.at < len(w.body) && !bytes.ContainsRune([]byte(" \t\r\n,]}"), rune(w.body[w.at])) {
		w.at++
	}
	return w.body[from:w.at]
}

// unquote returns the value of a string. It returns a number unchanged.
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

func (w *walk) typeError(s *shape, actual string) (fits bool) {
	detail := "must be " + s.expected + ", not " + actual
	if len(w.pointer) == 0 && actual == "an array" {
		detail += "; " + s.inPlaceOfList
	}
	return w.addError(codeWrongType, detail)
}

// addError adds an error. It always returns false, which the caller returns for the bad value.
func (w *walk) addError(code session.Code, detail string) (fits bool) {
	if !w.errs.Full() {
		w.errs.Add(code, string(w.pointer), detail)
	}
	return false
}

// elsewhere holds names that other chat APIs give to fields, each with ours, the likeliest first.
var elsewhere = map[string][]string{
	"message": {"text"}, "content": {"text"}, "body": {"text"}, "msg": {"text"}, "prompt": {"text", "question"},
	"role": {"kind"}, "type": {"kind"}, "user": {"sender", "seat"}, "author": {"sender", "seat"}, "from": {"sender"}, "name": {"sender", "id"},
	"player": {"sender", "seat"}, "voter": {"seat"}, "option": {"answer"}, "choice": {"answer", "option"}, "vote": {"answer"},
	"timestamp": {"sent_at"}, "ts": {"sent_at"}, "time": {"sent_at"}, "created_at": {"sent_at"}, "choices": {"options"}, "timeout": {"within_ms"},
}

// unknownName returns the detail for an unknown field: the right spelling, or all known names. A
// field that exists elsewhere may be one that cannot be changed.
func unknownName(s *shape, name string) string {
	names := slices.Sorted(maps.Keys(s.fields))
	near := session.Nearest(name, names)
	if i := slices.IndexFunc(elsewhere[strings.ToLower(name)], func(ours string) bool { return slices.Contains(names, ours) }); i >= 0 {
		near = elsewhere[strings.ToLower(name)][i]
	}
	switch {
	case s.fixed[name]:
		return "cannot be changed later; open a new session to change it"
	case strings.EqualFold(near, name):
		return "is not known here; the spelling is " + near
	case near != "":
		return "is not known here; did you mean " + near + "? Known are " + strings.Join(names, ", ")
	}
	return "is not known here; known are " + strings.Join(names, ", ")
}

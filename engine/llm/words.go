package llm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// exampleText stands for a text in the example. Nobody would write it, so an answer with it is
// copied.
const exampleText = "your own words"

// words returns the schema in words, with an example. The seed chooses its values, because models
// like to copy them.
func (s *shape) words(seed uint64) string {
	e := example{seed: seed}
	e.write(s)
	return "Send one JSON object. Write nothing before it and nothing after it. Use no code fence.\nIt has these fields, and no others:" + s.lines("") +
		"\nThis is an example of the form:\n" + e.String() + "\nIts values are only examples. Choose your own values."
}

func (s *shape) lines(indent string) string {
	var b strings.Builder
	for _, f := range s.fields {
		fmt.Fprintf(&b, "\n%s- %s: %s", indent, quoted(f.name), f.shape.phrase())
		if f.description != "" {
			b.WriteString("; " + f.description)
		}
		inner := f.shape
		for inner.kind == list {
			inner = inner.item
		}
		b.WriteString(inner.lines(indent + "  "))
	}
	return b.String()
}

// phrase describes the values that a field may have.
func (s *shape) phrase() string {
	phrase := map[kind]string{text: "a text", number: "a number", integer: "a whole number", boolean: "true or false", object: "an object with the fields below"}[s.kind]
	switch {
	case s.kind == list:
		phrase = "a list, perhaps empty; each item is " + s.item.phrase()
	case len(s.enum) > 0:
		values := make([]string, len(s.enum))
		for i, v := range s.enum {
			values[i] = quoted(v)
		}
		phrase = "one of " + strings.Join(values, ", ")
	}
	if bounds := s.bounds(); bounds != "" {
		phrase += " " + bounds
	}
	if s.nullable {
		phrase += ", or null"
	}
	return phrase
}

func (s *shape) bounds() string {
	switch {
	case s.min != nil && s.max != nil:
		return fmt.Sprintf("from %g to %g", *s.min, *s.max)
	case s.min != nil:
		return fmt.Sprintf("of at least %g", *s.min)
	case s.max != nil:
		return fmt.Sprintf("of at most %g", *s.max)
	}
	return ""
}

// example writes an answer as JSON. Lists have two items, because models copy the length, too.
type example struct {
	strings.Builder
	seed uint64
}

func (e *example) next(n int) int {
	e.seed++
	return int(e.seed % uint64(n))
}

func (e *example) write(s *shape) {
	switch s.kind {
	case object:
		for i, f := range s.fields {
			e.WriteString([]string{"{", ","}[min(i, 1)] + quoted(f.name) + ":")
			e.write(f.shape)
		}
		e.WriteByte('}')
	case list:
		e.WriteByte('[')
		first := e.seed
		e.write(s.item)
		e.WriteByte(',')
		e.seed = first + 1 // so each value differs from that of the first item
		e.write(s.item)
		e.WriteByte(']')
	case text:
		if len(s.enum) > 0 {
			e.WriteString(quoted(s.enum[e.next(len(s.enum))]))
		} else {
			e.WriteString(quoted(exampleText))
		}
	case boolean:
		e.WriteString(strconv.FormatBool(e.next(2) == 0))
	default:
		e.writeNumber(s)
	}
}

// writeNumber writes a number between the bounds, not at one of them if there is room.
func (e *example) writeNumber(s *shape) {
	low, high := 0.0, 10.0
	switch {
	case s.min != nil && s.max != nil:
		low, high = *s.min, *s.max
	case s.min != nil:
		low, high = *s.min, *s.min+10
	case s.max != nil:
		low, high = *s.max-10, *s.max
	}
	v := low + (high-low)*float64(3+e.next(5))/10
	if s.kind == integer {
		v = max(math.Floor(v), math.Ceil(low))
	} else if short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64); err == nil {
		v = min(max(short, low), high)
	}
	e.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
}

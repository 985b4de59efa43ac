package llm

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// maxText bounds one text in bytes. A message has 250 characters, an explanation a few
	// sentences.
	maxText = 4 << 10
	// maxItems bounds a list. An answer never names more players, messages or options.
	maxItems = 256
	// minRepeats repeats at the end show that the model would never have stopped.
	minRepeats = 5
	// minRepeatedBytes is their length together. People laugh for one line, but not for two.
	minRepeatedBytes = 120
)

// fit returns a decoded JSON value of the shape, with small faults repaired. Its error is shown to
// the model. at names the value there.
func (s *shape) fit(v any, at string) (any, error) {
	if v == nil {
		if s.nullable {
			return nil, nil
		}
		return nil, fmt.Errorf("%s is null", at)
	}
	switch v := v.(type) {
	case map[string]any:
		if s.kind == object {
			return s.fitObject(v, at)
		}
	case []any:
		if s.kind == list {
			return s.fitList(v, at)
		}
	case string:
		if s.kind == text {
			return s.fitText(v, at)
		}
	case json.Number:
		if s.kind == number || s.kind == integer {
			return s.fitNumber(v, at)
		}
	case bool:
		if s.kind == boolean {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%s must be %s", at, s.phrase())
}

func (s *shape) fitObject(given map[string]any, at string) (any, error) {
	object := make(map[string]any, len(s.fields))
	for _, f := range s.fields {
		err := fmt.Errorf("%s has no field %s", at, quoted(f.name))
		v, ok := given[f.name]
		if !ok {
			v, ok = given[f.former]
		}
		if ok {
			object[f.name], err = f.shape.fit(v, quoted(f.name))
		}
		if err != nil && !f.optional {
			return nil, err
		}
		if err != nil {
			delete(object, f.name)
		}
	}
	return object, nil
}

func (s *shape) fitList(given []any, at string) (any, error) {
	if len(given) > maxItems {
		return nil, fmt.Errorf("%s has more than %d items", at, maxItems)
	}
	items := make([]any, len(given))
	for i, v := range given {
		var err error
		if items[i], err = s.item.fit(v, fmt.Sprintf("item %d of %s", i+1, at)); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func (s *shape) fitText(given, at string) (any, error) {
	if len(s.enum) > 0 {
		if v, ok := s.enumValue(given); ok {
			return v, nil
		}
		return nil, fmt.Errorf("%s must be %s", at, s.phrase())
	}
	given = strings.ReplaceAll(given, "\x00", "") // no database stores it
	switch {
	case len(given) > maxText:
		return nil, fmt.Errorf("%s is longer than %d bytes", at, maxText)
	case strings.ContainsRune(given, utf8.RuneError):
		// The JSON decoder writes it in place of half a character.
		return nil, fmt.Errorf("%s holds a broken character", at)
	case endsInRepeats(given):
		return nil, fmt.Errorf("%s repeats itself without end", at)
	}
	return given, nil
}

// enumValue returns the value that a word stands for. Models change case and add spaces.
func (s *shape) enumValue(word string) (string, bool) {
	word = strings.TrimSpace(word)
	i := slices.IndexFunc(s.enum, func(v string) bool { return v == word })
	if i < 0 {
		i = slices.IndexFunc(s.enum, func(v string) bool { return strings.EqualFold(v, word) })
	}
	if i < 0 {
		return "", false
	}
	return s.enum[i], true
}

func (s *shape) fitNumber(given json.Number, at string) (any, error) {
	v, err := given.Float64()
	if err != nil || s.min != nil && v < *s.min || s.max != nil && v > *s.max {
		return nil, fmt.Errorf("%s must be %s", at, s.phrase())
	}
	if s.kind == number {
		return given, nil
	}
	if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return nil, fmt.Errorf("%s must be %s", at, s.phrase())
	}
	return json.Number(strconv.FormatInt(int64(v), 10)), nil // 3.0 is a whole number
}

// endsInRepeats reports whether a text ends in the same bytes over and over.
func endsInRepeats(text string) bool {
	for period := 1; period*minRepeats <= len(text); period++ {
		run := 0
		for i := len(text) - 1; i >= period && text[i] == text[i-period]; i-- {
			run++
		}
		if run+period >= max(period*minRepeats, minRepeatedBytes) {
			return true
		}
	}
	return false
}

package systemtest

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A shape is what several recordings of one answer have in common, as decoded JSON. A value that
// was the same in all of them stands as it is. Other values stand as one of these forms:
//
//	"‹string›", "‹null|time›", …     any value of these kinds
//	{"name?": …}                     a field that some recordings lack
//	{"‹each›": …}                    a list; each element without a field type has this shape
//	{"‹each type›": {"a.b": …}}      a list; each element with a field type has its type's shape
const (
	each     = "‹each›"
	eachType = "‹each type›"
)

// inWords are fields with texts for people, and for models. Their words may change.
var inWords = []string{"detail", "title", "description", "hint", "system", "user"}

// measured are fields with numbers that differ from run to run.
var measured = []string{"ms", "asked_at_ms", "waited_ms", "took_ms", "model_ms", "lateness_ms", "prompt_bytes", "prompt_tokens", "answer_tokens", "calls", "last_seq", "next_after", "cursor"}

var (
	timeText = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`)
	idText   = regexp.MustCompile(`\b([a-z]{3}_)[a-z2-7]{16,}(_\d+)*`)
	keyText  = regexp.MustCompile(`\b([rg]t_)[A-Za-z0-9_-]{40,}`)
)

// plain returns decoded JSON without what is new in each run: ids, times and tokens.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, x := range v {
			if _, text := x.(string); text && slices.Contains(inWords, name) {
				x = "‹string›"
			}
			if _, number := x.(json.Number); number && slices.Contains(measured, name) {
				x = "‹number›"
			}
			out[idText.ReplaceAllString(name, "$1*")] = plain(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = plain(x)
		}
		return out
	case string:
		if timeText.MatchString(v) {
			return "‹time›"
		}
		return idText.ReplaceAllString(keyText.ReplaceAllString(v, "$1*"), "$1*")
	}
	return v
}

// kindsOf returns the kinds of a value, or of what a shape stands for.
func kindsOf(v any) []string {
	switch v := v.(type) {
	case nil:
		return []string{"null"}
	case bool:
		return []string{"bool"}
	case json.Number:
		return []string{"number"}
	case string:
		if inner, ok := strings.CutPrefix(v, "‹"); ok {
			return strings.Split(strings.TrimSuffix(inner, "›"), "|")
		}
		return []string{"string"}
	case []any:
		return []string{"list"}
	case map[string]any:
		_, plain := v[each]
		if _, typed := v[eachType]; plain || typed {
			return []string{"list"}
		}
	}
	return []string{"object"}
}

// join returns the shape that two shapes have in common.
func join(a, b any) any {
	if reflect.DeepEqual(a, b) {
		return a
	}
	ka, kb := kindsOf(a), kindsOf(b)
	switch {
	case slices.Equal(ka, []string{"object"}) && slices.Equal(kb, ka):
		return joinObjects(a.(map[string]any), b.(map[string]any))
	case slices.Equal(ka, []string{"list"}) && slices.Equal(kb, ka):
		return joinLists(a, b)
	}
	all := append(slices.Clone(ka), kb...)
	slices.Sort(all)
	all = slices.Compact(all)
	return "‹" + strings.Join(all, "|") + "›"
}

func joinObjects(a, b map[string]any) any {
	out := map[string]any{}
	for name := range maps.Keys(b) {
		if bare := strings.TrimSuffix(name, "?"); a[bare] == nil && a[bare+"?"] == nil {
			if _, null := a[bare]; !null {
				out[bare+"?"] = b[name]
			}
		}
	}
	for name, x := range a {
		bare := strings.TrimSuffix(name, "?")
		if y, ok := b[bare]; ok {
			out[name] = join(x, y)
		} else if y, ok := b[bare+"?"]; ok {
			out[bare+"?"] = join(x, y)
		} else {
			out[bare+"?"] = x
		}
	}
	return out
}

// joinLists compares lists element by element if they look the same. Otherwise it keeps what their
// elements have in common.
func joinLists(a, b any) any {
	x, listed := a.([]any)
	y, listedToo := b.([]any)
	if listed && listedToo && slices.EqualFunc(x, y, func(p, q any) bool { return typeOf(p) == typeOf(q) }) {
		out := make([]any, len(x))
		for i := range x {
			out[i] = join(x[i], y[i])
		}
		return out
	}
	return joinElements(elements(a), elements(b))
}

// joinElements joins the shapes of two lists.
func joinElements(a, b map[string]any) map[string]any {
	out := maps.Clone(b)
	for name, x := range a {
		switch y := out[name]; {
		case y == nil:
			out[name] = x
		case name == eachType:
			out[name] = joinTypes(x.(map[string]any), y.(map[string]any))
		case x != nil:
			out[name] = join(x, y)
		}
	}
	return out
}

// joinTypes joins the shapes of each type.
func joinTypes(a, b map[string]any) map[string]any {
	out := maps.Clone(b)
	for t, x := range a {
		if y, ok := b[t]; ok {
			x = join(x, y)
		}
		out[t] = x
	}
	return out
}

// elements returns the shape of a list as that of its elements.
func elements(list any) map[string]any {
	elems, ok := list.([]any)
	if !ok {
		return list.(map[string]any)
	}
	out := map[string]any{each: nil}
	for _, e := range elems {
		one := map[string]any{each: loose(e)}
		if t := typeOf(e); t != "" {
			one = map[string]any{eachType: map[string]any{t: loose(e)}}
		}
		out = joinElements(out, one)
	}
	return out
}

// loose returns the shape of a value without the values in it.
func loose(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, x := range v {
			if name != "type" && (name != each || x != nil) {
				x = loose(x)
			}
			out[name] = x
		}
		return out
	case []any:
		return elements(v)
	}
	return "‹" + strings.Join(kindsOf(v), "|") + "›"
}

// decided are fields whose values a bot decides. Recorded sessions hold what it decides.
var decided = []string{"answer", "biography", "brief", "candidate", "candidates", "cast", "casts", "confidence", "mind", "notes", "questions", "rest", "style", "timing"}

// undecided returns a shape without the values that bots decide, and without numbers of events:
// the bots' own events come in between. Of what was stored before, a duplicate keeps its number.
func undecided(shape any, storedBefore bool) any {
	switch s := shape.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, x := range s {
			_, number := x.(json.Number)
			switch bare := strings.TrimSuffix(name, "?"); {
			case bare == "probabilities", bare == "tally": // by players
				x = "‹object›"
			case slices.Contains(decided, bare):
				x = loose(x)
			case number && (bare == "seq" || strings.HasSuffix(bare, "_seq")) && !(storedBefore && s["duplicate"] == true):
				x = "‹number›"
			case bare == "next" && reflect.TypeOf(x) == reflect.TypeFor[string](): // perhaps only one run had it
				x = "‹string›"
			case bare == "id" && s["fields"] != nil: // of a frame
				x = "‹string›"
			}
			out[name] = undecided(x, storedBefore)
		}
		return out
	case []any:
		out := make([]any, len(s))
		for i, x := range s {
			out[i] = undecided(x, storedBefore)
		}
		return out
	}
	return shape
}

// typeOf returns the field type of an object; empty if it has none.
func typeOf(v any) string {
	object, _ := v.(map[string]any)
	t, _ := object["type"].(string)
	return t
}

package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"ringer/cmd/internal/replay"
)

// parseVariant parses STRATEGY, or STRATEGY:K=V with more options after a separator. A value cannot
// contain the separator. flag is the flag that it was given with.
func parseVariant(flag, separator, text string) (replay.Variant, error) {
	name, list, given := strings.Cut(text, ":")
	if name == "" || given && list == "" {
		return replay.Variant{}, fmt.Errorf("%s %s must be a strategy, or a strategy with options, such as tom:cycle=fused%sage=40", flag, text, separator)
	}
	v := replay.Variant{Name: text, Strategy: name}
	if !given {
		return v, nil
	}
	var err error
	v.Options, err = parseOptions(flag, strings.Split(list, separator))
	return v, err
}

// parseOptions parses options, each name=value. flag is the flag that they were given with. It
// returns nil if there are no options.
func parseOptions(flag string, options []string) (map[string]any, error) {
	var all map[string]any
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, fmt.Errorf("%s %s must be name=value", flag, o)
		}
		if all == nil {
			all = map[string]any{}
		}
		all[name] = optionValue(value)
	}
	return all, nil
}

// optionValue parses a number, true, false or any JSON. It returns other text unchanged.
func optionValue(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	return text
}

package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/cmd/internal/replay"
	"ringer/engine/session"
)

// maxVariantOptions bounds the options of a variant: several times what any strategy has.
const maxVariantOptions = 100

// parseVariant parses STRATEGY, or STRATEGY:K=V with more options after a separator. The options
// refine, suspicion and reread are those of the session, and the others are the strategy's. A value
// cannot contain the separator. The texts of errors here name no flag; that is up to the caller.
func parseVariant(separator, text string) (replay.Variant, error) {
	name, list, given := strings.Cut(text, ":")
	if name == "" || given && list == "" {
		return replay.Variant{}, fmt.Errorf("%s must be a strategy, or a strategy with options, such as tom:cycle=fused%sage=40", text, separator)
	}
	v := replay.Variant{Name: text, Strategy: name}
	if !given {
		return v, nil
	}
	options := strings.Split(list, separator)
	if len(options) > maxVariantOptions {
		return v, fmt.Errorf("%s has %d options; at most %d are allowed", name, len(options), maxVariantOptions)
	}
	var err error
	if v.Options, err = parseOptions(options); err != nil {
		return v, err
	}
	return v, takeSwitches(&v)
}

// takeSwitches makes the options refine, suspicion and reread of a variant those of its session.
func takeSwitches(v *replay.Variant) error {
	for _, option := range []struct {
		name   string
		to     *string
		values []string
	}{
		{"refine", (*string)(&v.Refine), []string{string(session.RefineReCon), string(session.RefineOff)}},
		{"suspicion", (*string)(&v.Suspicion), []string{string(session.On), string(session.Off)}},
		{"reread", (*string)(&v.Reread), []string{string(session.On), string(session.Off)}},
	} {
		value, given := v.Options[option.name]
		if !given {
			continue
		}
		delete(v.Options, option.name)
		if *option.to, _ = value.(string); !slices.Contains(option.values, *option.to) {
			return fmt.Errorf("%s: %s must be %s", v.Name, option.name, strings.Join(option.values, " or "))
		}
	}
	return nil
}

// parseOptions parses options, each name=value. It returns nil if there are no options.
func parseOptions(options []string) (map[string]any, error) {
	var all map[string]any
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return nil, fmt.Errorf("%s must be name=value", o)
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

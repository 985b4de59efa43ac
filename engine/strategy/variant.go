package strategy

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/session"
)

// Variant is a strategy with its options: how the bot plays.
type Variant struct {
	// Name is how the variant was given, such as tom:cycle=fused.
	Name     string `json:"variant"`
	Strategy string `json:"strategy"`
	// Options are nil for none.
	Options map[string]any `json:"options,omitempty"`
	// Session holds fields of its session, as JSON has them; nil for none.
	Session map[string]any `json:"session,omitempty"`
}

// JSON returns the options as a session takes them.
func (v *Variant) JSON() json.RawMessage {
	if v.Options == nil {
		return json.RawMessage("{}")
	}
	b, err := json.Marshal(v.Options)
	if err != nil {
		panic("strategy: options: " + err.Error()) // they came out of JSON, or are text
	}
	return b
}

// maxVariantOptions bounds the options of a variant: several times what any strategy has.
const maxVariantOptions = 100

// ParseVariant parses STRATEGY, or STRATEGY:K=V with more options after a separator, which no value
// can contain. Some options are fields of the session, such as pace and model. The texts of errors
// name no flag.
func ParseVariant(separator, text string) (Variant, error) {
	name, list, given := strings.Cut(text, ":")
	if name == "" || given && list == "" {
		return Variant{}, fmt.Errorf("%s must be a strategy, or a strategy with options, such as tom:cycle=fused%sage=40", text, separator)
	}
	v := Variant{Name: text, Strategy: name}
	if !given {
		return v, nil
	}
	options := strings.Split(list, separator)
	if len(options) > maxVariantOptions {
		return v, fmt.Errorf("%s has %d options; at most %d are allowed", name, len(options), maxVariantOptions)
	}
	var err error
	if v.Options, err = ParseOptions(options); err != nil {
		return v, err
	}
	return v, v.takeFields()
}

// AddOptions adds options to a variant, and to its name.
func (v *Variant) AddOptions(options map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if v.Options == nil {
			v.Options = map[string]any{}
		}
		v.Options[name] = options[name]
		text, ok := options[name].(string)
		if !ok {
			b, err := json.Marshal(options[name])
			if err != nil {
				return err
			}
			text = string(b)
		}
		v.Name += ":" + name + "=" + text
	}
	return v.takeFields()
}

var multiple = regexp.MustCompile(`^(.*\pL)(?:\s*[×*]\s*|x|\s+x\s*)(\d{1,3})$`)

// ParseSeats reads strategies such as tom and scheduler×4, also written x4 or *4. The text of an
// error names no flag.
func ParseSeats(list []string) (bots []string, err error) {
	for _, text := range list {
		name, n := strings.TrimSpace(text), 1
		if parts := multiple.FindStringSubmatch(name); parts != nil {
			name = parts[1]
			n, _ = strconv.Atoi(parts[2]) // the pattern has at most three digits
		}
		if name == "" || n < 1 || n > session.MaxPlayers {
			return nil, fmt.Errorf("%q must be a strategy, or a strategy and how often, from 1 to %d: tom or scheduler×4", text, session.MaxPlayers)
		}
		bots = append(bots, slices.Repeat([]string{name}, n)...)
	}
	return bots, nil
}

// ParseVariants parses variants such as scheduler:order=every_n×4, each as often as its text says.
func ParseVariants(list []string) (all []Variant, err error) {
	names, err := ParseSeats(list)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		v, err := ParseVariant(":", name)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// ParseOptions parses options, each name=value. It returns nil for none.
func ParseOptions(options []string) (map[string]any, error) {
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

func optionValue(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	return text
}

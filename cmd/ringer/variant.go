package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"ringer/engine/strategy"
)

// variant is a strategy with its options: how the bot plays.
type variant struct {
	// Name is as it was given: tom:cycle=fused.
	Name     string `json:"variant"`
	Strategy string `json:"strategy"`
	// Options are those that were given; nil for none.
	Options map[string]any `json:"options,omitempty"`
}

// parseVariant reads STRATEGY, or STRATEGY:K=V,K=V. A value with a comma does not fit in there.
func parseVariant(text string) (variant, error) {
	name, list, given := strings.Cut(text, ":")
	if name == "" || given && list == "" {
		return variant{}, fmt.Errorf("--compare %s must be a strategy, or a strategy with options, such as tom:cycle=fused,age=40", text)
	}
	v := variant{Name: text, Strategy: name}
	if !given {
		return v, nil
	}
	return v, v.set("--compare", strings.Split(list, ","))
}

// set sets options, each name=value; flag is where they were given.
func (v *variant) set(flag string, options []string) error {
	for _, o := range options {
		name, value, ok := strings.Cut(o, "=")
		if !ok {
			return fmt.Errorf("%s %s must be name=value", flag, o)
		}
		if v.Options == nil {
			v.Options = map[string]any{}
		}
		v.Options[name] = optionValue(value)
	}
	return nil
}

// optionValue takes numbers, true, false and other JSON as what they are, and the rest as text.
func optionValue(text string) any {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return v
	}
	return text
}

// options returns the options as a session takes them.
func (v *variant) options() json.RawMessage {
	if v.Options == nil {
		return json.RawMessage("{}")
	}
	b, err := json.Marshal(v.Options)
	if err != nil {
		panic("replay: options: " + err.Error()) // they came out of JSON, or are text
	}
	return b
}

// checkVariants finds a mistake in one of several variants before the others are played. A running server knows itself which strategies it has.
func (c *replayCommand) checkVariants() error {
	if len(c.Compare) == 0 || c.Server != "" {
		return nil
	}
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return err
	}
	for _, v := range c.variants {
		if _, err := strategies.New(v.Strategy, v.options()); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	return nil
}

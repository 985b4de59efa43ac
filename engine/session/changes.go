package session

import (
	"cmp"
	"encoding/json"
	"reflect"
)

// Changes are the parts of a session's configuration that a platform may change. A new value
// replaces the whole old value; nil changes nothing.
type Changes struct {
	Persona    *string            `json:"persona,omitempty"`
	Objective  *string            `json:"objective,omitempty"`
	Limits     *Limits            `json:"limits,omitempty"`
	Model      *ModelChoices      `json:"model,omitempty"`
	Options    json.RawMessage    `json:"options,omitempty"`
	Metadata   *map[string]string `json:"metadata,omitempty"`
	Accuse     *AccuseMode        `json:"accuse,omitempty"`
	Disclosure *Disclosure        `json:"disclosure,omitempty"`
}

// Empty reports whether nothing is to change.
func (c Changes) Empty() bool {
	return reflect.ValueOf(c).IsZero()
}

// With returns the configuration after the changes.
func (c Config) With(to Changes) Config {
	set(&c.Persona, to.Persona)
	set(&c.Objective, to.Objective)
	set(&c.Limits, to.Limits)
	set(&c.Accuse, to.Accuse)
	set(&c.Disclosure, to.Disclosure)
	set(&c.Metadata, to.Metadata)
	if c.Model = cmp.Or(to.Model, c.Model); to.Options != nil {
		c.Options = to.Options
	}
	return c
}

func set[T any](field, to *T) {
	if to != nil {
		*field = *to
	}
}

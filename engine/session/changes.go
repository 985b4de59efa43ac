package session

import "encoding/json"

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
	return c.Persona == nil && c.Objective == nil && c.Limits == nil && c.Model == nil && c.Options == nil && c.Metadata == nil &&
		c.Accuse == nil && c.Disclosure == nil
}

// With returns the configuration after the changes.
func (c Config) With(to Changes) Config {
	if to.Persona != nil {
		c.Persona = *to.Persona
	}
	if to.Objective != nil {
		c.Objective = *to.Objective
	}
	if to.Limits != nil {
		c.Limits = *to.Limits
	}
	if to.Model != nil {
		c.Model = to.Model
	}
	if to.Options != nil {
		c.Options = to.Options
	}
	if to.Accuse != nil {
		c.Accuse = *to.Accuse
	}
	if to.Disclosure != nil {
		c.Disclosure = *to.Disclosure
	}
	if to.Metadata != nil {
		c.Metadata = *to.Metadata
	}
	return c
}

package strategy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"ringer/engine/session"
)

// fieldPrefix marks an option as a field of the session, where a strategy has an option of the same
// name.
const fieldPrefix = "session."

// fields are the options of a variant that are fields of its session. A variant gives the field
// reading as session.reading, because reading is an option of FourMind.
var fields = []string{
	"fidelity", "model", "pace", "timing", "session.reading", "precedence", "accuse", "accuse_after", "disclosure", "refine", "suspicion", "reread", "persona",
}

// takeFields moves the fields of the session out of the options, and checks them.
func (v *Variant) takeFields() error {
	for _, option := range fields {
		value, given := v.Options[option]
		if !given {
			continue
		}
		delete(v.Options, option)
		name := strings.TrimPrefix(option, fieldPrefix)
		if name == "model" {
			value = map[string]any{"default": map[string]any{"model": value}}
		}
		if v.Session == nil {
			v.Session = map[string]any{}
		}
		v.Session[name] = value
		if err := check(name, value); err != nil {
			return fmt.Errorf("%s: %s %w", v.Name, option, err)
		}
	}
	return nil
}

// check returns what is wrong with a field of a session.
func check(name string, value any) error {
	var c session.Config
	if err := fill(&c, map[string]any{name: value}); err != nil {
		return fmt.Errorf("must be a text: %w", err)
	}
	refused, _ := c.Complete().(session.Errors)
	for _, e := range refused {
		if strings.HasPrefix(e.Pointer+"/", "/"+name+"/") {
			return fmt.Errorf("%s", e.Detail)
		}
	}
	return nil
}

// fill sets the fields of a session, or of a bot in a game. Other fields keep their values.
func fill[T session.Config | session.GameBot](to *T, fields map[string]any) error {
	b, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(b, to)
	}
	return err
}

// Configure gives a session, or a bot in a game, the strategy of a variant with its options and the
// fields that the variant sets.
func Configure[T session.Config | session.GameBot](to *T, v *Variant) {
	all := maps.Clone(v.Session)
	if all == nil {
		all = map[string]any{}
	}
	all["strategy"], all["options"] = v.Strategy, v.JSON()
	if err := fill(to, all); err != nil {
		panic("strategy: variant: " + err.Error()) // takeFields has checked them
	}
}

// Fidelity returns the fidelity of the variant's session.
func (v *Variant) Fidelity() session.Fidelity {
	text, _ := v.Session["fidelity"].(string)
	return session.Fidelity(cmp.Or(text, string(session.FidelityBest)))
}

// AddDefaults gives a variant options that it does not set itself. Its name stays.
func (v *Variant) AddDefaults(options map[string]any) error {
	d := Variant{Name: v.Name, Options: maps.Clone(options)}
	if err := d.takeFields(); err != nil {
		return err
	}
	v.Options, v.Session = defaulted(v.Options, d.Options), defaulted(v.Session, d.Session)
	return nil
}

func defaulted(own, others map[string]any) map[string]any {
	if len(others) == 0 {
		return own
	}
	all := maps.Clone(others)
	maps.Copy(all, own)
	return all
}

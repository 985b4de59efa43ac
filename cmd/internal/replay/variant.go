package replay

import (
	"encoding/json"
	"fmt"

	"ringer/engine/session"
	"ringer/engine/strategy"
)

// Variant is a strategy with its options: how the bot plays.
type Variant struct {
	// Name is how the variant was given, such as tom:cycle=fused.
	Name     string `json:"variant"`
	Strategy string `json:"strategy"`
	// Options are the options that were given; nil for none.
	Options map[string]any `json:"options,omitempty"`
	// Refine is the refinement of its session; empty for the default.
	Refine session.RefineMode `json:"refine,omitempty"`
	// Suspicion and Reread are the switches of its session; empty for the strategy's own.
	Suspicion session.Switch `json:"suspicion,omitempty"`
	Reread    session.Switch `json:"reread,omitempty"`
}

// JSON returns the options as a session takes them.
func (v *Variant) JSON() json.RawMessage {
	if v.Options == nil {
		return json.RawMessage("{}")
	}
	b, err := json.Marshal(v.Options)
	if err != nil {
		panic("replay: options: " + err.Error()) // they came out of JSON, or are text
	}
	return b
}

// checkVariants returns an error if one of several variants is wrong, before the others are played.
// It leaves the check to a running server, which may have other strategies.
func (s *Settings) checkVariants() error {
	if !s.Compare || s.Server != "" {
		return nil
	}
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err != nil {
		return err
	}
	for _, v := range s.Variants {
		if _, err := strategies.New(v.Strategy, v.JSON()); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	return nil
}

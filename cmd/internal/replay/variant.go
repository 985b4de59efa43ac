package replay

import (
	"fmt"

	"ringer/engine/strategy"
)

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

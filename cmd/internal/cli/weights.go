package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"ringer/engine/strategy"
	"ringer/engine/suspicion"
)

// weightsFile is the value of a flag: a file of the classifier's weights.
type weightsFile struct {
	name    string
	weights *suspicion.Weights
}

func (w weightsFile) String() string { return w.name }

// UnmarshalText implements encoding.TextUnmarshaler. It reads the file.
func (w *weightsFile) UnmarshalText(b []byte) error {
	f, err := os.Open(string(b))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s; name one that ringer suspicion train --out has written", b)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	weights, err := suspicion.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", b, err)
	}
	*w = weightsFile{string(b), weights}
	return nil
}

func (w *weightsFile) orEmbedded() *suspicion.Weights {
	if w.weights == nil {
		return suspicion.Embedded()
	}
	return w.weights
}

func (f *modelFlags) strategies() (*strategy.Registry, error) {
	strategies, err := strategy.NewRegistry(strategy.All()...)
	if err == nil {
		strategies.Classifier = f.Suspicion.orEmbedded()
	}
	return strategies, err
}

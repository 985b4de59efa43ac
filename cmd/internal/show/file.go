package show

import (
	"fmt"
	"os"
)

// Writable returns an error if the file of a flag cannot be written. It is called before work that
// takes long. A name that is empty is not written.
func Writable(flag, name string) error {
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return f.Close()
}

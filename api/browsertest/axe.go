package browsertest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

// axe is axe-core, unchanged: a library that finds what people with disabilities cannot use.
// api/playground/lib/fetch fetches it.
//
//go:embed axe.min.js.gz
var axe []byte

// Axe returns the source of axe-core. A page that has run it has the object axe.
func Axe() (string, error) {
	r, err := gzip.NewReader(bytes.NewReader(axe))
	if err != nil {
		return "", err
	}
	source, err := io.ReadAll(r)
	return string(source), err
}

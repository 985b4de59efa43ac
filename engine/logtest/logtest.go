// Package logtest has the log buffer of the tests.
package logtest

import (
	"bytes"
	"strings"
	"sync"
)

// Buffer collects what is logged, and may be read while others write. The zero value is ready.
type Buffer struct {
	mu sync.Mutex // protects b
	b  bytes.Buffer
}

func (l *Buffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns all that was written.
func (l *Buffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Containing returns the lines that contain a text.
func (l *Buffer) Containing(text string) []string {
	var found []string
	for line := range strings.Lines(l.String()) {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

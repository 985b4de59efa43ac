package session

import (
	"fmt"
	"strings"
)

// Span writes a time in words, as in "1 minute and 30 seconds". It rounds to seconds.
func Span(d Millis) string {
	seconds := int64(d+500) / 1000
	var parts []string
	for _, unit := range []struct {
		n    int64
		name string
	}{{seconds / 60, "minute"}, {seconds % 60, "second"}} {
		if unit.n == 1 {
			parts = append(parts, "1 "+unit.name)
		} else if unit.n > 1 {
			parts = append(parts, fmt.Sprintf("%d %ss", unit.n, unit.name))
		}
	}
	return strings.Join(parts, " and ")
}

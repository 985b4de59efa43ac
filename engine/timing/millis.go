package timing

import "time"

// Millis is game time, at the session's speed: milliseconds since the session opened, or a span.
type Millis int64

// Second is one second of game time.
const Second Millis = 1000

// Duration returns the span as a time.Duration of game time.
func (m Millis) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

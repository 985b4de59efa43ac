package api

import "time"

// Impatient lets a server cut readers after a shorter time.
func Impatient(s *Server, limit time.Duration) { s.writeLimit = limit }

// Rotate lets a server's streams end after a shorter time.
func Rotate(s *Server, after time.Duration) { s.rotation = after }

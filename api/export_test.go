package api

import "time"

// Impatient lets a server cut readers after a shorter time.
func Impatient(s *Server, limit time.Duration) { s.writeLimit = limit }

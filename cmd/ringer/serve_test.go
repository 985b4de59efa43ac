package main

import (
	"net/http/httptest"
	"testing"
)

// TestProfilesAreForThisMachine asks by names that lead here: profiles answer to this machine's own.
func TestProfilesAreForThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]int{
		"127.0.0.1:6060": 200, "localhost:6060": 200, "localhost": 200, "[::1]:6060": 200, "evil.example:6060": 403, "evil.example": 403, "127.0.0.1.evil.example:6060": 403,
	} {
		request := httptest.NewRequest("GET", "http://x/debug/pprof/", nil)
		request.Host = host
		response := httptest.NewRecorder()
		profiler().ServeHTTP(response, request)
		if response.Code != want {
			t.Errorf("%s: %d, want %d", host, response.Code, want)
		}
	}
}

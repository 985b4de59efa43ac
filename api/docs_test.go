package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestDocsFiles requests each file of Swagger UI as a browser does: once, and then again to ask
// whether it has changed. Our own files must not name another server.
func TestDocsFiles(t *testing.T) {
	s := start(t)
	for name, kind := range map[string]string{
		"": "text/html", "index.html": "text/html", "swagger-initializer.js": "text/javascript", "ringer.css": "text/css", "swagger-ui-bundle.js": "text/javascript",
		"swagger-ui.css": "text/css", "index.css": "text/css", "favicon-32x32.png": "image/png",
	} {
		a := s.send("GET", "/docs/"+name, "").has(t, 200, "Content-Type", kind, "Cache-Control", "no-cache")
		policy := a.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") || len(a.Body) == 0 {
			t.Errorf("%q: %v, %d bytes", name, a.Header, len(a.Body))
		}
		if ours := kind == "text/html" || name == "swagger-initializer.js"; ours && strings.Contains(string(a.Body), "://") {
			t.Errorf("%q names another server", name)
		}
		again := s.send("GET", "/docs/"+name, "", "If-None-Match", a.Header.Get("ETag"))
		equal(t, name+" again", fmt.Sprint(again.Status, " ", len(again.Body), " bytes"), "304 0 bytes")
	}
	for _, name := range []string{"swagger-ui-bundle.js.map", "oauth2-redirect.html", "../route.go", "%2e%2e/route.go", "swagger/index.html"} {
		s.send("GET", "/docs/"+name, "").has(t, 404, "Content-Type", "application/problem+json")
	}
	for want, s := range map[string]*server{"none": s, "needed": setup(t, withKey)} {
		s.send("GET", "/docs/", "").is(t, 200, `data-key="`+want+`"`)
	}
	s.send("GET", "/docs", "").is(t, http.StatusOK, "swagger-initializer.js")
}

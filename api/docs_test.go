package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestDocsFiles requests each file of Swagger UI as a browser does: once, and then again to ask
// whether it has changed. Our own files must not name another server.
func TestDocsFiles(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for name, kind := range map[string]string{
		"": "text/html", "index.html": "text/html", "swagger-initializer.js": "text/javascript", "ringer.css": "text/css", "swagger-ui-bundle.js": "text/javascript",
		"swagger-ui.css": "text/css", "index.css": "text/css", "favicon-32x32.png": "image/png",
	} {
		a := s.send("GET", "/docs/"+name, "")
		if a.Status != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), kind) || len(a.Body) == 0 {
			t.Errorf("%q: %d %s, %d bytes", name, a.Status, a.Header.Get("Content-Type"), len(a.Body))
		}
		policy := a.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") || a.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%q: %v", name, a.Header)
		}
		if ours := kind == "text/html" || name == "swagger-initializer.js"; ours && strings.Contains(string(a.Body), "://") {
			t.Errorf("%q names another server", name)
		}
		again := s.send("GET", "/docs/"+name, "", "If-None-Match", a.Header.Get("ETag"))
		if again.Status != http.StatusNotModified || len(again.Body) != 0 {
			t.Errorf("%q asked for again: %d, %d bytes", name, again.Status, len(again.Body))
		}
	}
	for _, name := range []string{"swagger-ui-bundle.js.map", "oauth2-redirect.html", "../route.go", "%2e%2e/route.go", "swagger/index.html"} {
		if a := s.send("GET", "/docs/"+name, ""); a.Status != http.StatusNotFound || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%q: %d %s", name, a.Status, a.Header.Get("Content-Type"))
		}
	}
	for want, s := range map[string]*server{"none": s, "needed": setup(t, withKey)} {
		if a := s.send("GET", "/docs/", ""); !strings.Contains(string(a.Body), `data-key="`+want+`"`) {
			t.Errorf("the page does not know that a key is %s: %s", want, a.Body)
		}
	}
	s.send("GET", "/docs", "").is(t, http.StatusOK, "swagger-initializer.js")
}

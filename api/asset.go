package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// pagePolicy lets the pages load and call only this server. Some icons are data URLs.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

// pageTypes are the media types of the files of web pages.
var pageTypes = []string{echo.MIMETextHTML, "text/javascript", "text/css", "image/png", "image/svg+xml"}

// asset is a file of a web page.
type asset struct {
	content []byte
	// tag identifies the content, for requests that ask whether it has changed.
	tag string
	// packed returns the content as gzip. It is made when a browser first asks for it.
	packed func() []byte
}

func newAsset(content []byte) asset {
	sum := sha256.Sum256(content)
	return asset{content, base64.RawURLEncoding.EncodeToString(sum[:12]), sync.OnceValue(func() []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(content) // a buffer refuses nothing
		w.Close()
		return b.Bytes()
	})}
}

// keyedPage returns a page of a server that needs a key: the page knows it from an attribute.
func keyedPage(page []byte) []byte {
	return bytes.Replace(page, []byte(`data-key="none"`), []byte(`data-key="needed"`), 1)
}

// keyed returns 1 if the server needs a key now.
func (s *Server) keyed(c echo.Context) int {
	if s.access.open(c.Request().Context()) {
		return 0
	}
	return 1
}

// sendAsset serves the file that the path of a request names, with index.html for none.
func sendAsset(c echo.Context, files map[string]asset) error {
	name := c.Param("*")
	if name == "" {
		name = "index.html"
	}
	file, ok := files[name]
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set(echo.HeaderCacheControl, "no-cache") // the browser asks each time, and gets 304
	h.Set(echo.HeaderVary, echo.HeaderAcceptEncoding)
	content, tag := file.content, file.tag
	if compressible(name) && strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
		content, tag = file.packed(), tag+"-gzip"
		h.Set(echo.HeaderContentEncoding, "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(content))
	return nil
}

// compressible reports whether a file becomes much smaller as gzip. A picture does not.
func compressible(name string) bool { return path.Ext(name) != ".png" }

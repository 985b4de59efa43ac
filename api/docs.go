package api

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	swaggerFiles "github.com/swaggo/files/v2"
)

// ownPages are the files of Swagger UI that we replace: its page and its start script. Our page
// loads only the files that it needs. The original start script calls a server of Swagger.
//
//go:embed swagger
var ownPages embed.FS

// docsPolicy lets the pages load and call only this server. The icons in Swagger UI's style sheet
// are data URLs.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

// docsTypes are the media types of Swagger UI's files.
var docsTypes = []string{echo.MIMETextHTML, "text/javascript", "text/css", "image/png"}

// docsFile is a served file of Swagger UI.
type docsFile struct {
	content []byte
	tag     string
}

// docsFiles returns the files of Swagger UI by name. keyed says that the server needs a key.
func docsFiles(keyed bool) map[string]docsFile {
	files := map[string]docsFile{}
	for name, read := range map[string]func(string) ([]byte, error){
		"index.html": readOwn, "swagger-initializer.js": readOwn, "ringer.css": readOwn,
		"swagger-ui-bundle.js": readSwagger, "swagger-ui.css": readSwagger, "index.css": readSwagger, "favicon-32x32.png": readSwagger,
	} {
		content, _ := read(name) // the file is embedded; a test reads each
		if keyed && name == "index.html" {
			content = bytes.Replace(content, []byte(`data-key="none"`), []byte(`data-key="needed"`), 1)
		}
		sum := sha256.Sum256(content)
		files[name] = docsFile{content, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	}
	return files
}

func readOwn(name string) ([]byte, error)     { return ownPages.ReadFile("swagger/" + name) }
func readSwagger(name string) ([]byte, error) { return fs.ReadFile(swaggerFiles.FS, name) }

// getDocs serves Swagger UI.
func (s *Server) getDocs(c echo.Context) error {
	name := c.Param("*")
	if name == "" {
		name = "index.html"
	}
	file, ok := s.docs[name]
	if !ok {
		return echo.ErrNotFound
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", docsPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("ETag", file.tag)
	h.Set(echo.HeaderCacheControl, "no-cache") // the browser asks each time, and gets 304
	http.ServeContent(c.Response(), c.Request(), name, time.Time{}, bytes.NewReader(file.content))
	return nil
}

// redirectHome leads people who open the server in a browser to Swagger UI. The status lets a later
// version show something else.
func (s *Server) redirectHome(c echo.Context) error {
	return c.Redirect(http.StatusTemporaryRedirect, "docs/")
}

// redirectDocs redirects to the folder. The address is relative, for proxies that serve Ringer
// below a path.
func (s *Server) redirectDocs(c echo.Context) error {
	return c.Redirect(http.StatusPermanentRedirect, "docs/")
}

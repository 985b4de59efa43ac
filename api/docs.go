package api

import (
	"embed"
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"
	swaggerFiles "github.com/swaggo/files/v2"
)

// ownPages are the files of Swagger UI that we replace: its page and its start script. Our page
// loads only the files that it needs. The original start script calls a server of Swagger.
//
//go:embed swagger
var ownPages embed.FS

// docsFiles returns the files of Swagger UI by name. keyed says that the server needs a key.
func docsFiles(keyed bool) map[string]asset {
	files := map[string]asset{}
	for name, read := range map[string]func(string) ([]byte, error){
		"index.html": readOwn, "swagger-initializer.js": readOwn, "ringer.css": readOwn,
		"swagger-ui-bundle.js": readSwagger, "swagger-ui.css": readSwagger, "index.css": readSwagger, "favicon-32x32.png": readSwagger,
	} {
		content, _ := read(name) // the file is embedded; a test reads each
		if keyed && name == "index.html" {
			content = keyedPage(content)
		}
		files[name] = newAsset(content)
	}
	return files
}

func readOwn(name string) ([]byte, error)     { return ownPages.ReadFile("swagger/" + name) }
func readSwagger(name string) ([]byte, error) { return fs.ReadFile(swaggerFiles.FS, name) }

// getDocs serves Swagger UI.
func (s *Server) getDocs(c echo.Context) error { return sendAsset(c, s.docs[s.keyed(c)]) }

// redirectDocs redirects to the folder. The address is relative, for proxies that serve Ringer
// below a path.
func (s *Server) redirectDocs(c echo.Context) error {
	return c.Redirect(http.StatusPermanentRedirect, "docs/")
}

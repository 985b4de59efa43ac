package api

import (
	"embed"
	"io/fs"
	"net/http"
	"path"

	"github.com/labstack/echo/v4"
)

// playgroundPages is the playground: a page on which people play against the bots and watch them
// think. It is written as modules that browsers load as they are. It calls only the API.
//
//go:embed playground/*.html playground/*.js playground/*.css playground/*.svg
//go:embed playground/lib/*.js playground/lib/*.css
var playgroundPages embed.FS

// playgroundFiles returns the files of the playground by name. keyed says that the server needs a
// key.
func playgroundFiles(keyed bool) map[string]asset {
	files := map[string]asset{}
	for _, pattern := range []string{"playground/*.*", "playground/lib/*.*"} {
		names, _ := fs.Glob(playgroundPages, pattern) // the patterns are well formed
		for _, name := range names {
			content, _ := playgroundPages.ReadFile(name) // the file is embedded
			if keyed && path.Ext(name) == ".html" {
				content = keyedPage(content)
			}
			files[name[len("playground/"):]] = newAsset(content)
		}
	}
	return files
}

// getPlayground serves the playground.
func (s *Server) getPlayground(c echo.Context) error { return sendAsset(c, s.playground[s.keyed(c)]) }

// redirectPlayground redirects to the folder, as redirectDocs does.
func (s *Server) redirectPlayground(c echo.Context) error {
	return c.Redirect(http.StatusPermanentRedirect, "playground/")
}

// redirectHome leads people who open the server in a browser to the playground. The status lets a
// later version show something else.
func (s *Server) redirectHome(c echo.Context) error {
	return c.Redirect(http.StatusTemporaryRedirect, "playground/")
}

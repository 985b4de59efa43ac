package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// deprecation says that clients should leave a route. It works as before until the sunset.
type deprecation struct {
	// since is when the route was deprecated.
	since time.Time
	// sunset is when it may stop to work; zero if nobody has decided that.
	sunset time.Time
	// instead is the address of the page that says what to use.
	instead string
}

// tell writes the header Deprecation of RFC 9745, Sunset of RFC 8594, and a link. A nil deprecation
// writes none. Refused requests have them, too.
func (d *deprecation) tell(c echo.Context) {
	if d == nil {
		return
	}
	h := c.Response().Header()
	h.Set("Deprecation", "@"+strconv.FormatInt(d.since.Unix(), 10))
	if !d.sunset.IsZero() {
		h.Set("Sunset", d.sunset.UTC().Format(http.TimeFormat))
	}
	h.Add("Link", "<"+d.instead+`>; rel="deprecation"; type="text/html"`)
}

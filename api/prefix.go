package api

import (
	"bytes"
	"net/http"
	"net/netip"
	"path"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"
)

// headerPrefix is the header in which a proxy names the path below which it serves this server. The
// proxy takes the path off the addresses of requests.
const headerPrefix = "X-Forwarded-Prefix"

// maxPrefix is the length of the longest prefix, in bytes.
const maxPrefix = 200

// plainPath matches a path whose characters need no escape in a URL, in HTML, in JSON or in YAML.
var plainPath = regexp.MustCompile(`^/[A-Za-z0-9/._~-]*$`)

// prefixOf returns the path below which the client of a request sees this server, such as /ringer;
// "" without a proxy that serves it below a path. Each of several proxies adds its part at the end.
// Slashes at the end of a part do not count.
// A prefix that is not a plain path does not count, so it leads nobody to another server.
func prefixOf(r *http.Request) string {
	values := r.Header.Values(headerPrefix)
	if len(values) == 0 || !fromNearby(r) {
		return ""
	}
	prefix := ""
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		part = strings.TrimRight(strings.TrimSpace(part), "/")
		if part != "" && (!plainPath.MatchString(part) || path.Clean(part) != part) {
			return ""
		}
		prefix += part
	}
	if len(prefix) > maxPrefix {
		return ""
	}
	return prefix
}

// fromNearby reports whether a request comes from this machine or a private network. There the
// proxies are that a server may believe.
func fromNearby(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	ip := from.Addr().Unmap()
	return err == nil && (ip.IsLoopback() || ip.IsPrivate())
}

// ownAddress matches the beginning of an address of this server in a text.
var ownAddress = regexp.MustCompile(`(^|[ (])/(v1|docs|playground|openapi|readyz|healthz|metrics)\b`)

// moveTo puts a prefix before the addresses in a problem document.
func (p *problem) moveTo(prefix string) {
	if prefix == "" {
		return
	}
	move := func(text string) string { return ownAddress.ReplaceAllString(text, "${1}"+prefix+"/${2}") }
	p.Type, p.Detail = move(p.Type), move(p.Detail)
	for i := range p.Errors {
		p.Errors[i].Detail = move(p.Errors[i].Detail)
	}
}

// setLocation names the address of what a request has created.
func setLocation(c echo.Context, address string) {
	c.Response().Header().Set(echo.HeaderLocation, prefixOf(c.Request())+address)
}

// sendDocument sends the OpenAPI document. Its server is the root of this one as the client sees
// it.
func sendDocument(c echo.Context, media string, document []byte, root string) error {
	c.Response().Header().Add(echo.HeaderVary, headerPrefix)
	if prefix := prefixOf(c.Request()); prefix != "" {
		document = bytes.Replace(document, []byte(root), []byte(strings.Replace(root, "/", prefix, 1)), 1)
	}
	return c.Blob(http.StatusOK, media, document)
}

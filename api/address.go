package api

import (
	"net/url"
	"slices"
	"strings"

	"ringer/engine/session"
)

// nearestAddress returns the detail for an address that does not exist. It names the one that was
// perhaps meant. A redirect in its place would lose the body of a POST with many clients.
func (s *Server) nearestAddress(path string) string {
	trimmed := strings.TrimRight(path, "/")
	for _, meant := range []string{trimmed, "/v1" + trimmed, nearestPath(trimmed), nearestPath("/v1" + trimmed)} {
		if meant == "" || !isAddress(meant) {
			continue
		}
		if meant == path { // such as that of a study, on a server that runs none
			return "this server does not serve that address to you; it depends on how the server was started, and on the key"
		}
		meant = (&url.URL{Path: meant}).EscapedPath()
		if meant == trimmed {
			return "the address has no slash at its end: " + meant
		}
		return "this address does not exist; did you mean " + meant + "?"
	}
	if rest, ok := strings.CutPrefix(trimmed, "/v1/games/"); ok && isAddress("/v1/sessions/"+rest) {
		_, of, _ := strings.Cut(rest, "/")
		return "a game does not have this, but each of its bots does, as a session: /v1/sessions/{session_id}/" + of
	}
	return meanings()[codeRouteNotFound].Detail
}

// addresses are the paths of the routes, split at the slashes.
var addresses = func() (all [][]string) {
	for _, r := range new(Server).routes() {
		if r.path == "/" { // everything would be near it
			continue
		}
		if path := strings.Split(r.path, "/"); !slices.ContainsFunc(all, func(a []string) bool { return slices.Equal(a, path) }) {
			all = append(all, path)
		}
	}
	return all
}()

// isAddress reports whether a path is that of a route.
func isAddress(path string) bool {
	parts := strings.Split(path, "/")
	return slices.ContainsFunc(addresses, func(a []string) bool { return slices.EqualFunc(a, parts, fits) })
}

// nearestPath returns the path of a route that differs from a path in the spelling of its words; ""
// if there is none.
func nearestPath(path string) string {
	parts := strings.Split(path, "/")
	for _, a := range addresses {
		if len(a) != len(parts) {
			continue
		}
		meant := slices.Clone(parts)
		for i := range a {
			if !fits(a[i], parts[i]) {
				meant[i] = session.Nearest(parts[i], a[i:i+1])
			}
		}
		if path := strings.Join(meant, "/"); isAddress(path) {
			return path
		}
	}
	return ""
}

// fits reports whether a part of a path may be this part of a route.
func fits(pattern, part string) bool {
	return pattern == part || strings.HasPrefix(pattern, ":") && part != ""
}

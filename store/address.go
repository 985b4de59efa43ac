package store

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lib/pq"
)

// IsPostgres reports whether an address is the URL of a Postgres.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// CheckURL returns what is wrong with the URL of a Postgres, and what to write instead. The error
// completes a sentence that begins with a setting's name, and repeats no secret.
func CheckURL(address string) error {
	if err := checkEnds(address); err != nil {
		return err
	}
	if !IsPostgres(address) {
		return checkScheme(address)
	}
	_, rest, _ := strings.Cut(address, "://")
	u, err := url.Parse(address)
	switch {
	case placeholder.MatchString(rest):
		return errors.New("holds a placeholder that was not replaced, such as ${PASSWORD}, [YOUR-PASSWORD] or <password>; write the value in its place")
	case passwordBreaks(rest, u):
		return errors.New("has a user or a password with a character that a URL does not allow there; write # as %23, / as %2F, ? as %3F, @ as %40, % as %25, : as %3A, [ as %5B, ] as %5D, a space as %20")
	case err != nil:
		return errors.New("has a host or a port that cannot be read; write postgres://user:password@host:5432/name")
	}
	return checkParameters(u.Query())
}

// wrapping is what people and programs put around a URL.
const wrapping = "\"'`“”„‘’‚«»<>"

// checkEnds returns what was pasted around the URL.
func checkEnds(address string) error {
	before, found := address, strings.Index(address, "postgres")
	if found >= 0 {
		before = address[:found]
	}
	switch {
	case strings.TrimSpace(address) != address:
		return errors.New("has a space or a line break before or after the URL; remove it: a file or echo may have added it")
	case strings.Trim(address, wrapping) != address:
		return errors.New("has quotes around the URL; remove them: docker's --env-file and some .env files keep them as a part of the value")
	case strings.ContainsFunc(address, unicode.IsControl):
		return errors.New("has a line break or another control character in the URL; remove it")
	case found > 0 && strings.ContainsFunc(before, func(r rune) bool {
		return r == '=' || !unicode.In(r, unicode.Letter, unicode.Digit) && !strings.ContainsRune("+:.-", r)
	}):
		return errors.New("has a text or an invisible character before the URL; let the value begin with postgres://")
	}
	return nil
}

// foreignSchemes name Postgres in URLs of other drivers, besides those with "postgre".
var foreignSchemes = []string{"pgsql", "psql", "pg", "postgis", "timescaledb", "cockroachdb", "cockroach"}

func checkScheme(address string) error {
	scheme, _, isURL := strings.Cut(address, "://")
	name := strings.ToLower(scheme)
	switch {
	case !isURL && strings.Contains(address, "="):
		return errors.New("is a list of keywords; write it as a URL: postgres://user:password@host:5432/name")
	case isURL && len(name) < 40 && (strings.Contains(name, "postgre") || slices.Contains(foreignSchemes, name)):
		return errors.New("begins as the URLs of other drivers do, or with a mistyped name; write postgres:// in place of what stands before the host or the user, such as postgresql+asyncpg:// or jdbc:postgresql://")
	}
	return errors.New("must be a URL such as postgres://user:password@host:5432/name; for SQLite leave it out and set --db")
}

var (
	// placeholder matches what templates and consoles leave for the user to replace.
	placeholder = regexp.MustCompile(`\$\{|\{\{|\$\([A-Za-z_]\w*\)|(?i)\[your-|<[a-z_ -]+>`)
	// userinfo is what may stand before the last @ of a URL.
	userinfo = regexp.MustCompile(`^([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$`)
)

// passwordBreaks reports whether a / ? or # in a password has ended the URL's user and password:
// then the @ stands behind it. rest is the URL without its scheme. u is nil if the URL cannot be
// parsed.
func passwordBreaks(rest string, u *url.URL) bool {
	authority := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
	}
	at := strings.LastIndex(authority, "@")
	switch {
	case at >= 0 && !userinfo.MatchString(authority[:at]):
		return true
	case u == nil:
		return at < 0 && strings.Contains(rest, "@")
	case strings.Contains(u.Fragment, "@"):
		return true
	}
	for key := range u.Query() {
		if strings.Contains(key, "@") {
			return true
		}
	}
	_, after, found := strings.Cut(u.Path, "@")
	return found && (at < 0 || strings.Contains(after, "/")) // else it is a name with an @
}

// foreignParameters are of other drivers. Postgres would refuse the connection for them.
var foreignParameters = map[string]string{
	"schema": "write search_path in its place", "currentschema": "write search_path in its place",
	"ssl": "write sslmode=require in its place", "ssl-mode": "write sslmode=require in its place", "ssl_mode": "write sslmode=require in its place", "sslaccept": "write sslmode=require in its place", "tls": "write sslmode=require in its place",
	"pgbouncer": "remove it, and let pgbouncer pool sessions", "channel_binding": "remove it", "gssencmode": "remove it",
	"connection_limit": "remove it", "pool_timeout": "remove it", "pool_size": "remove it", "pool_max_conns": "remove it", "max_connections": "remove it",
	"socket_timeout": "remove it", "statement_cache_size": "remove it", "prepared_statement_cache_size": "remove it", "statement_cache_mode": "remove it",
	"default_query_exec_mode": "remove it", "preparethreshold": "remove it", "uselibpqcompat": "remove it", "serverversion": "remove it", "charset": "remove it",
	"encoding": "remove it", "driver": "remove it", "single_use_connections": "remove it", "workaround": "remove it",
}

var sslModes = []string{
	string(pq.SSLModeDisable), string(pq.SSLModeAllow), string(pq.SSLModePrefer), string(pq.SSLModeRequire), string(pq.SSLModeVerifyCA), string(pq.SSLModeVerifyFull),
}

// checkParameters returns which parameters of a URL belong to other drivers.
func checkParameters(q url.Values) error {
	var wrong []string
	for name := range q {
		if advice, foreign := foreignParameters[strings.ToLower(name)]; foreign {
			wrong = append(wrong, fmt.Sprintf("has the parameter %s of another driver: %s", name, advice))
		}
	}
	if mode := q.Get("sslmode"); mode != "" && !slices.Contains(sslModes, mode) {
		wrong = append(wrong, "has an sslmode that does not exist: write one of "+strings.Join(sslModes, ", "))
	}
	if len(wrong) == 0 {
		return nil
	}
	slices.Sort(wrong)
	return errors.New(strings.Join(wrong, "; "))
}

// Package secret hides keys and passwords in texts that people read: logs, errors, printed settings
// and recorded answers.
package secret

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	// Hidden stands in place of what has the shape of a secret.
	Hidden = "xxxxx"
	// HiddenValue stands in place of a known secret.
	HiddenValue = "(the key)"
)

// A secret may stand in a text in the shape of a URL or of a list of settings.
var (
	// userinfo is the user and password of a URL, up to the last @.
	userinfo = regexp.MustCompile(`(://[^\s/?#:@]*):[^\s]*@`)
	// userOnly is a user without a password, which may be a token, of the web or of NATS.
	userOnly = regexp.MustCompile(`(?i)\b((?:https?|nats|tls|wss?)://)[^\s/?#:@"']+@`)
	// query is the query of an address of the web. Each of its values may be a key.
	query = regexp.MustCompile(`(?i)\bhttps?://[^\s?"'<>]*\?[^\s"'<>]*`)
	value = regexp.MustCompile(`([?&#;][^=&#;]*=)[^&#;]*`)
	// named is a secret behind its name, such as in the settings of a database.
	named = regexp.MustCompile(`(?i)([a-z_-]*(?:password|passwd|secret|token|api_?-?key)["']?\s*[=:]\s*)('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s&,;"']+)`)
	inURL = regexp.MustCompile(`(?i)([?&][a-z_-]*key=)[^&\s]*`)
)

// Masked hides passwords and queries of URLs, and values behind names such as password.
func Masked(text string) string {
	if strings.Contains(text, "://") {
		text = userinfo.ReplaceAllString(text, "${1}:"+Hidden+"@")
		text = userOnly.ReplaceAllString(text, "${1}"+Hidden+"@")
		text = query.ReplaceAllStringFunc(text, func(address string) string {
			return value.ReplaceAllString(address, "${1}"+Hidden)
		})
		text = inURL.ReplaceAllString(text, "${1}"+Hidden)
	}
	if strings.ContainsAny(text, "=:") {
		text = named.ReplaceAllString(text, "${1}"+Hidden)
	}
	return text
}

// Values are known secrets, the longest first.
type Values []string

// wordLength is below which a word is not hidden by its value: people set keys such as "ollama".
const wordLength = 16

// New returns the secrets that differ from words: long ones, and ones of eight bytes or more with
// letters and other characters.
func New(all ...string) Values {
	var v Values
	for _, s := range all {
		letters := strings.ContainsFunc(s, unicode.IsLetter)
		others := strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
		if len(s) >= wordLength || len(s) >= wordLength/2 && letters && others {
			v = append(v, s, url.QueryEscape(s), url.PathEscape(s))
		}
	}
	slices.SortFunc(v, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(v)
}

// Hide returns a text without the secrets.
func (v Values) Hide(text string) string {
	for _, s := range v {
		text = strings.ReplaceAll(text, s, HiddenValue)
	}
	return text
}

// HideAll returns a text that holds neither the secrets nor what has their shape.
func (v Values) HideAll(text string) string { return v.Hide(Masked(text)) }

// HideError returns an error whose text is as HideAll returns it, or the error itself if that is
// equal.
func (v Values) HideError(err error) error {
	if err == nil {
		return nil
	}
	if text := v.HideAll(err.Error()); text != err.Error() {
		return &hiddenError{text, err}
	}
	return err
}

// hiddenError is an error with another text.
type hiddenError struct {
	text string
	err  error
}

func (e *hiddenError) Error() string { return e.text }
func (e *hiddenError) Unwrap() error { return e.err }

// InURL returns what may be secret in an address: user, password, and the values of the query.
func InURL(address string) (all []string) {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	if password, ok := u.User.Password(); ok {
		all = append(all, password)
	} else if u.Scheme != "postgres" && u.Scheme != "postgresql" {
		all = append(all, u.User.Username()) // it may be a token
	}
	for name, values := range u.Query() {
		if u.Scheme == "http" || u.Scheme == "https" || strings.Contains(name, "password") {
			all = append(all, values...)
		}
	}
	return all
}

// InJSON returns the texts in a value of JSON.
func InJSON(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, e := range v {
			all = append(all, InJSON(e)...)
		}
	case map[string]any:
		for _, e := range v {
			all = append(all, InJSON(e)...)
		}
	}
	return all
}

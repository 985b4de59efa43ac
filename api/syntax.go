package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// malformed returns the error of a body that is not valid JSON. It names the mistakes that people
// make most often, and says where they are.
func malformed(body []byte) error {
	syntax, isSyntax := errors.AsType[*json.SyntaxError](json.Unmarshal(body, new(json.RawMessage)))
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return refuse(codeMalformedJSON, "", "the body is empty; send a JSON object")
	case bytes.HasPrefix(body, []byte("\ufeff")):
		return refuse(codeMalformedJSON, "", "the body begins with a byte order mark; send it without")
	case looksLikeForm(body):
		return refuse(codeMalformedJSON, "", "the body looks like a form; send JSON, such as {\"sender\":\"Blue\",\"text\":\"hi\"}")
	case !isSyntax || syntax.Offset >= int64(len(body)) && strings.Contains(syntax.Error(), "unexpected end"):
		return refuse(codeMalformedJSON, "", "the body ends inside a value; send the whole value, with all closing brackets and quotes")
	}
	at := int(syntax.Offset) - 1 // of the byte that cannot stand there
	line := 1 + bytes.Count(body[:at], []byte("\n"))
	column := at - bytes.LastIndexByte(body[:at], '\n')
	return refuse(codeMalformedJSON, "", fmt.Sprintf("line %d, column %d: %s", line, column, mistake(body, at, syntax)))
}

// looksLikeForm reports whether a body is what a form sends.
func looksLikeForm(body []byte) bool {
	name, _, ok := bytes.Cut(body, []byte("="))
	return ok && len(name) > 0 && !bytes.ContainsAny(name, "{}[]\":, \n")
}

// mistake says in words what is wrong at a place of a body.
func mistake(body []byte, at int, syntax *json.SyntaxError) string {
	text, c, before := syntax.Error(), body[at], byte(0)
	if rest := bytes.TrimRight(body[:at], " \t\r\n"); len(rest) > 0 {
		before = rest[len(rest)-1]
	}
	name := strings.Contains(text, "looking for beginning of object key")
	switch {
	case before == ',' && (c == '}' || c == ']'):
		return fmt.Sprintf("a comma stands before %c; remove the comma", c)
	case before == ',' && c == ',', before == '[' && c == ',', before == '{' && c == ',':
		return "a comma stands where a value is missing; remove the comma"
	case c == '\'':
		return "a text stands in single quotes; use double quotes"
	case c == '/' && at+1 < len(body) && (body[at+1] == '/' || body[at+1] == '*'), c == '#':
		return "JSON has no comments; remove it"
	case strings.Contains(text, "after top-level value"):
		return "something follows the JSON value; send one value, and several messages as {\"messages\":[…]}"
	case name:
		return "the name of a field must stand in double quotes"
	case strings.Contains(text, "after object key:value pair"), strings.Contains(text, "after array element"):
		return "a comma is missing before this, or a quote or a bracket after the value"
	case strings.Contains(text, "after object key"):
		return "a colon is missing after the name of a field"
	case strings.Contains(text, "in string literal"):
		return "a text holds a line break or another control character; write it as \\n or \\u00XX"
	case strings.Contains(text, "in string escape code"), strings.Contains(text, "in \\u hexadecimal"):
		return "a text holds a backslash that begins no escape; write it as \\\\"
	case strings.Contains(text, "numeric literal"), c == '+', c == '.':
		return "a number is not written as in JSON, such as 0.5 or -3"
	}
	return "this is not a JSON value; texts stand in double quotes, and true, false and null are written so"
}

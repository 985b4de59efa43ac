package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"ringer/engine/session"
)

// notUTF8 returns the error of a body with broken texts. It names them all, if the body is JSON.
func notUTF8(body []byte) error {
	w := walk{body: body, texts: true}
	if json.Valid(body) {
		w.value(anyShape, false)
	}
	w.errs = slices.DeleteFunc(w.errs, func(e *session.Error) bool { return e.Code != codeNotUTF8 })
	if len(w.errs) == 0 {
		return refuse(codeNotUTF8, "", "encode the body as UTF-8, and write \\u escapes of surrogates in pairs")
	}
	return w.errs
}

// brokenText says in words why a JSON text is not UTF-8; "" if it is.
func brokenText(text []byte) string {
	if !utf8.Valid(text) {
		return "holds bytes that are not UTF-8, such as letters in Latin-1; encode the body as UTF-8"
	}
	if half := loneSurrogate(text); half != nil {
		return fmt.Sprintf("holds %s, which is half of a character; send both halves, or the character itself", half)
	}
	return ""
}

// checkText refuses a broken text of a body. what names it in the error.
func (w *walk) checkText(raw []byte, what string) {
	if !w.texts {
		return
	}
	if broken := brokenText(raw); broken != "" {
		w.addError(codeNotUTF8, what+broken)
	}
}

// loneSurrogate returns the first \u escape of a JSON text that is only one half of a surrogate
// pair, or nil. Half a pair is not a character.
func loneSurrogate(body []byte) []byte {
	if bytes.IndexByte(body, '\\') < 0 {
		return nil
	}
	for i := 0; i+1 < len(body); i++ {
		if body[i] != '\\' {
			continue
		}
		if i++; body[i] != 'u' {
			continue
		}
		r, low := escapedRune(body[i+1:]), rune(-1)
		if utf16.IsSurrogate(r) && i+6 < len(body) && body[i+5] == '\\' && body[i+6] == 'u' {
			low = escapedRune(body[i+7:])
		}
		if utf16.IsSurrogate(r) && utf16.DecodeRune(r, low) == utf8.RuneError {
			return body[i-1 : i+5]
		}
		if utf16.IsSurrogate(r) {
			i += 6 // past the second half
		}
	}
	return nil
}

// escapedRune returns the value of the four digits of a \u escape, or -1 without four digits.
func escapedRune(digits []byte) rune {
	n, err := strconv.ParseUint(string(digits[:min(4, len(digits))]), 16, 16)
	if err != nil || len(digits) < 4 {
		return -1
	}
	return rune(n)
}

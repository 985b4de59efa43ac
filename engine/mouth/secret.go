package mouth

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// leaks tells whether a text holds one of the session's secrets as whole words, also spelled out, in pieces, in figures, or in a code that players
// ask a bot to write in; or whether it ends one of which the bot's last messages hold the other pieces.
func (r *Room) leaks(clean string, s *speech) bool {
	if len(r.Secrets) == 0 {
		return false
	}
	plain, spelt := Normalise(letters(clean)), singles(clean)
	dense := strings.Join(strings.Fields(strings.ToLower(clean)), "")
	return slices.ContainsFunc(r.Secrets, func(secret string) bool {
		whole := strings.Join(hear(secret).words, "")
		short := squeeze(whole)
		switch {
		case Mentions(plain, Normalise(letters(secret))), Mentions(clean, secret):
			return true
		case whole == "":
			return false
		case strings.Contains(spelt, whole), s.pieces(short), coded(dense, s, whole):
			return true
		case len(whole) < codedLetters, len(s.words) == 0, !strings.Contains(short, squeeze(s.words[0])) && !strings.ContainsAny(spelt, whole): // nearly always
			return false
		}
		before := strings.Join(r.Own[max(0, len(r.Own)-begun):], "\n")
		return hear(before+"\n"+clean).pieces(short) && !hear(before).pieces(short) ||
			strings.Contains(singles(before)+spelt, whole) && !strings.Contains(singles(before), whole)
	})
}

// begun is how many of its own messages a bot may have begun a secret in: players ask for a letter a message.
const begun = 12

// singles returns the letters that stand alone in a text: r, then o, then s.
func singles(text string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(Normalise(letters(text))) {
		if utf8.RuneCountInString(w) == 1 {
			b.WriteString(w)
		}
	}
	return b.String()
}

// codedLetters is from how many letters a word is looked for in codes: shorter ones come up by chance.
const codedLetters = 4

// coded tells whether a word stands in a text backwards, in rot13, base64, hexadecimal, binary or decimal figures, or Morse. dense is the text
// without its blanks.
func coded(dense string, s *speech, whole string) bool {
	if len(whole) < codedLetters {
		return false
	}
	if back := backwards(whole); back != whole && s.pieces(squeeze(back)) || s.pieces(squeeze(rotate(whole))) {
		return true
	}
	var binary, decimal, code strings.Builder
	for _, c := range []byte(whole) {
		fmt.Fprintf(&binary, "%08b", c)
		fmt.Fprint(&decimal, c)
		code.WriteString(morse[c])
	}
	base := strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(whole)), "=")
	bare := strings.NewReplacer(",", "", "0x", "", "/", "", "|", "").Replace(dense)
	return slices.ContainsFunc([]string{strings.ToLower(base[:len(base)-1]), hex.EncodeToString([]byte(whole)), binary.String(), decimal.String(), code.String()},
		func(code string) bool { return code != "" && strings.Contains(bare, code) })
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// rotate writes a word in rot13.
func rotate(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+13)%26
	}, word)
}

// morse is the letters of the Morse code.
var morse = map[byte]string{
	'a': ".-", 'b': "-...", 'c': "-.-.", 'd': "-..", 'e': ".", 'f': "..-.", 'g': "--.", 'h': "....", 'i': "..", 'j': ".---", 'k': "-.-", 'l': ".-..", 'm': "--",
	'n': "-.", 'o': "---", 'p': ".--.", 'q': "--.-", 'r': ".-.", 's': "...", 't': "-", 'u': "..-", 'v': "...-", 'w': ".--", 'x': "-..-", 'y': "-.--", 'z': "--..",
}

// pieces tells whether words in a row make up a word, with letters held longer or not.
func (s *speech) pieces(whole string) bool {
	short := make([]string, len(s.words))
	for i, w := range s.words {
		short[i] = squeeze(w)
	}
	for i := range short {
		made := ""
		for j := i; j < len(short) && len(made) < len(whole); j++ {
			made = squeeze(made + short[j])
			if made == whole {
				return true
			}
			if !strings.HasPrefix(whole, made) {
				break
			}
		}
	}
	return false
}

// squeeze writes a letter that comes several times in a row once.
func squeeze(word string) string { return string(slices.Compact([]rune(word))) }

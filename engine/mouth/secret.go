package mouth

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// leaks reports whether a text contains one of the session's secrets as whole words. It also finds
// secrets that are spelled out, split into pieces, or written in a code that players ask bots for.
// It also reports a text that completes a secret whose other pieces are in the bot's last messages.
func (r *Room) leaks(clean string, s *parsedText) bool {
	if len(r.Secrets) == 0 {
		return false
	}
	plain, spelt := Normalise(foldLetters(clean)), singleLetters(clean)
	dense := strings.Join(strings.Fields(strings.ToLower(clean)), "")
	return slices.ContainsFunc(r.Secrets, func(secret string) bool {
		joined := strings.Join(parseText(secret).words, "")
		squeezed := squeeze(joined)
		switch {
		case Mentions(plain, Normalise(foldLetters(secret))), Mentions(clean, secret):
			return true
		case joined == "":
			return false
		case strings.Contains(spelt, joined), s.inPieces(squeezed), isCoded(dense, s, joined):
			return true
		case len(joined) < minCodedLetters, len(s.words) == 0, !strings.Contains(squeezed, squeeze(s.words[0])) && !strings.ContainsAny(spelt, joined):
			// This is nearly always so.
			return false
		}
		before := strings.Join(r.Own[max(0, len(r.Own)-secretMessages):], "\n")
		return parseText(before+"\n"+clean).inPieces(squeezed) && !parseText(before).inPieces(squeezed) ||
			strings.Contains(singleLetters(before)+spelt, joined) && !strings.Contains(singleLetters(before), joined)
	})
}

// secretMessages is how many of the bot's messages are searched for the beginning of a secret,
// because players ask for one letter a message.
const secretMessages = 12

// singleLetters returns the letters that stand alone in a text: r, then o, then s.
func singleLetters(text string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(Normalise(foldLetters(text))) {
		if utf8.RuneCountInString(w) == 1 {
			b.WriteString(w)
		}
	}
	return b.String()
}

// minCodedLetters is the shortest secret, in letters, that is searched for in codes: shorter ones
// occur by chance.
const minCodedLetters = 4

// isCoded reports whether a text contains a word backwards or in a code: rot13, base64,
// hexadecimal, binary or decimal digits, Morse. The argument dense is the text without its blanks.
func isCoded(dense string, s *parsedText, word string) bool {
	if len(word) < minCodedLetters {
		return false
	}
	if back := backwards(word); back != word && s.inPieces(squeeze(back)) || s.inPieces(squeeze(rot13(word))) {
		return true
	}
	var binary, decimal, code strings.Builder
	for _, c := range []byte(word) {
		fmt.Fprintf(&binary, "%08b", c)
		fmt.Fprint(&decimal, c)
		code.WriteString(morse[c])
	}
	base := strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(word)), "=")
	bare := strings.NewReplacer(",", "", "0x", "", "/", "", "|", "").Replace(dense)
	return slices.ContainsFunc([]string{strings.ToLower(base[:len(base)-1]), hex.EncodeToString([]byte(word)), binary.String(), decimal.String(), code.String()},
		func(code string) bool { return code != "" && strings.Contains(bare, code) })
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// rot13 encodes a word in rot13.
func rot13(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+13)%26
	}, word)
}

// morse is the Morse code.
var morse = map[byte]string{
	'a': ".-", 'b': "-...", 'c': "-.-.", 'd': "-..", 'e': ".", 'f': "..-.", 'g': "--.", 'h': "....", 'i': "..", 'j': ".---", 'k': "-.-", 'l': ".-..", 'm': "--",
	'n': "-.", 'o': "---", 'p': ".--.", 'q': "--.-", 'r': ".-.", 's': "...", 't': "-", 'u': "..-", 'v': "...-", 'w': ".--", 'x': "-..-", 'y': "-.--", 'z': "--..",
}

// inPieces reports whether words in a row make up a word. Repeated letters count once.
func (s *parsedText) inPieces(word string) bool {
	short := make([]string, len(s.words))
	for i, w := range s.words {
		short[i] = squeeze(w)
	}
	for i := range short {
		made := ""
		for j := i; j < len(short) && len(made) < len(word); j++ {
			made = squeeze(made + short[j])
			if made == word {
				return true
			}
			if !strings.HasPrefix(word, made) {
				break
			}
		}
	}
	return false
}

// squeeze writes a letter that occurs several times in a row once.
func squeeze(word string) string { return string(slices.Compact([]rune(word))) }

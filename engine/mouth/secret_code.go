package mouth

import (
	"encoding/base32"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// secretForms are the forms in which a secret is searched for.
type secretForms struct {
	onceBytes []byte
	// bare is a secret of letters and digits without the digits. It is another word.
	bare  []byte
	sound string
	// consonants are its letters without a and i, which are also words. steps are the differences
	// of its letters.
	consonants, steps string
	// altered are its letters in another order, or others in their place, as they look.
	altered       []string
	keypad, morse string
	bases         []string
	// codes are its encodings, and wholes those that may be cut into pieces.
	codes, wholes []string
	said          []string
}

// minMorseSigns is the shortest Morse code searched for: some dots are in any text.
const minMorseSigns = 8

func (s *secret) forms() (f secretForms) {
	f.onceBytes, f.sound = []byte(s.once), soundOf.Replace(s.whole)
	if bare := strings.Trim(s.plain, "0123456789"); bare != s.plain {
		f.bare = []byte(squeeze(bare))
	}
	f.consonants = strings.NewReplacer("a", "", "i", "").Replace(s.plain)
	f.steps = string(stepsOf(s.plain, false))
	f.keypad = onKeypad(s.plain)
	for _, c := range []byte(s.plain) {
		f.morse += morse[c]
	}
	for _, form := range s.alterations() {
		form = looksOf(squeeze(inLetters(form)))
		if utf8.RuneCountInString(form) >= minCodedLetters && form != s.looks {
			f.altered = append(f.altered, form)
		}
	}
	if n, err := strconv.ParseUint(s.plain, 10, 64); err == nil {
		for base, mark := range map[int]string{2: "0b", 8: "0o", 16: "0x"} {
			if form := strconv.FormatUint(n, base); len(form) >= minCodedLetters {
				f.bases = append(f.bases, form, mark+form)
			}
		}
	}
	f.said = s.saidForms()
	for _, v := range s.variants() {
		f.addCodes(v)
	}
	return f
}

func (f *secretForms) addCodes(text string) {
	add := func(core string, least int) {
		if len(core) >= least && !slices.Contains(f.codes, core) {
			f.codes = append(f.codes, core)
		}
	}
	for shift := range 3 {
		add(encodedCore(text, shift, 6, base64.StdEncoding.EncodeToString), minCodedLetters+1)
	}
	for shift := range 5 {
		add(encodedCore(text, shift, 5, base32.StdEncoding.EncodeToString), minCodedLetters+1)
	}
	var decimal strings.Builder
	for _, c := range []byte(text) {
		decimal.WriteString(strconv.Itoa(int(c)))
	}
	add(decimal.String(), 1)
	if whole := encodedCore(text, 0, 6, base64.StdEncoding.EncodeToString); len(whole) > minGluedLetters {
		f.wholes = append(f.wholes, whole)
	}
}

// alterations returns the secret in the forms that players know.
func (s *secret) alterations() []string {
	var turned, pig, pigWay, bare strings.Builder
	for _, t := range tokens(s.raw) {
		turned.WriteString(backwards(t.plain))
		at := max(0, strings.IndexAny(t.plain, "aeiou"))
		pig.WriteString(t.plain[at:] + t.plain[:at] + "ay")
		pigWay.WriteString(t.plain[at:] + t.plain[:at])
		if at == 0 {
			pigWay.WriteString("w")
		}
		pigWay.WriteString("ay")
	}
	for _, c := range s.plain {
		if !strings.ContainsRune("aeiou", c) {
			bare.WriteRune(c)
		}
	}
	return []string{backwards(s.plain), turned.String(), rot13(s.plain), pig.String(), pigWay.String(), bare.String(), besideKeys(s.plain, 1), besideKeys(s.plain, -1)}
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

func rot13(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+13)%26
	}, word)
}

const keyboard = "qwertyuiop[ asdfghjkl; zxcvbnm,"

// besideKeys returns a word typed one key to the right, or to the left.
func besideKeys(word string, by int) string {
	return strings.Map(func(r rune) rune {
		if i := strings.IndexRune(keyboard, r); i >= 0 && i+by >= 0 && keyboard[i+by] != ' ' {
			return rune(keyboard[i+by])
		}
		return -1
	}, word)
}

func onKeypad(word string) string {
	const keys = "22233344455566677778889999"
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return rune(keys[r-'a'])
		}
		return r
	}, word)
}

// variants returns the secret as it may be written before it is encoded.
func (s *secret) variants() (list []string) {
	joined := strings.Join(strings.Fields(s.raw), "")
	for _, v := range []string{s.raw, joined} {
		lower := strings.ToLower(v)
		_, size := utf8.DecodeRuneInString(lower)
		for _, v := range []string{v, lower, strings.ToUpper(v), strings.ToUpper(lower[:size]) + lower[size:]} {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

// encodedCore returns what of a code does not depend on the text around, in lower case.
func encodedCore(text string, shift, size int, encode func([]byte) string) string {
	code := encode(append(make([]byte, shift), text...))
	from, to := (shift*8+size-1)/size, (shift+len(text))*8/size
	return strings.Map(func(c rune) rune {
		if !isWordRune(c) {
			return -1
		}
		return c
	}, strings.ToLower(code[from:max(from, to)]))
}

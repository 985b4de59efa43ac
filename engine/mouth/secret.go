package mouth

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// leaks reports whether a text has or completes a secret, plain, decoded or disguised.
func (r *Room) leaks(text, plain string) bool {
	if len(r.Secrets) == 0 {
		return false
	}
	return plain != text && r.tells(plain) || r.tells(text) || r.completes(text, r.Forms.secrets, (*secret).in)
}

// completes reports whether the bot's last messages have a secret with a text, but not without.
func (r *Room) completes(text string, secrets []*secret, in func(*secret, *readings) bool) bool {
	lines := r.lastOwn()
	if lines == "" {
		return false
	}
	all := read(lines + "\n" + text)
	return slices.ContainsFunc(secrets, func(s *secret) bool { return in(s, all) && !in(s, read(lines)) })
}

func (r *Room) tells(text string) bool {
	reading, lower := read(text), strings.ToLower(text)
	return slices.ContainsFunc(r.Forms.secrets, func(s *secret) bool {
		return holdsName(lower, s.lower) || s.in(reading) || s.near(reading)
	})
}

const (
	// secretMessages is how many of the bot's messages are searched for the beginning of a secret,
	// because players ask for one letter a message.
	secretMessages = 24
	// secretBytes limits these messages together. Who spells a secret writes short messages.
	secretBytes = 1500
)

func (r *Room) lastOwn() string {
	from, size := len(r.Own), 0
	for from > max(0, len(r.Own)-secretMessages) && size+len(r.Own[from-1]) < secretBytes {
		from--
		size += len(r.Own[from])
	}
	return strings.Join(r.Own[from:], "\n")
}

// The lengths in letters from which a secret is searched for in disguises. Shorter ones occur by
// chance.
const (
	// minCodedLetters is for codes with a sign for each letter, and for letters in another order.
	minCodedLetters = 4
	// minShiftedLetters is for shifted alphabets: pairs of words such as cold and frog are shifts
	// of each other.
	minShiftedLetters = 5
	minNearLetters    = 5
	minGluedLetters   = 6
	// minSplitLetters is for secrets whose halves are named apart. A half has three letters.
	minSplitLetters = 6
	// minAcrosticLetters is for the first letters of words.
	minAcrosticLetters = 5
)

// secret is a word to be hidden, as it is searched for.
type secret struct {
	raw, lower string
	// plain are its letters and digits. In once letters stand for digits, and letters that are
	// repeated count once. looks is how that looks.
	plain, once, looks string
	letters            int
	// words are its words in letters, and whole is all of them.
	words []string
	whole string
	// numeric reports that it consists of digits. Digits never stand for letters then.
	numeric bool
	secretForms
}

func newSecret(raw string) *secret {
	s := &secret{raw: raw, lower: strings.ToLower(raw)}
	for _, t := range tokens(raw) {
		s.plain += t.plain
		s.words = append(s.words, t.letters)
	}
	s.whole = strings.Join(s.words, "")
	s.once = squeeze(s.whole)
	s.looks = looksOf(s.once)
	s.letters = utf8.RuneCountInString(s.once)
	s.numeric = isNumber(s.plain)
	s.secretForms = s.forms()
	return s
}

func (s *secret) in(r *readings) bool {
	switch {
	case s.plain == "":
		return false
	case s.numeric:
		return s.asNumber(r) || s.isSaid(r) || len(s.plain) >= minCodedLetters && (s.asBytes(r) || s.inMorse(r))
	}
	return s.written(r) || s.isSaid(r) || s.spelt(r) || s.inPieces(r) || s.letters >= minCodedLetters && (s.isAltered(r) || s.shifted(r) || s.asBytes(r) || s.inMorse(r))
}

// written reports whether the letters stand in a row. A short secret must be whole words.
func (s *secret) written(r *readings) bool {
	if s.letters < 3 {
		return r.plain.holds(s.plain, func(from, to int) bool { return r.plain.aligned(from, to) && s.asWords(&r.plain, from, to) })
	}
	for _, looks := range []*reading{&r.looks, &r.upturned} {
		if looks.holds(s.looks, func(from, to int) bool { return s.standsOut(looks, from, to) }) {
			return true
		}
	}
	return false
}

// asWords reports whether a range is one word, or as many as the secret has.
func (s *secret) asWords(r *reading, from, to int) bool {
	n := r.words(from, to)
	return n == 1 || n == len(s.words) || n == len(s.plain)
}

// standsOut reports whether nobody writes the letters by chance.
func (s *secret) standsOut(r *reading, from, to int) bool {
	if r.aligned(from, to) {
		return true
	}
	torn := 0
	if !r.starts[from] {
		torn++
	}
	if !r.ends[to-1] {
		torn++
	}
	if len(s.words) == 1 && r.words(from+1, to) > 0 {
		torn += 2
	}
	if torn == 1 && r.starts[from] && isPlural(r, to) {
		return true
	}
	return s.letters >= minGluedLetters-2+torn
}

func isPlural(r *reading, from int) bool {
	to := from
	for to < len(r.ends) && !r.ends[to] {
		to++
	}
	rest := string(r.text[from:min(to+1, len(r.text))])
	return rest == "s" || rest == "es" || rest == "n" || rest == "en"
}

func (s *secret) spelt(r *readings) bool {
	if strings.Contains(r.spelt[0], s.plain) && s.letters > 1 {
		return true
	}
	for i, text := range r.spelt {
		key, least := s.plain, minCodedLetters
		switch i {
		case 1:
			key, least = s.consonants, minAcrosticLetters
		case 9:
			if text == key && len(key) >= minCodedLetters {
				return true
			}
			least = minAcrosticLetters
		case 7, 8, 10:
			least = minAcrosticLetters
		}
		if len(key) < least || len(text) < least {
			continue
		}
		if once := squeeze(key); strings.Contains(text, key) || len(once) >= least && strings.Contains(r.squeezed[i], once) {
			return true
		}
	}
	key := s.steps
	return len(key)+1 >= minCodedLetters && !strings.Contains(key, " ") && slices.ContainsFunc(r.speltSteps, func(text string) bool { return strings.Contains(text, key) })
}

func (s *secret) shifted(r *readings) bool {
	key := s.steps
	if len(key)+1 < minShiftedLetters || strings.Contains(key, " ") {
		return false
	}
	for _, steps := range []*reading{r.shifted, r.mirrored} {
		if steps.holds(key, func(from, to int) bool {
			return r.plain.text[from] != s.plain[0] && (steps.aligned(from, to) || len(key) >= minGluedLetters+2)
		}) {
			return true
		}
	}
	return false
}

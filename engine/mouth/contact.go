package mouth

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// minContactDigits is how many digits the shortest telephone number without a prefix has.
const minContactDigits = 7

// tellsContact reports whether a text has a telephone number, a card, an account or a place.
func tellsContact(plain string) bool {
	digits, row, longest := 0, 0, 0
	for i := range len(plain) {
		if plain[i] >= '0' && plain[i] <= '9' {
			digits++
			row++
			longest = max(longest, row)
		} else {
			row = 0
		}
	}
	if hasAddress(plain, longest) {
		return true
	}
	const hidden = 2 // letters that stand for digits
	if digits < minContactDigits-hidden && !mayHaveSaidDigits(plain, minContactDigits-digits) {
		return false // nearly always
	}
	announced := contactWord.MatchString(plain)
	return slices.ContainsFunc(digitRuns(plain), func(n digitRun) bool { return n.isContact(announced) }) || hasAccount(plain)
}

var contactWord = regexp.MustCompile(`\b(?:call|phone|fon|telephone|text|txt|whats ?app|signal|telegram|mobile|cell|sms|ring|dial|reach|handy|nummer|number|telefon|ruf|anrufen|numero|appelle|telefono|movil|portable|tel|card|visa|master ?card|amex|iban|konto|account|routing|compte|cuenta|conto|ssn|passport|karte|carte|tarjeta)\b`)

type digitRun struct {
	groups []string
	marks  string // what stands between the groups, a character each
	plus   bool
	spoken bool // some of the digits are words, or stand alone
}

// digitRuns returns the runs of at least minContactDigits digits in a text. Words for digits count.
func digitRuns(plain string) (runs []digitRun) {
	var at digitRun
	var between string
	repeat := 0
	flush := func() {
		if at.gather(); len(strings.Join(at.groups, "")) >= minContactDigits {
			runs = append(runs, at)
		}
		at, between = digitRun{}, ""
	}
	for i := 0; i < len(plain); {
		c, size := utf8.DecodeRuneInString(plain[i:])
		if !isWordRune(c) {
			if (strings.ContainsRune(" .-/()–+", c) || c == ',' && at.spoken) && len(between) < 3 {
				between += strings.Replace(plain[i:i+size], "–", "-", 1)
			} else {
				flush()
			}
			i += size
			continue
		}
		end := i
		for end < len(plain) {
			c, size := utf8.DecodeRuneInString(plain[end:])
			if !isWordRune(c) {
				break
			}
			end += size
		}
		word := plain[i:end]
		digits, spoken := word, false
		if !isNumber(word) {
			digits, spoken = saidDigit(word), true
			switch {
			case digits != "":
			case repeating[word] > 0 && repeat == 0:
				repeat, i = repeating[word], end
				continue
			default:
				digits, spoken = shapedDigits(word), false
			}
			digits, repeat = strings.Repeat(digits, max(1, repeat)), 0
		}
		if i = end; digits == "" {
			flush()
			continue
		}
		if len(at.groups) == 0 {
			at.plus = strings.Contains(between, "+")
		} else {
			at.marks += string(append([]byte(strings.Trim(between, " ")), ' ')[0])
		}
		if at.spoken, between = at.spoken || spoken, ""; spoken {
			at.marks += strings.Repeat(" ", len(digits)-1)
			at.groups = append(at.groups, strings.Split(digits, "")...)
		} else {
			at.groups = append(at.groups, digits)
		}
	}
	flush()
	return runs
}

// shapedDigits returns the digits of a number in which letters stand for some of them, or "".
func shapedDigits(word string) string {
	digits, n := make([]byte, len(word)), 0
	for i := range len(word) {
		switch c := word[i]; {
		case c >= '0' && c <= '9':
			digits[i] = c
			n++
		case strings.IndexByte("oilsbz", c) >= 0:
			digits[i] = "011582"[strings.IndexByte("oilsbz", c)]
		default:
			return ""
		}
	}
	if n == 0 {
		return "" // so, oil
	}
	return string(digits)
}

func saidDigit(word string) string {
	if n, ok := allLanguages().numerals[word]; ok && n < 10 {
		return string(rune('0' + n))
	} else if word == "oh" || word == "o" {
		return "0"
	} else if word == "hundred" {
		return "00"
	}
	return ""
}

func mayHaveSaidDigits(plain string, least int) bool {
	n := 0
	for word := range strings.FieldsFuncSeq(plain, func(c rune) bool { return !isWordRune(c) }) {
		if saidDigit(word) != "" {
			n++
		}
	}
	return n >= least
}

// gather joins digits that stand alone: 5 5 5 0 1 9 9.
func (d *digitRun) gather() {
	var groups []string
	marks := ""
	for i := 0; i < len(d.groups); {
		j := i
		for j < len(d.groups) && len(d.groups[j]) == 1 {
			j++
		}
		if j-i < 3 {
			j = i + 1
		} else if j-i >= minContactDigits {
			d.spoken = true
		}
		groups = append(groups, strings.Join(d.groups[i:j], ""))
		if j < len(d.groups) {
			marks += d.marks[j-1 : j]
		}
		i = j
	}
	d.groups, d.marks = groups, marks
}

// isContact reports whether digits reach somebody. After a word that announces them, more do.
func (d *digitRun) isContact(announced bool) bool {
	all := strings.Join(d.groups, "")
	sizes := make([]byte, len(d.groups))
	for i, g := range d.groups {
		sizes[i] = byte('0' + min(len(g), 74))
	}
	shape, n := string(sizes), len(all)
	single := len(d.groups) == 1
	switch {
	case strings.Contains(shape, "4444") && !d.areYears() && distinct(all) > 1:
		return true // a card
	case isDull(all) || d.isAmount(shape):
		return false
	case n >= 13 && n <= 19 && passesLuhn(all) && !d.spoken, shape == "465":
		return true // also a card
	case d.plus, strings.HasPrefix(all, "00") && n >= 10, announced:
		return true
	case d.spoken:
		return single && distinct(all) < n || !single && d.marks == strings.Repeat(" ", len(d.marks)) && distinct(all) > 2 && n >= 9
	case single:
		return n >= 10 && n <= 12 || all[0] == '0' && n == 9
	case shape == "334" || len(shape) == 4 && shape[1:] == "334" && shape[0] < '4' || shape == "37", shape == "324" && d.marks == "--",
		shape == "34" && d.marks == "-" && all[0] > '1' && !strings.HasSuffix(all, "00"):
		return true
	case all[0] == '0' && n >= 9 && n <= 13 && len(d.groups[0]) > 1:
		return true
	}
	return n >= 9 && n <= 13 && strings.ContainsAny(shape[1:], "56789") && len(d.groups) < 5
}

// isAmount reports whether the groups are a date, a decimal number or one with marks for thousands.
func (d *digitRun) isAmount(shape string) bool {
	if len(shape) == 1 || d.plus {
		return false
	}
	if i := strings.IndexAny(d.marks, " "); i >= 0 && d.marks != strings.Repeat(" ", len(d.marks)) {
		// "01.02.2024 10" is a date with a number behind it.
		shape = shape[:i+1]
	}
	sameMark := strings.Count(d.marks, d.marks[:1]) == len(d.marks)
	switch {
	case len(shape) > 2 && (shape[:3] == "224" || shape[:3] == "114" || shape[:3] == "124" || shape[:3] == "214" || shape[:3] == "422") && d.marks[0] != ' ' && len(strings.Join(d.groups, "")) < 11:
		return true
	case len(shape) == 2 && d.marks == "." && shape[0] < '4':
		return len(d.groups[0]) == 1 || d.groups[0] != "555" && len(d.groups[1]) < 5 || len(d.groups[1]) > 7
	}
	return sameMark && d.marks[0] == '.' && strings.Trim(shape[1:], "3") == ""
}

func (d *digitRun) areYears() bool {
	return !slices.ContainsFunc(d.groups, func(g string) bool { return len(g) == 4 && g[:2] != "19" && g[:2] != "20" })
}

func isDull(digits string) bool {
	up, down := true, true
	for i := 1; i < len(digits); i++ {
		up = up && (digits[i]-digits[i-1]+10)%10 == 1
		down = down && (digits[i-1]-digits[i]+10)%10 == 1
	}
	return up || down || distinct(digits) < 2 || strings.HasSuffix(digits, "00000") || distinct(digits) == 2 && len(digits) > 9 && !passesLuhn(digits)
}

func distinct(digits string) (n int) {
	for c := '0'; c <= '9'; c++ {
		if strings.ContainsRune(digits, c) {
			n++
		}
	}
	return n
}

// passesLuhn reports whether the last digit checks the others, as on cards.
func passesLuhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		n := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}

// Lengths of account numbers in the international form, in characters.
const minAccount, maxAccount = 15, 34

var account = regexp.MustCompile(`\b[a-z]{2}[ -]?\d{2}(?:[ -]?[a-z0-9]){11,30}`)

// hasAccount reports whether a text has an account number that checks, or so many digits.
func hasAccount(plain string) bool {
	for _, found := range account.FindAllString(plain, 3) {
		digits := 0
		code := strings.NewReplacer(" ", "", "-", "").Replace(found)
		if len(code) > maxAccount {
			code = code[:maxAccount]
		}
		for to := len(code); to >= minAccount; to-- {
			if remainder(code[4:to]+code[:4]) == 1 {
				return true
			}
		}
		for digits+2 < len(code) && code[2+digits] >= '0' && code[2+digits] <= '9' {
			digits++
		}
		if digits >= 13 {
			return true
		}
	}
	return false
}

// remainder returns the remainder of a number by 97. Letters count from 10 on.
func remainder(code string) (rest int) {
	for i := range len(code) {
		if c := code[i]; c >= 'a' {
			rest = (rest*100 + int(c-'a') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return rest
}

// address is a pattern of places. A match has one of the pieces, and so many digits in a row.
type address struct {
	digits  int
	pieces  []string
	pattern *regexp.Regexp
}

const (
	streets      = `(?:street|str?|avenue|ave?|road|rd|lane|ln|boulevard|blvd|terrace|square|sq|crescent|plaza|parkway|pkwy|highway|hwy|drive|dr|court|ct)`
	streetWords  = `(?:rue|avenue|boulevard|impasse|allee|chemin|quai|calle|avenida|avda|paseo|plaza|carrer|rua|travessa|viale|piazza|vicolo|ulica|ul)`
	streetEnds   = `(?:strasse|str|gasse|allee|platz|weg|damm|ufer|straat|laan|gracht|plein|gatan|vagen|gade|vej)`
	streetNumber = `\d{1,4}[a-z]?\b`
)

var addresses = []address{
	{1, strings.Split("street| st|ave| av|road| rd|lane| ln|boulev|blvd|terrace|square| sq|crescent|plaza|parkway|pkwy|highway|hwy|drive| dr|court| ct", "|"),
		regexp.MustCompile(`\b\d{1,5}[a-z]?,? (?:(?:[nsew]|north|south|east|west)\.? )?(?:(?:[a-z][a-z'.-]+|\d{1,3}(?:st|nd|rd|th)) ){1,3}?` + streets + `\b`)},
	{1, strings.Split("rue |avenue |boulevard |impasse |allee |chemin |quai |place ", "|"), regexp.MustCompile(`\b\d{1,4}(?: ?bis| ?ter|[a-z])?,? (?:rue|avenue|boulevard|impasse|allee|chemin|quai|place) (?:d[eu]s? |de la |l')?[a-z]`)},
	{1, strings.Split("rue |avenue |boulevard |impasse |allee |chemin |quai |calle |avenida |avda|paseo |plaza |carrer |rua |travessa |viale |piazza |vicolo |ulica |ul", "|"),
		regexp.MustCompile(`\b` + streetWords + `\.? (?:[a-z'.-]+ ){0,4}?[a-z'.-]+,? (?:n[.or]* ?|nummer |nr\.? ?)?` + streetNumber)},
	{1, strings.Split("str|gasse|allee|platz|weg|damm|ufer|straat|laan|gracht|plein|gatan|vagen|gade|vej", "|"), regexp.MustCompile(`\b[a-z-]{3,}[ -]?` + streetEnds + `\.? (?:nr\.? ?)?` + streetNumber)},
	{5, []string{"via "}, regexp.MustCompile(`\bvia [a-z']+(?: [a-z']+)?,? ` + streetNumber + `,? \d{5}`)},
	{1, []string{"box ", "postfach "}, regexp.MustCompile(`\bp\.? ?o\.? box \d+|\bpostfach \d+`)},
	{5, nil, regexp.MustCompile(`\b(?:a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]) \d{5}(?:-\d{4})?\b`)},
	{1, nil, regexp.MustCompile(`\b[a-z]{1,2}\d[a-z\d]? \d[a-z]{2}\b`)},
	{1, []string{".", "°"}, regexp.MustCompile(`-?\b\d{1,3}\.\d{3,},? ?-?\d{1,3}\.\d{3,}\b|\b\d{1,3}(?:\.\d+)?° ?\d`)},
	{1, strings.Split("live|living|stay|address|home|house|flat|apartment|wohn|habite|vivo|abito", "|"),
		regexp.MustCompile(`\b(?:live|stay|staying|living|address|home|house|flat|apartment|wohne|habite|vivo|abito)\b.{0,12}\b(?:at|is|in der|au|en) (?:number |no\.? )?\d{1,4}[a-z]? [a-z]{3}`)},
	{1, strings.Split("apt|apartment|unit|suite|flat", "|"), regexp.MustCompile(`\b(?:apt|apartment|unit|suite|flat)\.? #?\d+[a-z]?\b.*\b\d`)},
}

// noAddress matches numbers of people and times before a word that also names a street.
var noAddress = regexp.MustCompile(`\d (?:(?:[a-z]+ )?(?:min|mins|minutes?|hours?|h|long|days?|people|persons?|players?|votes?|times?|more|of|on|in|at|and|or|is|are|was|if|to|the|a|red|blue|green)) `)

// hasAddress reports whether a text in plain letters with so many digits in a row has an address.
func hasAddress(plain string, digits int) bool {
	return digits > 0 && slices.ContainsFunc(addresses, func(a address) bool {
		return digits >= a.digits && (a.pieces == nil || holdsAny(plain, a.pieces)) &&
			slices.ContainsFunc(a.pattern.FindAllString(plain, -1), func(found string) bool { return !noAddress.MatchString(found) })
	})
}

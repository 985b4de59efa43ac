package mouth

import (
	"regexp"
	"slices"
	"strings"
)

// address is a pattern of places in plain letters. A text that matches has one of the pieces, and
// so many digits in a row.
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

// addresses match a house, a box, a postcode, coordinates.
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
	{1, codeStarts, regexp.MustCompile(`\b[a-z]{1,2}\d[a-z\d]? \d[a-z]{2}\b`)},
	{1, []string{".", "°"}, regexp.MustCompile(`-?\b\d{1,3}\.\d{3,},? ?-?\d{1,3}\.\d{3,}\b|\b\d{1,3}(?:\.\d+)?° ?\d`)},
	{1, strings.Split("live|living|stay|address|home|house|flat|apartment|wohn|habite|vivo|abito", "|"),
		regexp.MustCompile(`\b(?:live|stay|staying|living|address|home|house|flat|apartment|wohne|habite|vivo|abito)\b.{0,12}\b(?:at|is|in der|au|en) (?:number |no\.? )?\d{1,4}[a-z]? [a-z]{3}`)},
	{1, strings.Split("apt|apartment|unit|suite|flat", "|"), regexp.MustCompile(`\b(?:apt|apartment|unit|suite|flat)\.? #?\d+[a-z]?\b.*\b\d`)},
}

// noAddress matches numbers of people and times before a word that also names a street.
var noAddress = regexp.MustCompile(`\d (?:(?:[a-z]+ )?(?:min|mins|minutes?|hours?|h|long|days?|people|persons?|players?|votes?|times?|more|of|on|in|at|and|or|is|are|was|if|to|the|a|red|blue|green)) `)

// codeStarts are the digits behind the blank in a British postcode.
var codeStarts = []string{" 0", " 1", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9"}

// hasAddress reports whether a text in plain letters with so many digits in a row has an address.
func hasAddress(plain string, digits int) bool {
	return digits > 0 && slices.ContainsFunc(addresses, func(a address) bool {
		return digits >= a.digits && (a.pieces == nil || holdsAny(plain, a.pieces)) &&
			slices.ContainsFunc(a.pattern.FindAllString(plain, -1), func(found string) bool { return !noAddress.MatchString(found) })
	})
}

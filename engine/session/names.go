package session

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/engine/mouth"
)

// MaxName is the longest name or id, in characters. Longer ones break every list that shows them.
const MaxName = 80

// Names returns the names of players.
func Names(players []Player) []string {
	return Each(players, func(p Player) string { return p.Name })
}

// Each returns what a function makes of each entry of a list.
func Each[T, U any](list []T, of func(T) U) (all []U) {
	for _, x := range list {
		all = append(all, of(x))
	}
	return all
}

// find returns the first entry of a list that a condition names, and false if there is none.
func find[T any](list []T, is func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return found, false
}

// findLast returns the last such entry.
func findLast[T any](list []T, is func(*T) bool) (found T, ok bool) {
	for i := range slices.Backward(list) {
		if is(&list[i]) {
			return list[i], true
		}
	}
	return found, false
}

// CheckName refuses what cannot be a name.
func CheckName(errs *Errors, pointer, name string) { checkName(errs, CodeInvalidName, pointer, name) }

// CheckID refuses what cannot be an id.
func CheckID(errs *Errors, pointer, id string) { checkName(errs, CodeInvalidID, pointer, id) }

// checkName refuses a name that is empty, too long, not on one line, or that nobody can see.
func checkName(errs *Errors, code Code, pointer, name string) {
	switch {
	case name == "" || strings.TrimSpace(name) != name:
		errs.Add(code, pointer, "must not be empty or have spaces around it; trim it")
	case utf8.RuneCountInString(name) > MaxName:
		errs.Add(CodeTooLong, pointer, fmt.Sprintf("is longer than %d characters; shorten it", MaxName))
	case strings.ContainsFunc(name, unprintable):
		errs.Add(code, pointer, "contains a control or direction character; remove it")
	case mouth.ShowsNothing(name):
		errs.Add(code, pointer, "has only invisible characters; give a name that people can see")
	case mouth.Hides(name):
		errs.Add(code, pointer, "has an invisible character, such as a zero-width space; remove it")
	}
}

// checkID refuses an id that is missing or not a good name, and reports whether it is given.
func checkID(errs *Errors, pointer, id string) (given bool) {
	if id == "" {
		errs.Add(CodeRequired, pointer, fmt.Sprintf("give it an id, of 1 to %d characters", MaxName))
		return false
	}
	checkName(errs, CodeInvalidID, pointer, id)
	return true
}

// SeatID returns the id that a log has for what a seat posts with an id of its own. So no seat can
// take an id of the platform or of another seat. It returns an id that is not a good one as it is.
func SeatID(seat, id string) string {
	var errs Errors
	if checkName(&errs, CodeInvalidID, "", id); len(errs) > 0 {
		return id
	}
	sum := sha256.Sum256([]byte(seat + "\n" + id)) // names are on one line
	return "seat_" + hex.EncodeToString(sum[:16])
}

func checkMetadata(errs *Errors, pointer string, labels map[string]string, limit int) {
	if tooMany(errs, pointer, len(labels), limit) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		at := pointer + "/" + Pointer(name)
		checkName(errs, CodeInvalidName, at, name)
		errs.limit(at, labels[name], MaxLabel)
	}
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// OneLine returns a text on one line, with one space for spaces, controls and direction marks.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
}

// withNames returns a text with @Name in place of the forms in which platforms write the id of a
// player: <@ID>, <@!ID>, @ID.
func (r *Roster) withNames(text string) string {
	for i := 0; i < len(r.Players) && strings.Contains(text, "@"); i++ {
		p := &r.Players[i]
		name, form := "@"+p.Name, "@"+p.ID
		text = strings.NewReplacer("<@"+p.ID+">", name, "<@!"+p.ID+">", name).Replace(text)
		for at := 0; p.ID != p.Name; {
			begin := strings.Index(text[at:], form)
			if begin < 0 {
				break
			}
			end := at + begin + len(form)
			if next, _ := utf8.DecodeRuneInString(text[end:]); !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '_' {
				text = text[:at+begin] + name + text[end:]
				end += len(name) - len(form)
			}
			at = end
		}
	}
	return text
}

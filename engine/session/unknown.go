package session

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"ringer/engine/mouth"
)

// listed is how many names an error lists at most. More would hide the rest of the error.
const listed = 12

// NotAmong returns the detail for a name that is not among the known ones: it lists these, adds
// what else can be done, and which one was perhaps meant. what is the kind, as in "a strategy".
func NotAmong(name, what string, known []string, next ...string) string {
	parts := []string{fmt.Sprintf("%s is not %s", Quoted(name), what)}
	switch n := len(known); {
	case n == 0:
		parts = append(parts, "there is none")
	case n == 1:
		parts = append(parts, "there is only "+known[0])
	case n > listed:
		parts = append(parts, fmt.Sprintf("there are %s and %d more", strings.Join(known[:listed], ", "), n-listed))
	default:
		parts = append(parts, "there are "+strings.Join(known[:n-1], ", ")+" and "+known[n-1])
	}
	parts = append(parts, next...)
	if near := Nearest(name, known); near != "" {
		parts = append(parts, "did you mean "+near+"?")
	}
	return strings.Join(parts, "; ")
}

// Quoted returns a name of a client for an error text: escaped, and cut after MaxName characters.
func Quoted(name string) string {
	return fmt.Sprintf("%q", clipped(name))
}

func clipped(name string) string {
	if short := Shortened(name, MaxName); short != name {
		return short + "…"
	}
	return name
}

// maxMeant bounds the names among which the meant one is looked for: twice the players of a game.
const maxMeant = 64

// Nearest returns the known name that was perhaps meant, or "". That is one that looks the same, or
// that differs in about a third of its letters.
func Nearest(name string, known []string) (best string) {
	if utf8.RuneCountInString(name) > MaxName {
		return ""
	}
	skeleton := mouth.Skeleton(name)
	length := utf8.RuneCountInString(skeleton)
	least := 1 + (length+2)/3
	for _, k := range known[:min(len(known), maxMeant)] {
		if len(k) > utf8.UTFMax*MaxName {
			continue
		}
		other := mouth.Skeleton(k)
		if apart := utf8.RuneCountInString(other) - length; max(apart, -apart) >= least {
			continue // that many letters differ at least
		}
		distance := levenshtein.ComputeDistance(skeleton, other)
		// One letter of two is another name, not a slip.
		if distance < least && distance < utf8.RuneCountInString(other)-1 || distance == 0 {
			best, least = k, distance
		}
		if distance == 0 {
			break
		}
	}
	return best
}

func (r *Roster) unknownPhase(id string, next ...string) string {
	return NotAmong(id, "the id of a phase", Each(r.Phases, func(p Phase) string { return p.ID }), next...)
}

func (r *Roster) unknownChannel(id, next string) string {
	return NotAmong(id, "the id of a channel", Each(r.Channels, func(c Channel) string { return c.ID }), next)
}

func (r *Roster) unknownPlayer(id string, next ...string) string {
	ids, names := Each(r.Players, func(p Player) string { return p.ID }), Names(r.Players)
	detail := NotAmong(id, "the id of a player", ids, next...)
	if i := slices.Index(names, Nearest(id, names)); i >= 0 && Nearest(id, ids) == "" {
		detail += fmt.Sprintf("; did you mean %s, whose name is %s?", ids[i], names[i])
	}
	return detail
}

// NotABot returns the detail for an id that is not that of a bot's seat.
func (r *Roster) NotABot(id string) string {
	return NotAmong(id, "the seat of a bot", Each(r.Bots, func(b BotSeat) string { return b.Seat }))
}

// NotAPlayer returns the detail for an id that is not that of a player.
func (r *Roster) NotAPlayer(id string) string { return r.unknownPlayer(id) }

// CheckPerson refuses a seat of a body that is not that of a person. missing is the detail if there
// is no seat; bot says what bots have to do with it.
func (r *Roster) CheckPerson(errs *Errors, seat, missing, bot string) {
	_, known := r.Player(seat)
	_, isBot := r.Bot(seat)
	switch {
	case seat == "":
		errs.Add(CodeRequired, "/seat", missing)
	case !known:
		errs.Add(CodeUnknownPlayer, "/seat", r.unknownPlayer(seat))
	case isBot && !r.IsAway(seat):
		errs.Add(CodeInvalidValue, "/seat", fmt.Sprintf("%s is a bot of this game%s", Quoted(seat), bot))
	}
}

// oneOf reports whether a value is among the allowed ones, and refuses it if not.
func oneOf[T ~string](errs *Errors, pointer string, value T, allowed ...T) bool {
	if slices.Contains(allowed, value) {
		return true
	}
	errs.Add(CodeInvalidValue, pointer, "must be "+either(allowed)+notValue(string(value)))
	return false
}

// either lists names in an error text: "a, b or c".
func either[T ~string](values []T) string {
	names := Each(values, func(v T) string { return string(v) })
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return strings.Join(names, "")
}

func notValue(value string) string {
	if value == "" {
		return ""
	}
	return ", not " + Quoted(value)
}

func refuseKind[T ~string](errs *Errors, kind T, kinds ...T) {
	if kind == "" {
		errs.Add(CodeRequired, "/kind", "say which kind it is: "+either(kinds))
		return
	}
	errs.Add(CodeInvalidValue, "/kind", fmt.Sprintf("must be %s, not %s", either(kinds), Quoted(string(kind))))
}

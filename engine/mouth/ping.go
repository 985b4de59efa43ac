package mouth

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// handle matches a name with a sign that calls its bearer. A number may be a time: @7.
	// Inside a word the sign stands for a letter: m@fia.
	handle = regexp.MustCompile(`\B[@＠]+[*_\[]*((?:\p{L}|\p{N}{3})[\p{L}\p{N}_.-]*)[*\]]*`)
	// gluedPing matches a call of all that platforms also hear inside a word: hi@everyone.
	gluedPing = regexp.MustCompile(`(?i)[@＠]+(everyone|everybody|all)\b`)
	// pingOfRoom matches calls of all readers that would be no word in a line: @here, <!channel>.
	pingOfRoom = regexp.MustCompile(`(?i)[@＠]+[*_\[]*(here|channel|room|online|stream|topic|chat)\b[*\]]*|<!([^<>]*)>|<at\b[^<>]*>|</at>`)
	// widePing matches a call of all with a blank in it.
	widePing = regexp.MustCompile(`(?i)[@＠]\s+(everyone|everybody|here|channel|all|room)\b`)
	// rawMention matches a mention as a chat platform stores it.
	rawMention = regexp.MustCompile(`<(?:@[!&]?|#|users/)([\w.-]+)(?:\|[^<>]*)?>`)
)

// maxPings is how many players a line may call. More are all that are there.
const maxPings = 2

// removePings makes calls of all readers and of strangers harmless, and removes mentions of ids
// that no player has. A chat platform could call people outside the game.
func (r *Room) removePings(text string) string {
	if !strings.ContainsAny(text, "@＠<") {
		return text
	}
	before := text
	text = r.replacePings(pingOfRoom, widePing.ReplaceAllString(text, "$1"), false)
	text = r.replacePings(rawMention, text, false)
	text = r.replacePings(handle, gluedPing.ReplaceAllString(text, " $1"), true)
	if len(handle.FindAllString(text, maxPings+1)) > maxPings {
		text = handle.ReplaceAllString(text, "$1") // a call of all by their names
	}
	if text == before {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// replacePings removes the matches whose first group is not a player's name or id, or leaves that
// group as a word.
func (r *Room) replacePings(re *regexp.Regexp, text string, leave bool) string {
	return re.ReplaceAllStringFunc(text, func(match string) string {
		name := re.FindStringSubmatch(match)[1]
		isName := func(id string) bool { return id != "" && len(name) >= len(id) && strings.EqualFold(name[:len(id)], id) }
		switch {
		case slices.ContainsFunc(r.IDs, isName), slices.ContainsFunc(r.Names, func(n string) bool { first, _, _ := strings.Cut(n, " "); return isName(first) }):
			return match
		case leave:
			return name
		}
		return " "
	})
}

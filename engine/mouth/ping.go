package mouth

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// pingOfAll matches a call of all readers that may stay as a word.
	pingOfAll = regexp.MustCompile(`(?i)[@＠]+[*_]*(everyone|everybody|all|alle|todos|todas|tous|tutti|allemaal|wszyscy|herkes|все|所有人|全体成员|全員|みんな)\b[*]*`)
	// pingOfRoom matches one that would be no word: @here, @channel, <!here>.
	pingOfRoom = regexp.MustCompile(`(?i)[@＠]+[*_]*(here|channel|room|team|group|online|stream|topic|members|players|chat)\b[*]*|<!([^<>]*)>|<at\b[^<>]*>|</at>`)
	// rawMention matches a mention as a chat platform stores it.
	rawMention = regexp.MustCompile(`<(?:@[!&]?|#|users/)([\w.-]+)(?:\|[^<>]*)?>`)
)

// removePings makes calls of all readers harmless, and removes mentions of ids that no player has.
// A chat platform could take them for a call of people outside the game.
func (r *Room) removePings(text string) string {
	if !strings.ContainsAny(text, "@＠<") {
		return text
	}
	before := text
	text = replaceUnless(pingOfAll, text, "$1", r.isPlayerName)
	text = replaceUnless(pingOfRoom, text, "", r.isPlayerName)
	text = replaceUnless(rawMention, text, "", func(id string) bool { return slices.Contains(r.IDs, id) || r.isPlayerName(id) })
	if text == before {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// replaceUnless replaces the matches whose first group is not known.
func replaceUnless(re *regexp.Regexp, text, with string, known func(string) bool) string {
	return re.ReplaceAllStringFunc(text, func(match string) string {
		found := re.FindStringSubmatch(match)
		if len(found) > 1 && known(strings.ToLower(found[1])) || len(found) > 1 && known(found[1]) {
			return match
		}
		if with == "" {
			return " "
		}
		return found[1]
	})
}

package smalltalk

import "strings"

// cast holds the players' names, the bot's first: as they are, in lower case, and as one word each.
type cast struct{ names, shown, keys []string }

func newCast(me string, players []string) (c cast) {
	c.shown, c.keys = make([]string, 0, len(players)+1), make([]string, 0, len(players)+1)
	c.names = append(make([]string, 0, len(players)+1), me)
	for i, name := range append([]string{me}, players...) {
		if i > 0 && name == me {
			continue
		} else if i > 0 {
			c.names = append(c.names, name)
		}
		name, key := strings.ToLower(name), ""
		for part := range split(name) {
			key += part
		}
		c.shown, c.keys = append(c.shown, name), append(c.keys, key)
	}
	return c
}

// number returns the number of the player a word names, also in the genitive, or -1.
func (c cast) number(word string) int {
	for i, name := range c.keys {
		if rest, found := strings.CutPrefix(word, name); found && name != "" && (rest == "" || rest == "s") {
			return i
		}
	}
	return -1
}

// player returns the number of a player by name; one who left is nobody.
func (c cast) player(name string) int {
	for i, shown := range c.shown {
		if strings.EqualFold(shown, name) {
			return i
		}
	}
	return toNobody
}

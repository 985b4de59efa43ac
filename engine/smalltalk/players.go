package smalltalk

import "strings"

// players holds the players' names, the bot's first. The number of a player is the index of the
// name.
type players struct {
	// names are the names as they are.
	names []string
	// lowerNames are the names in lower case.
	lowerNames []string
	// joinedNames are the names in lower case and without blanks, as one word each.
	joinedNames []string
}

func newPlayers(me string, names []string) (c players) {
	c.lowerNames, c.joinedNames = make([]string, 0, len(names)+1), make([]string, 0, len(names)+1)
	c.names = append(make([]string, 0, len(names)+1), me)
	for i, name := range append([]string{me}, names...) {
		if i > 0 && name == me {
			continue
		} else if i > 0 {
			c.names = append(c.names, name)
		}
		name, key := strings.ToLower(name), ""
		for part := range splitWords(name) {
			key += part
		}
		c.lowerNames, c.joinedNames = append(c.lowerNames, name), append(c.joinedNames, key)
	}
	return c
}

// playerInWord returns the number of the player that a word names, also in the genitive, or -1.
func (c players) playerInWord(word string) int {
	for i, name := range c.joinedNames {
		if rest, found := strings.CutPrefix(word, name); found && name != "" && (rest == "" || rest == "s") {
			return i
		}
	}
	return -1
}

// playerNumber returns the number of the player with a name. A player who left has the number
// toNobody.
func (c players) playerNumber(name string) int {
	for i, shown := range c.lowerNames {
		if strings.EqualFold(shown, name) {
			return i
		}
	}
	return toNobody
}

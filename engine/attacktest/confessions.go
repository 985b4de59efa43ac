package attacktest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

//go:embed confessions.json
var confessions []byte

// Confessions holds what players of hosted games say of what they hide, and what they may say. In
// lines, {me} is the writer, {ally} an ally, and {a} to {e} are others. Lines with || between them
// are sent one after the other. A line that begins with ? is another player's.
type Confessions struct {
	Confessions []string `json:"confessions"`
	Innocent    []string `json:"innocent"`
}

// LoadConfessions returns the lines by kind of game: mafia, avalon, machines.
func LoadConfessions() (c map[string]Confessions, err error) {
	if err := json.Unmarshal(confessions, &c); err != nil {
		return c, fmt.Errorf("attacktest: confessions.json: %w", err)
	}
	return c, nil
}

// Said returns a line as a player may write it: with names, in capitals, with words around it.
func Said(line string, names *strings.Replacer, rng *rand.Rand) string {
	line = names.Replace(line)
	if strings.Contains(line, "||") {
		return line
	}
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	switch rng.IntN(6) {
	case 0:
		return strings.ToUpper(line[:1]) + line[1:] + "."
	case 1:
		return pick("ok, ", "well, ", "honestly, ", "so ", "guys, ", "listen, ", "hey, ") + line
	case 2:
		return line + pick(" lol", " haha", "!!", " :)", ", ok")
	}
	return line
}

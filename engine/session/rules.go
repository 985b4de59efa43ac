package session

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed rules/presets.json
var presetsJSON []byte

// Preset is a set of rules that ships with Ringer: what the bot is told about the game, and what it
// may do in it.
type Preset struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"` // Text is the rules as every prompt of a session shows them.
	// Aims say how each role wins and loses, and what it looks for in the others.
	Aims     []Aim   `json:"aims,omitempty"`
	Phases   []Phase `json:"phases"`
	MaxChars int     `json:"max_chars"`
	// Accusations says that a player may accuse another one at any time.
	Accusations bool `json:"accusations,omitempty"`
	// Roles says that the players look for hidden roles, and not for machines.
	Roles bool `json:"roles,omitempty"`
	// Exiles says that votes put players out, and no quests decide between the sides.
	Exiles bool `json:"exiles,omitempty"`
	// Rounds says that the talk has rounds, and only the last one is followed by a vote.
	Rounds bool `json:"rounds,omitempty"`
}

//go:embed rules/disclosure.txt
var disclosureText string

// DisclosureText returns the instruction for a bot that itself discloses that it is a bot.
func DisclosureText() string { return strings.TrimSuffix(disclosureText, "\n") }

// RulesText returns the rules as the players know them: the platform's own text, else the preset's,
// with the options of the game.
func (c *Config) RulesText() string {
	if c.Game.RulesText != "" {
		return c.Game.RulesText
	}
	preset, _ := FindPreset(c.Game.Rules)
	return c.written(preset.Text)
}

// Presets returns the rules presets, in the order in which they are published.
func Presets() []Preset { return slices.Clone(presets) }

func presetIDs() []string { return Each(presets, func(p Preset) string { return p.ID }) }

// FindPreset returns the preset with this id.
func FindPreset(id string) (Preset, bool) {
	return find(presets, func(p Preset) bool { return p.ID == id })
}

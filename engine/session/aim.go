package session

import (
	"fmt"
	"slices"
	"strings"
)

// MaxAims bounds the aims of a game: one for each role, of which no game has as many.
const MaxAims = 16

// Aim says how a role wins and loses.
type Aim struct {
	// Role is whose aim it is, in upper or lower case. Without a role it is everybody else's.
	Role string `json:"role,omitempty"`
	// Side is the side of this role: good or evil. It is empty in games without such sides.
	Side Side   `json:"side,omitempty"`
	Text string `json:"text"` // Text says to the bot what wins and what loses.
	// Quarry is what this role looks for in the other players, such as: a mafioso. It is empty if
	// the role looks for nobody.
	Quarry string `json:"quarry,omitempty"`
	// Open says that players with this role may tell it. The bot keeps any other role to itself
	// that hides in such games.
	Open bool `json:"open,omitempty"`
}

// Aim says in plain words how the bot wins and loses. It is empty if nobody has said so.
func (c *Config) Aim() string {
	if own, ok := aimOf(c.Game.Aims, c.Bot.Role); ok {
		return own.Text
	}
	aim, _ := aimOf(c.presetAims(), c.Bot.Role)
	return c.written(aim.Text)
}

// Quarry says in a few plain words what the bot looks for in the others; empty for nothing.
func (c *Config) Quarry() string {
	if own, _ := aimOf(c.Game.Aims, c.Bot.Role); own.Quarry != "" {
		return own.Quarry
	}
	aim, _ := aimOf(c.presetAims(), c.Bot.Role)
	return c.written(aim.Quarry)
}

// mayTell reports whether the bot may say which role it has.
func (c *Config) mayTell() bool {
	if own, ok := aimOf(c.Game.Aims, c.Bot.Role); ok {
		return own.Open
	}
	aim, _ := aimOf(c.presetAims(), c.Bot.Role)
	return aim.Open
}

// Claims reports whether players may say which role they have, truly or not: at least one role may
// be told.
func (c *Config) Claims() bool {
	open := func(a Aim) bool { return a.Open }
	return slices.ContainsFunc(c.Game.Aims, open) || slices.ContainsFunc(c.presetAims(), open)
}

// Quarry is Config.Quarry.
func (v *View) Quarry() string { return v.Config.Quarry() }

// presetAims returns the aims of the preset; none if the platform described a game of its own.
func (c *Config) presetAims() []Aim {
	if c.Game.Rules == defaultRules && (c.Game.RulesText != "" || len(c.Game.Aims) > 0) {
		return nil
	}
	preset, _ := FindPreset(c.Game.Rules)
	return preset.Aims
}

func aimOf(aims []Aim, role string) (Aim, bool) {
	for _, of := range []string{role, ""} {
		if aim, ok := find(aims, func(a Aim) bool { return strings.EqualFold(a.Role, of) }); ok {
			return aim, true
		}
	}
	return Aim{}, false
}

func (c *Config) validateAims(errs *Errors) {
	if tooMany(errs, "/game/aims", len(c.Game.Aims), MaxAims) {
		return
	}
	for i, a := range c.Game.Aims {
		at := fmt.Sprintf("/game/aims/%d", i)
		if a.Role != "" {
			checkName(errs, CodeInvalidName, at+"/role", a.Role)
		}
		if slices.ContainsFunc(c.Game.Aims[:i], func(b Aim) bool { return strings.EqualFold(a.Role, b.Role) }) {
			errs.Add(CodeInvalidValue, at+"/role", "is the role of another aim, too; leave one of them out")
		}
		if a.Side != "" {
			oneOf(errs, at+"/side", a.Side, Good, Evil)
		}
		if strings.TrimSpace(a.Text) == "" {
			errs.Add(CodeRequired, at+"/text", "say what wins and what loses")
		} else {
			errs.limit(at+"/text", a.Text, MaxText)
		}
		errs.limit(at+"/quarry", a.Quarry, MaxLabel)
	}
}

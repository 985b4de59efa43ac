package fourmind

import (
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// pursuit is the standing objective (§2.2): support one player, turn suspicion on another.
type pursuit struct {
	// Mode is the option objective, or session when the session has an objective of its own.
	Mode string `json:"mode"`
	// Support is the id of the player to support; empty for nobody.
	Support string `json:"support,omitempty"`
	// Target is the id of the player to turn suspicion on; empty for nobody.
	Target string `json:"target,omitempty"`
}

// objectiveSession is the mode of a pursuit that the session's own objective replaces.
const objectiveSession = "session"

// pursue returns the present objective. A player whom the options name comes first, then the player
// of before if still in the game, then a draw. With only one other player there is nobody to
// support.
func (f *FourMind) pursue(v game.View, before pursuit) pursuit {
	o := f.options
	if v.Config.Objective != "" {
		return pursuit{Mode: objectiveSession}
	}
	p := pursuit{Mode: o.Objective}
	if o.Objective == objectiveNone {
		return p
	}
	there := v.OtherPlayers()
	given := ""
	if contains(there, o.Target) {
		given = o.Target
	}
	taken := o.Support
	if len(there) > 1 {
		p.Support = pick(v, there, given, o.Support, before.Support)
		taken = p.Support
	}
	p.Target = pick(v, there, taken, o.Target, before.Target)
	return p
}

func contains(players []game.Player, id string) bool {
	return slices.ContainsFunc(players, func(p game.Player) bool { return p.ID == id })
}

// pick returns the first preferred player who is in the game and not taken, else the player whom
// the seed ranks first. Each player has its own draw, so a player who joins or leaves does not
// change the order of the others.
func pick(v game.View, there []game.Player, taken string, preferred ...string) string {
	for _, id := range preferred {
		if id != taken && contains(there, id) {
			return id
		}
	}
	best, rank := "", uint64(0)
	for _, p := range there {
		if r := game.Draw(v.Seed, 0, "objective:"+p.ID, 0).Uint64(); p.ID != taken && (best == "" || r < rank) {
			best, rank = p.ID, r
		}
	}
	return best
}

// adaptMargin is by how much another player must suit better before an adaptive objective changes,
// in log-odds. 1 is the step from 50 to 73 percent. To change back the doubts must move by twice as
// much, so the objective does not alternate.
const adaptMargin = 1

// adapt picks both players again by the doubts of the chat. The target is the player doubted most,
// since others may agree. The player to support is the one doubted least.
func (f *FourMind) adapt(v game.View, p pursuit, doubts map[string]float64) pursuit {
	there := v.OtherPlayers()
	if p.Mode != objectiveAdaptive || len(there) < 2 {
		return p
	}
	fixed := ""
	if contains(there, f.options.Support) {
		fixed = f.options.Support
	}
	target := p.Target
	for _, o := range there {
		if o.ID != fixed && doubts[o.ID] > doubts[target] && doubts[o.ID]-doubts[p.Target] > adaptMargin {
			target = o.ID
		}
	}
	ally := p.Support
	if ally == target { // the two change places
		ally = p.Target
	}
	support := ally
	for _, o := range there {
		if o.ID != target && fixed == "" && doubts[o.ID] < doubts[support] && doubts[ally]-doubts[o.ID] > adaptMargin {
			support = o.ID
		}
	}
	return pursuit{Mode: p.Mode, Support: support, Target: target}
}

// section tells the model the objective. It names only players who have written: the bot cannot
// know of the others.
func (p pursuit) section(v game.View) prompt.Section {
	var lines []string
	if p.Mode == objectiveSession {
		lines = append(lines, objectiveText)
	}
	for _, x := range [2][2]string{{"Support: ", p.Support}, {"Turn suspicion on: ", p.Target}} {
		if x[1] != "" && v.Talk(x[1]).Total > 0 {
			lines = append(lines, x[0]+prompt.Quote(prompt.NameOf(v, x[1])))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, "Nobody to support or to suspect yet")
	}
	return prompt.TextSection(sectionObjective, strings.Join(lines, "\n"))
}

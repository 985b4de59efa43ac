package fourmind

import (
	"slices"
	"strings"

	"ringer/engine/game"
	"ringer/engine/prompt"
)

// objective is what the bot pursues (§2.2): support one player, turn suspicion on another.
type objective struct {
	// Mode is the value of the option objective, or objectiveSession.
	Mode string `json:"mode"`
	// Support is the id of the player to support; empty for nobody.
	Support string `json:"support,omitempty"`
	// Target is the id of the player to turn suspicion on; empty for nobody.
	Target string `json:"target,omitempty"`
}

// objectiveSession is the mode if the session has its own objective, which replaces this one.
const objectiveSession = "session"

// currentObjective returns the objective for the players who are in the game now. It prefers the
// players whom the options name, then the players of the objective before, else it draws. With only
// one other player there is nobody to support.
func (f *FourMind) currentObjective(v game.View, before objective) objective {
	o := f.options
	if v.Config.Objective != "" {
		return objective{Mode: objectiveSession}
	}
	p := objective{Mode: o.Objective}
	if o.Objective == objectiveNone {
		return p
	}
	others := v.OtherPlayers()
	fixedTarget := ""
	if contains(others, o.Target) {
		fixedTarget = o.Target
	}
	except := o.Support
	if len(others) > 1 {
		p.Support = pick(v, others, fixedTarget, o.Support, before.Support)
		except = p.Support
	}
	p.Target = pick(v, others, except, o.Target, before.Target)
	return p
}

func contains(players []game.Player, id string) bool {
	return slices.ContainsFunc(players, func(p game.Player) bool { return p.ID == id })
}

// pick returns the first preferred id that is among others and is not except. If there is none, it
// returns the player whom the seed ranks first. Each player has its own draw, so a player who joins
// or leaves does not change the order of the others.
func pick(v game.View, others []game.Player, except string, preferred ...string) string {
	for _, id := range preferred {
		if id != except && contains(others, id) {
			return id
		}
	}
	best, rank := "", uint64(0)
	for _, p := range others {
		if r := game.Draw(v.Seed, 0, "objective:"+p.ID, 0).Uint64(); p.ID != except && (best == "" || r < rank) {
			best, rank = p.ID, r
		}
	}
	return best
}

// adaptMargin is the difference in doubt, in log-odds, from which an adaptive objective changes to
// another player. 1 is the step from 50 to 73 percent. To change back, the doubts must move by
// twice as much, so the objective does not alternate.
const adaptMargin = 1

// adapt picks both players again by the doubts of the chat. The target is the player whom the chat
// doubts most, because others may agree. The player to support is the one whom it doubts least.
func (f *FourMind) adapt(v game.View, p objective, doubts map[string]float64) objective {
	there := v.OtherPlayers()
	if p.Mode != objectiveAdaptive || len(there) < 2 {
		return p
	}
	fixedSupport := ""
	if contains(there, f.options.Support) {
		fixedSupport = f.options.Support
	}
	target := p.Target
	for _, o := range there {
		if o.ID != fixedSupport && doubts[o.ID] > doubts[target] && doubts[o.ID]-doubts[p.Target] > adaptMargin {
			target = o.ID
		}
	}
	ally := p.Support
	if ally == target { // the supported player became the target
		ally = p.Target
	}
	support := ally
	for _, o := range there {
		if o.ID != target && fixedSupport == "" && doubts[o.ID] < doubts[support] && doubts[ally]-doubts[o.ID] > adaptMargin {
			support = o.ID
		}
	}
	return objective{Mode: p.Mode, Support: support, Target: target}
}

// section returns the section that tells the model the objective. It names only players who have
// written: the bot cannot know of the others.
func (p objective) section(v game.View) prompt.Section {
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

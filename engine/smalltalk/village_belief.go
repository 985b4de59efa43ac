package smalltalk

import (
	"math"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
)

// Weights, as log-odds of being a werewolf. They are rules of thumb.
const (
	certainly     = 6.0
	believedSeer  = -2.0 // the only one who claims to be the seer
	believedRole  = -0.8 // the only one who claims another role
	doubledRole   = 0.6  // one of several who claim a role that is there once
	accusedWolf   = 3.5  // called a werewolf by a seer who is wholly believed
	clearedWolf   = -2.5 // called innocent by such a seer
	blamedBy      = 0.25 // suspected by another player
	blamedWolfOut = 0.7  // has spoken for a werewolf who is out, or against one: minus
)

// Trust returns how far everybody believes a player's claim to be the seer, from 0 to 1.
func (v *Village) Trust(name string) float64 {
	rivals := v.claimants(seer)
	switch {
	case v.roles[name] != "":
		return map[bool]float64{true: 1}[v.roles[name] == seer]
	case slices.Contains(v.night, name):
		return 0.95 // werewolves attack others
	}
	for player, wolf := range v.verdicts(name) {
		out, known := v.roles[player]
		if known && (out == werewolf) != wolf || wolf && slices.Contains(v.night, player) {
			return 0.02 // the result was wrong
		}
	}
	switch {
	case len(rivals) < 2:
		return 0.85
	case name == rivals[0] && v.verdicts(name)[rivals[1]]:
		return 0.65 // the other one was found, and then claims to be the seer
	case v.verdicts(rivals[0])[name]:
		return 0.2
	}
	return 0.9 / float64(len(rivals))
}

// trust returns how far the bot believes it.
func (v *Village) trust(name string) float64 {
	wolf, asked := v.results[name]
	switch accused, named := v.verdicts(name)[v.Name()]; {
	case v.role == seer, asked && wolf, slices.Contains(v.allies, name):
		return 0.02
	case named && accused && !v.Evil:
		return 0.03
	case named && !v.Evil && v.Trust(name) > 0.1:
		return min(0.95, v.Trust(name)+0.2) // the result is right
	}
	return v.Trust(name)
}

// Suspicion returns how likely a player is a werewolf, as everybody can judge it.
func (v *Village) Suspicion(name string) float64 { return v.chance(name, v.Trust) }

// WolfChance returns how likely a player is a werewolf, with what the bot knows.
func (v *Village) WolfChance(name string) float64 {
	switch wolf, asked := v.results[name]; {
	case name == v.Name():
		return map[bool]float64{true: 1}[v.role == werewolf]
	case slices.Contains(v.allies, name), asked && wolf:
		return 1
	case v.role == werewolf, asked:
		return 0.01
	}
	return v.chance(name, v.trust)
}

func (v *Village) chance(name string, trust func(string) float64) float64 {
	wolves := len(slices.DeleteFunc(v.Roles(), func(role string) bool { return role != werewolf }))
	score := math.Log(float64(wolves) / float64(max(1, len(v.Roles())-1-wolves)))
	for _, role := range []string{seer, medium, doctor} {
		rivals := v.claimants(role)
		switch {
		case !slices.Contains(rivals, name):
		case role == v.role && name != v.Name():
			score += certainly
		case role == seer:
			score += 2 * believedSeer * (2*trust(name) - 0.8)
		case len(rivals) > 1:
			score += doubledRole
		default:
			score += believedRole
		}
	}
	for _, by := range v.claimants(seer) {
		if wolf, named := v.verdicts(by)[name]; named && by != name {
			weight := 2*trust(by) - 1
			if wolf {
				score += accusedWolf * weight
			} else {
				score += clearedWolf * max(0, weight)
			}
		}
	}
	for _, c := range v.said {
		for _, x := range c.Of {
			score += v.blame(name, c.by, x)
		}
	}
	return 1 / (1 + math.Exp(-score))
}

// blame returns what one claim without a result says of a player.
func (v *Village) blame(name, by string, x mouth.Claim) float64 {
	evil := x.Role == werewolf || x.Role == mouth.SideEvil
	switch {
	case x.Told || x.Player == "" || by == x.Player:
		return 0
	case x.Player == name && evil && by != v.Name() && v.roles[by] != werewolf:
		return blamedBy
	case by == name && v.roles[x.Player] == werewolf && !evil:
		return blamedWolfOut
	case by == name && v.roles[x.Player] == werewolf:
		return -blamedWolfOut
	}
	return 0
}

// most returns the player of some with the highest score; "" if there is none.
func most(names []string, score func(string) float64) (best string) {
	for _, name := range names {
		if best == "" || score(name) > score(best) {
			best = name
		}
	}
	return best
}

// spared returns the others without the bot's partners.
func (v *Village) spared() []string {
	return slices.DeleteFunc(slices.Clone(v.others), func(name string) bool { return slices.Contains(v.allies, name) })
}

// Suspect returns whom the bot speaks and votes against, and how sure it is. An evil bot takes whom
// the others suspect, first a seer who has found a partner or the bot.
func (v *Village) Suspect() (name string, chance float64) {
	score := v.WolfChance
	if v.Evil {
		score = func(name string) float64 { return v.Suspicion(name) + v.draw(name)/10 }
	}
	name = most(v.spared(), score)
	if name == "" {
		return "", 0
	}
	if v.Evil {
		return name, v.Suspicion(name)
	}
	return name, v.WolfChance(name)
}

// draw returns a number from 0 to 1 that stays the same in a game for the bot and a word.
func (v *Village) draw(word string) float64 {
	return float64(hash(v.Name()+" "+word+" "+strings.Join(v.List(prompt.SectionPlayers), " "))%1000) / 1000
}

// Danger returns how much a player harms the werewolves: a seer whom others believe most.
func (v *Village) Danger(name string) float64 {
	switch {
	case slices.Contains(v.claimants(seer), name):
		return 0.5 + 0.5*v.Trust(name)
	case slices.Contains(v.claimants(medium), name), slices.Contains(v.claimants(doctor), name):
		return 0.6
	}
	return 0.5 * (1 - v.Suspicion(name))
}

// Percent returns how likely a player is what the bot looks for: a werewolf, or for werewolves who
// could give them away.
func (v *Village) Percent(name string) int {
	chance := v.WolfChance(name)
	if v.Evil {
		chance = v.Danger(name)
	}
	return int(math.Round(100 * min(max(chance, 0.03), 0.95)))
}

// Proposed returns whom the werewolves have named last for the attack of this night; "" for nobody.
func (v *Village) Proposed() string {
	for _, l := range slices.Backward(v.Transcript(prompt.SectionTranscript)) {
		if l.Gamemaster && l.Channel == "" {
			return "" // the night has begun with it
		}
		for _, name := range v.spared() {
			if !l.Gamemaster && mouth.Mentions(l.Text, name) {
				return name
			}
		}
	}
	return ""
}

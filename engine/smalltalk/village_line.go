package smalltalk

import (
	"maps"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
)

// villageLines holds what the player says in each moment of a game of Werewolf, by language.
var villageLines = map[string]map[string][]string{"en": readVillageLines("en"), "de": readVillageLines("de")}

func readVillageLines(language string) (lines map[string][]string) {
	readFile("village."+language, &lines)
	return lines
}

// villageMoment is something to say. A pressing one does not wait for its turn.
type villageMoment struct {
	pool     string
	slots    map[string]string
	pressing bool
}

// Say returns what the player says about the game now; "" if there is nothing.
func (v *Village) Say() string {
	for _, m := range v.moments() {
		if text := v.fill(m); text != "" {
			return text
		}
	}
	return ""
}

// Pressing reports whether the player has something to say that the others need to know.
func (v *Village) Pressing() bool {
	for _, m := range v.moments() {
		if m.pressing && v.fill(m) != "" {
			return true
		}
	}
	return false
}

// moments returns what there is to say, the most important first.
func (v *Village) moments() []villageMoment {
	if v.here {
		return v.nightMoments()
	}
	all := append(v.seerMoments(), v.fakeMoments()...)
	all = append(all, v.defence()...)
	all = append(all, v.answers()...)
	return append(all, v.remarks()...)
}

func (v *Village) nightMoments() []villageMoment {
	if slices.ContainsFunc(v.now(), func(l prompt.Line) bool { return l.Name == v.Name() }) {
		return nil // it has named somebody
	}
	if target := v.Proposed(); target != "" {
		return []villageMoment{{"night_yes", map[string]string{"{target}": target}, true}}
	}
	target := most(v.spared(), func(name string) float64 { return v.Danger(name) + v.draw(name)/5 })
	pool := "night"
	if slices.Contains(v.claimants(seer), target) {
		pool = "night_seer"
	}
	return []villageMoment{{pool, map[string]string{"{target}": target}, true}}
}

// now returns the lines since the game master spoke last.
func (v *Village) now() []prompt.Line {
	var since int64
	for _, l := range v.Transcript(prompt.SectionTranscript) {
		if l.Gamemaster && l.Channel == "" {
			since = l.Number
		}
	}
	return slices.DeleteFunc(slices.Clone(v.talk), func(l prompt.Line) bool { return l.Number < since })
}

// rival returns the first other player who claims to be the seer, "" if there is none.
func (v *Village) rival() string {
	for _, name := range v.claimants(seer) {
		if name != v.Name() {
			return name
		}
	}
	return ""
}

func (v *Village) outed() bool { return slices.Contains(v.claimants(seer), v.Name()) }

// accusers returns by how many players the bot is suspected.
func (v *Village) accusers() int {
	by := map[string]bool{}
	for _, c := range v.said {
		for _, x := range c.Of {
			by[c.by] = by[c.by] || x.Player == v.Name() && (x.Role == werewolf || x.Role == mouth.SideEvil)
		}
	}
	maps.DeleteFunc(by, func(_ string, accuses bool) bool { return !accuses })
	return len(by)
}

// defence returns what a suspected player claims to be.
func (v *Village) defence() []villageMoment {
	claimed := slices.ContainsFunc(v.said, func(c claimed) bool {
		return c.by == v.Name() && slices.ContainsFunc(c.Of, func(x mouth.Claim) bool { return x.Player == "" })
	})
	if claimed || v.accusers() < pressed && !v.verdicts(v.rival())[v.Name()] {
		return nil
	}
	pool := "villager"
	if v.role == doctor || v.role == seer {
		pool = v.role
	}
	return []villageMoment{{pool, nil, true}}
}

// answers returns what the player says of seers who have come out.
func (v *Village) answers() (all []villageMoment) {
	seers := slices.DeleteFunc(slices.Clone(v.claimants(seer)), func(name string) bool { return name == v.Name() })
	if len(seers) == 0 {
		return nil
	}
	trust := v.trust
	if v.Evil {
		trust = v.Trust // as one who knows nothing
	}
	best := most(seers, trust)
	others := slices.DeleteFunc(slices.Clone(seers), func(name string) bool { return name == best })
	if len(others) > 0 && !v.saidNow("two") {
		all = append(all, villageMoment{"two", map[string]string{"{seer}": best, "{rival}": others[0]}, false})
	}
	for _, name := range v.others {
		if !v.verdicts(best)[name] {
			continue
		}
		slots := map[string]string{"{seer}": best, "{wolf}": name}
		switch hostile := slices.Contains(v.allies, name); {
		case hostile || trust(best) < 0.4:
			all = append(all, villageMoment{"doubt_seer", slots, false})
		case !v.saidNow("believe"):
			all = append(all, villageMoment{"believe", slots, false})
		}
	}
	if v.verdicts(best)[v.Name()] {
		all = append(all, villageMoment{"doubt_seer", map[string]string{"{seer}": best}, true})
	}
	return all
}

const (
	// earlyLines is how many lines of a day are about its beginning.
	earlyLines = 4
	// namedAbove is the chance from which on a player names a suspect.
	namedAbove = 0.3
)

// remarks returns what can be said without a reason.
func (v *Village) remarks() (all []villageMoment) {
	n := len(v.now())
	switch {
	case n < earlyLines && len(v.night) > 0 && v.rng.IntN(2) == 0 && !v.saidNow("victim"):
		all = append(all, villageMoment{"victim", map[string]string{"{victim}": v.night[len(v.night)-1]}, false})
	case n < 2*earlyLines && len(v.claimants(seer)) == 0 && v.rng.IntN(2) == 0 && !v.saidNow("start"):
		all = append(all, villageMoment{"start", nil, false})
	}
	if name, chance := v.Suspect(); (n >= earlyLines || len(v.others) < earlyLines) && !v.saidNow("suspect") && (chance > namedAbove || v.rng.IntN(3) == 0) {
		all = append(all, villageMoment{"suspect", map[string]string{"{suspect}": name}, false})
	}
	return all
}

// saidNow reports whether the player has said a line of a pool since the game master spoke last.
func (v *Village) saidNow(pool string) bool {
	return slices.ContainsFunc(v.now(), func(l prompt.Line) bool {
		return l.Name == v.Name() && slices.ContainsFunc(v.lines[pool], func(line string) bool { return v.made(line, l.Text) })
	})
}

// made reports whether a text was made from a line, in any style.
func (v *Village) made(line, text string) bool {
	var t template
	_ = t.UnmarshalText([]byte(mouth.Normalise(slotPattern.ReplaceAllString(line, " xslotx ")))) // it always can
	t.fixed = strings.Split(t.text, "xslotx")
	for i := range t.fixed {
		t.fixed[i] = strings.TrimSpace(t.fixed[i])
	}
	t.fixed = slices.DeleteFunc(t.fixed, func(part string) bool { return part == "" })
	return t.fits(mouth.Normalise(text))
}

// fill returns one of the lines of a moment that the player has not said yet, with names.
func (v *Village) fill(m villageMoment) string {
	lines := slices.Clone(v.lines[m.pool])
	v.rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	said := mouth.Normalise(strings.Join(v.OwnLines(), " "))
	for _, line := range lines {
		text := line
		for _, slot := range slotPattern.FindAllString(line, -1) {
			if m.slots[slot] == "" {
				text = ""
				break
			}
			text = strings.ReplaceAll(text, slot, m.slots[slot])
		}
		if text != "" && (v.here || !strings.Contains(said, mouth.Normalise(text))) {
			return text
		}
	}
	return ""
}

// aboutVillage returns what the player says about a game of Werewolf, and whether there is nothing
// else to say: at night werewolves only agree.
func (s *Scene) aboutVillage() (text string, done bool) {
	if s.village == nil {
		return "", false
	}
	text = s.village.Say()
	return text, text != "" || s.village.here
}

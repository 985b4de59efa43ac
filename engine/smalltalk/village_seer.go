package smalltalk

import (
	"maps"
	"slices"
)

const (
	// manyResults is how many innocent players a seer knows before it comes out with them.
	manyResults = 2
	// pressed is by how many players a player is suspected before they come out.
	pressed = 2
)

// seerMoments returns what a seer or medium has learnt, and has not told.
func (v *Village) seerMoments() (all []villageMoment) {
	told, rival := v.verdicts(v.Name()), v.rival()
	for _, name := range slices.Sorted(maps.Keys(v.results)) {
		wolf := v.results[name]
		_, done := told[name]
		switch slots := v.result(name, wolf); {
		case done:
		case v.role == medium && !slices.Contains(v.claimants(medium), v.Name()) && wolf:
			all = append(all, villageMoment{"medium", slots, true})
		case v.role != seer:
		case v.outed() && (wolf && !v.isOut(name)):
			all = append([]villageMoment{{"found_more", slots, true}}, all...)
		case v.outed() && !wolf:
			all = append(all, villageMoment{"cleared_more", slots, true})
		case v.outed():
		case rival != "":
			all = append(all, villageMoment{counter(wolf), slots, true})
		case wolf && !v.isOut(name):
			all = append([]villageMoment{{"found", slots, true}}, all...)
		case !wolf && (len(v.results) > manyResults || v.accusers() >= pressed):
			all = append(all, villageMoment{"cleared", slots, true})
		}
	}
	return all
}

// result returns the slots of a line that tells a result.
func (v *Village) result(name string, wolf bool) map[string]string {
	if wolf {
		return map[string]string{"{rival}": v.rival(), "{wolf}": name}
	}
	return map[string]string{"{rival}": v.rival(), "{clean}": name}
}

// counter returns the pool of lines that contradict another seer with a result.
func counter(wolf bool) string {
	if wolf {
		return "counter_wolf"
	}
	return "counter_clean"
}

// Chances with which evil players claim to be the seer, drawn once a game.
const (
	counterChance  = 0.75 // if the seer has found them or a partner
	possessedFirst = 0.5  // the possessed, before anybody else
)

// fakeMoments returns what an evil player makes up who claims to be the seer.
func (v *Village) fakeMoments() []villageMoment {
	rival := v.rival()
	if !v.Evil || !slices.Contains(v.Roles(), seer) || len(v.claimants(seer)) > 1 && !v.outed() {
		return nil
	}
	told := v.verdicts(v.Name())
	fresh := slices.DeleteFunc(v.spared(), func(name string) bool { _, done := told[name]; return done || name == rival })
	target, _ := v.Suspect()
	if !slices.Contains(fresh, target) {
		target = most(fresh, v.draw)
	}
	wolf := v.draw("verdict "+target) < 0.6
	slots := v.result(target, wolf)
	pool := map[bool]string{true: "found", false: "cleared"}[wolf]
	found := slices.ContainsFunc(append(slices.Clone(v.allies), v.Name()), func(name string) bool { return v.verdicts(rival)[name] })
	switch {
	case target == "" || len(v.now()) < 2:
		return nil
	case v.outed() && len(told) <= len(v.exiled):
		return []villageMoment{{pool + "_more", slots, true}}
	case v.outed():
		return nil
	case rival != "" && found && v.draw("counter") < counterChance, rival != "" && v.role == possessed:
		return []villageMoment{{counter(wolf), slots, true}}
	case rival == "" && v.role == possessed && v.draw("first") < possessedFirst:
		return []villageMoment{{pool, slots, true}}
	}
	return nil
}

package smalltalk

import (
	"cmp"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/session"
)

// hunt is the moment in which the evil players look for Merlin.
const hunt = "hunt"

// questLines holds what the player says in each moment of a quest game, by language.
var questLines = map[string]map[string][]string{"en": readQuestLines("en"), "de": readQuestLines("de")}

func readQuestLines(language string) (lines map[string][]string) {
	readFile("quest."+language, &lines)
	return lines
}

// Say returns what the player says now. A careless player also says what only its role knows, now
// and then.
func (q *Quest) Say(careful bool) string {
	if !careful && q.rng.IntN(3) == 0 {
		if text := q.leak(); text != "" {
			return text
		}
	}
	return q.fill(q.moment(careful), careful)
}

// leak returns a line that gives the player's role away, or "" if it knows nothing.
func (q *Quest) leak() string {
	switch {
	case q.Evil && len(q.knownAs(1)) > 0:
		return q.fill("is_evil", false)
	case q.role == merlin:
		return q.fill("knows_evil", false)
	case q.role == percival && len(q.pair) > 1:
		return q.fill("knows_pair", false)
	}
	return ""
}

// knownAs returns the players who are evil for certain (1) or good (0).
func (q *Quest) knownAs(evil float64) (names []string) {
	for _, name := range q.others {
		if p, ok := q.known[name]; ok && p == evil {
			names = append(names, name)
		}
	}
	return names
}

func (q *Quest) moment(careful bool) string {
	if len(q.record) == 0 {
		return "first_other"
	}
	u := q.record[len(q.record)-1]
	mine := slices.Contains(u.Players, q.Name())
	worked := 0
	for _, r := range q.record {
		if r.Step == session.StepQuest && r.Passed {
			worked++
		}
	}
	first := !slices.ContainsFunc(q.record, func(r session.Ruling) bool { return r.Step == session.StepQuest })
	switch {
	case q.Evil && worked > 2:
		return hunt
	case u.Step == session.StepTeam && u.By == q.Name():
		return map[bool]string{true: "first_own", false: "own"}[first]
	case u.Step == session.StepTeam && first:
		return "first_other"
	case u.Step == session.StepTeam:
		return q.verdict(u.Players, mine, careful)
	case u.Step == session.StepQuest && u.Passed:
		return "worked"
	case u.Step == session.StepQuest && mine:
		return "failed_me"
	case u.Step == session.StepQuest:
		return "failed"
	case u.Step == session.StepApproval && u.Passed:
		return "good_team"
	}
	return "refused"
}

func (q *Quest) verdict(team []string, mine, careful bool) string {
	switch worst := q.extreme(team, careful, 1); {
	case worst != "" && q.chance(worst, careful) > 0.5:
		return "bad_team"
	case !mine && q.rng.IntN(2) == 0:
		return "not_on_it"
	}
	return "good_team"
}

// chance returns how suspicious a player is, for a careful or evil player by the record alone.
func (q *Quest) chance(name string, careful bool) float64 {
	if careful || q.Evil {
		return q.Suspicion(name)
	}
	return q.EvilChance(name)
}

// extreme returns the most suspicious other player (sign 1) or the least (−1), no partners.
func (q *Quest) extreme(names []string, careful bool, sign float64) string {
	best := ""
	for _, name := range names {
		spared := q.Evil && sign > 0 && q.known[name] == 1
		if name != q.Name() && !spared && (best == "" || sign*(q.chance(name, careful)-q.chance(best, careful)) > 0) {
			best = name
		}
	}
	return best
}

// fill returns one of the lines of a moment that the player has not said yet, with names.
func (q *Quest) fill(moment string, careful bool) string {
	var team []string
	if n := len(q.record); n > 0 {
		team = q.record[n-1].Players
	}
	outside := slices.DeleteFunc(slices.Clone(q.others), func(name string) bool { return slices.Contains(team, name) })
	mates := slices.DeleteFunc(slices.Clone(team), func(name string) bool { return name == q.Name() })
	slots := map[string]string{
		"{team}": strings.Join(mates, " and "), "{a}": strings.Join(mates[:min(1, len(mates))], ""),
		"{worst}": cmp.Or(q.extreme(mates, careful, 1), q.extreme(q.others, careful, 1)),
		"{best}":  cmp.Or(q.extreme(outside, careful, -1), q.extreme(q.others, careful, -1)),
		"{evil}":  strings.Join(q.knownAs(1)[:min(1, len(q.knownAs(1)))], ""), "{pair}": strings.Join(q.pair, " or "),
	}
	if moment == hunt {
		slots["{merlin}"] = q.Merlin()
	}
	lines := slices.Clone(q.lines[moment])
	q.rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
	said := mouth.Normalise(strings.Join(q.OwnLines(), " "))
	for _, line := range lines {
		if text, ok := fillSlots(line, slots); ok && !strings.Contains(said, mouth.Normalise(text)) {
			return text
		}
	}
	return ""
}

// fillSlots returns a line with names in its slots, and false if there is no name for one of them.
func fillSlots(line string, slots map[string]string) (string, bool) {
	for slot, name := range slots {
		if strings.Contains(line, slot) && name == "" {
			return "", false
		}
		line = strings.ReplaceAll(line, slot, name)
	}
	return line, true
}

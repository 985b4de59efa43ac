package recon

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"ringer/engine/prompt"
	"ringer/engine/session"
	"ringer/engine/smalltalk"
)

// Skills returns the code that answers each task in place of a model.
func Skills() map[string]prompt.Skill {
	return map[string]prompt.Skill{
		taskFirstOrder: guessOffline, taskFormulate: formulateOffline, taskDraft: prompt.ByRules(draftOffline), taskVanilla: prompt.ByRules(draftOffline),
		taskPrepare: prepareOffline, taskThink: chainOffline, taskCheck: checkOffline, taskSecondOrder: readOffline, taskRefine: refineOffline, taskCoT: chainOffline,
	}
}

func guessOffline(p prompt.Parsed, rng *rand.Rand) any {
	a := firstOrderAnswer{Players: []guessAnswer{}}
	quest, ok := smalltalk.ReadQuest(p, rng)
	village, inVillage := smalltalk.ReadVillage(p, rng)
	known, odds, merlin := p.KnownRoles(), evilOdds(p), ""
	if ok && quest.Evil {
		merlin = quest.Merlin()
	}
	for _, name := range p.List(prompt.SectionPlayers) {
		if name == p.Name() {
			continue
		}
		g := guessAnswer{Name: name, Reason: "what it did so far", Words: "unclear", Role: "a player", Certainty: "unknown", Suspicion: startSuspects}
		if ok {
			g.Role, g.Suspicion = guessRole(quest, name, merlin), int(100*quest.EvilChance(name))
			if side := quest.Words(name); side != "" {
				g.Words = string(side)
			}
			if quest.Evil {
				g.Suspicion = map[bool]int{true: 70, false: 20}[merlin == name]
			}
		}
		if inVillage {
			g.Role, g.Suspicion = "villager", village.Percent(name)
			if village.WolfChance(name) > 0.5 {
				g.Role = "werewolf"
			}
		}
		if percent, shown := odds[name]; shown {
			g.Suspicion, g.Reason = percent, "the odds"
			if g.Role = roleServant; percent > startSuspects {
				g.Role = roleEvil(p.Roles())
			}
		}
		if roles := known[name]; len(roles) == 1 {
			g.Role, g.Certainty, g.Reason = roles[0], certain, "i was told"
		}
		a.Players = append(a.Players, g)
	}
	return a
}

// evilOdds reads how likely each player is evil, in percent, by name.
func evilOdds(p prompt.Parsed) map[string]int {
	percents := map[string]int{}
	for _, line := range p.List(sectionOdds) {
		name, odds, _ := strings.Cut(line, " is evil: ")
		if percent, err := strconv.Atoi(strings.TrimSuffix(odds, " of 100")); err == nil {
			percents[name] = percent
		}
	}
	return percents
}

func guessRole(q *smalltalk.Quest, name, merlin string) string {
	evil := roleEvil(q.Roles())
	switch {
	case q.EvilChance(name) > 0.5:
		return evil
	case merlin == name:
		return roleMerlin
	}
	return roleServant
}

func roleEvil(roles []string) string {
	for _, role := range roles {
		if role == "assassin" || role == "morgana" || role == "minion" {
			return role
		}
	}
	return string(session.Evil)
}

func formulateOffline(p prompt.Parsed, rng *rand.Rand) any {
	return formulateAnswer{
		Goal: "win with my side", SubGoals: []string{"say what i think of the last decision"}, Deception: "anybody may pretend", Thought: "a reason that all can check",
		Written: say(p, rng, false),
	}
}

func draftOffline(p prompt.Parsed, rng *rand.Rand) any {
	return say(p, rng, false)
}

// Like a model without refinement it is not careful.
func chainOffline(p prompt.Parsed, rng *rand.Rand) any {
	return chainAnswer{refineAnswer: refineAnswer{Thought: "one thing after the other", Written: say(p, rng, false)}}
}

// say returns a line. In a game of quests a careless player tells now and then what it should keep
// to itself.
func say(p prompt.Parsed, rng *rand.Rand, careful bool) prompt.Written {
	if quest, ok := smalltalk.ReadQuest(p, rng); ok {
		return prompt.Written{Text: quest.Say(careful)}
	}
	return smalltalk.Read(p, smalltalk.ReadOptions{MaxLines: smalltalk.LinesForWriting}, rng).Write()
}

var givesAway = []string{"i know", "ich weiß", "partner", "is merlin", "ist merlin", "we evil", "wir bösen"}

// readOffline reads a draft as each role would, or each other player without a list of roles.
func readOffline(p prompt.Parsed, _ *rand.Rand) any {
	a := secondOrderAnswer{Readings: []readingAnswer{}}
	draft := strings.ToLower(strings.Join(p.List(sectionDraft), " "))
	for _, word := range givesAway {
		if strings.Contains(draft, word) {
			a.GivesAway = word
		}
	}
	readers := slices.Compact(p.Roles())
	if len(readers) == 0 {
		readers = slices.DeleteFunc(slices.Clone(p.List(prompt.SectionPlayers)), func(name string) bool { return name == p.Name() })
	}
	reads := "a player like everybody else"
	if a.GivesAway != "" {
		reads = "somebody who knows more than others"
	}
	for _, reader := range readers {
		a.Readings = append(a.Readings, readingAnswer{reader, reads})
	}
	return a
}

// refineOffline says the draft, or something careful if it gives something away. Without the second
// order it sees that in half of the cases only.
func refineOffline(p prompt.Parsed, rng *rand.Rand) any {
	draft := strings.Join(p.List(sectionDraft), " ")
	reads := p.List(sectionReads)
	risky := len(reads) > 0 && strings.HasPrefix(reads[len(reads)-1], givesAwayMark)
	if len(reads) == 0 && rng.IntN(2) == 0 {
		risky = readOffline(p, rng).(secondOrderAnswer).GivesAway != ""
	}
	if !risky {
		return refineAnswer{Thought: "it tells nothing", Written: prompt.Written{Text: draft}}
	}
	return refineAnswer{Thought: "it tells too much", Written: say(p, rng, true)}
}

// prepareOffline guesses and drafts as the two stages do.
func prepareOffline(p prompt.Parsed, rng *rand.Rand) any {
	guesses := guessOffline(p, rng).(firstOrderAnswer)
	drafted := refineAnswer{Thought: "a reason that all can check", Written: say(p, rng, false)}
	if len(p.Roles()) > 0 {
		return prepareAnswer{guesses, drafted}
	}
	plain := plainAnswer{Players: []plainGuess{}, refineAnswer: drafted}
	for _, g := range guesses.Players {
		plain.Players = append(plain.Players, plainGuess{g.Name, g.Reason, g.Suspicion})
	}
	return plain
}

// checkOffline says the draft, or another line if it gives something away or was said before.
func checkOffline(p prompt.Parsed, rng *rand.Rand) any {
	read := readOffline(p, rng).(secondOrderAnswer)
	a := checkAnswer{ReadsAs: "a player like everybody else", GivesAway: read.GivesAway, Written: prompt.Written{Text: strings.Join(p.List(sectionDraft), " ")}}
	if read.GivesAway != "" || len(p.List(sectionSaid)) > 0 {
		a.Written = say(p, rng, true)
	}
	return a
}

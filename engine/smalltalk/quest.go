package smalltalk

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ringer/engine/mouth"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// Quest is what the offline player makes of a game such as Avalon, by simple rules.
type Quest struct {
	prompt.Parsed
	Evil   bool
	role   string
	others []string
	record []session.Ruling
	// known holds how likely players are evil whose side the bot knows: 0 or 1.
	known map[string]float64
	// pair are the players of whom one is Merlin, for Percival.
	pair   []string
	lines  map[string][]string
	rng    *rand.Rand
	doubts map[string]map[string]int
}

// The roles that know or hide something.
const (
	merlin   = "merlin"
	percival = "percival"
	morgana  = "morgana"
)

var goodRoles = []string{merlin, percival, "servant"}

// ReadQuest reads a prompt of a game with quests. It returns false if the game has no list of
// roles.
func ReadQuest(p prompt.Parsed, rng *rand.Rand) (*Quest, bool) {
	roles := p.Roles()
	if len(roles) == 0 || !slices.Contains(roles, merlin) && !strings.Contains(strings.Join(roles, " "), "minion") {
		return nil, false
	}
	q := &Quest{Parsed: p, role: strings.ToLower(p.Role()), record: p.Record(), known: map[string]float64{}, doubts: map[string]map[string]int{}, rng: rng}
	q.Evil = q.role != "" && !slices.Contains(goodRoles, q.role)
	for _, name := range p.List(prompt.SectionPlayers) {
		if name != p.Name() {
			q.others = append(q.others, name)
		}
	}
	known := p.KnownRoles()
	for _, name := range slices.Sorted(maps.Keys(known)) {
		roles, good := known[name], 0
		for _, role := range roles {
			if slices.Contains(goodRoles, role) {
				good++
			}
		}
		switch good {
		case 0:
			q.known[name] = 1
		case len(roles):
			q.known[name] = 0
		}
		if slices.Contains(roles, merlin) {
			q.pair = append(q.pair, name)
		}
	}
	slices.Sort(q.pair)
	q.lines = questLines["en"]
	if strings.Contains(p.Language(), "German") {
		q.lines = questLines["de"]
	}
	return q, true
}

// Weights of what a player did, as log-odds of being evil. They are rules of thumb.
const (
	evilShare     = -0.7 // the odds of a player about whom nothing is known: one of three
	failedMember  = 1.5  // on the team of a failed quest, for each vote for failure and member
	workedMember  = -0.5 // on the team of a quest that has succeeded
	failedLeader  = 0.4  // has proposed a team that failed
	failedVoter   = 0.3  // has approved it
	failedRefuser = -0.3 // has refused it
)

// Suspicion returns how likely a player is evil, as everybody can judge it: by the record alone.
func (q *Quest) Suspicion(name string) float64 {
	score := evilShare
	var leader string
	var answers map[string]string
	for _, u := range q.record {
		switch u.Step {
		case session.StepTeam:
			leader = u.By
		case session.StepApproval:
			answers = u.Answers
		case session.StepQuest:
			on := slices.Contains(u.Players, name)
			switch {
			case u.Passed && on:
				score += workedMember
			case !u.Passed:
				if on {
					score += failedMember * 2 * float64(max(1, u.Fails)) / float64(len(u.Players))
				}
				if leader == name {
					score += failedLeader
				}
				score += map[string]float64{session.Yes: failedVoter, session.No: failedRefuser}[answers[name]]
			}
		}
	}
	return 1 / (1 + math.Exp(-score))
}

// EvilChance returns how likely a player is evil, with what the bot knows.
func (q *Quest) EvilChance(name string) float64 {
	if name == q.Name() {
		return map[bool]float64{true: 1}[q.Evil]
	}
	if p, ok := q.known[name]; ok {
		return p
	}
	return q.Suspicion(name)
}

// Approve returns how much the player is for the team that was proposed last, from 0 to 1. A good
// player asks that nobody on it is suspicious, unless it is the last team that may be refused. An
// evil player wants an evil player on it.
func (q *Quest) Approve(last bool) float64 {
	var team []string
	refused := 0
	for _, u := range q.record {
		switch {
		case u.Step == session.StepTeam:
			team = u.Players
		case u.Step == session.StepQuest:
			refused = 0
		case u.Step == session.StepApproval && !u.Passed:
			refused++
		}
	}
	clean, evil := 1.0, 0
	for _, name := range team {
		p := q.EvilChance(name)
		if clean *= 1 - p; p > 0.9 {
			evil++
		}
	}
	switch {
	case q.Evil && evil > 0, !q.Evil && last:
		return 0.9
	case q.Evil:
		return 0.25
	case clean == 0:
		return 0
	}
	most := math.Pow(1-1/(1+math.Exp(-evilShare)), float64(max(1, len(team)-1))) // a team of which nothing is known
	return min(max(0.5+0.8*(clean/most-goodEnough)+0.1*float64(refused), 0.05), 0.95)
}

// goodEnough is how clean a team must be beside an unknown one: people approve most first teams.
const goodEnough = 0.6

// MerlinChance returns how likely a player is Merlin, relative to the others, for somebody who
// knows who is evil: Merlin refuses teams with evil players and approves clean ones, and doubts
// evil players aloud.
func (q *Quest) MerlinChance(name string) float64 {
	if q.EvilChance(name) > 0.5 {
		return 0
	}
	score := 0.0
	for _, u := range q.record {
		dirty := slices.ContainsFunc(u.Players, func(p string) bool { return q.EvilChance(p) > 0.5 })
		switch {
		case u.Step == session.StepApproval && u.Answers[name] != "":
			if dirty == (u.Answers[name] == session.No) {
				score += 0.5
			} else {
				score -= 0.5
			}
		case u.Step == session.StepTeam && u.By == name && dirty:
			score--
		}
	}
	doubts := q.Doubts(name)
	for _, doubted := range slices.Sorted(maps.Keys(doubts)) {
		n := doubts[doubted]
		if q.EvilChance(doubted) > 0.5 {
			score += 0.4 * float64(n)
		} else {
			score -= 0.4 * float64(n)
		}
	}
	return math.Exp(score)
}

// doubting are the words with which a line doubts the player that it names.
var doubting = []string{
	"evil", "böse", "not", "nicht", "don't", "dont", "against", "dagegen", "out", "weglassen", "instead", "statt", "swap", "tauschen", "sus", "suspicious", "doubt", "failed", "it's", "look",
}

// Doubts counts how often a player has doubted each of the others aloud.
func (q *Quest) Doubts(name string) map[string]int {
	if doubts, ok := q.doubts[name]; ok {
		return doubts
	}
	doubts := map[string]int{}
	q.doubts[name] = doubts
	for _, l := range q.Transcript(prompt.SectionTranscript) {
		if l.Name != name || l.Gamemaster || !slices.ContainsFunc(doubting, func(w string) bool { return mouth.Mentions(l.Text, w) }) {
			continue
		}
		for _, other := range append(slices.Clip(q.others), q.Name()) {
			if other != name && mouth.Mentions(l.Text, other) {
				doubts[other]++
			}
		}
	}
	return doubts
}

// Words says how the lines of a player read: evil if it doubts players who are likely good or the
// bot itself, good if it doubts players who are likely evil, else unclear.
func (q *Quest) Words(name string) session.Side {
	sum := 0.0
	doubts := q.Doubts(name)
	for _, doubted := range slices.Sorted(maps.Keys(doubts)) {
		sum += (q.EvilChance(doubted) - 0.4) * float64(doubts[doubted])
	}
	switch {
	case sum > 0.3:
		return session.Good
	case sum < -0.3:
		return session.Evil
	}
	return ""
}

// Merlin returns the player who looks most like Merlin; "" if there is none.
func (q *Quest) Merlin() string {
	best, most := "", 0.0
	for _, name := range q.others {
		if p := q.MerlinChance(name); p > most {
			best, most = name, p
		}
	}
	return best
}

package recording

import (
	"regexp"
	"slices"
	"strings"

	"ringer/engine/referee"
	"ringer/engine/session"
)

const (
	// Avalon is the id of the rules of quest games.
	Avalon = "avalon"
	// resistance names the rules of quest games without special roles.
	resistance = "resistance"
	Merlin     = "merlin"
	Assassin   = "assassin"
)

// resistanceText is what a bot is told in a game without special roles.
const resistanceText = "Each player has a secret role: servants are good, and minions are evil. There are up to five quests. The leader proposes a team for the quest, " +
	"all talk about it, and all vote on it. A majority of yes sends the team. Otherwise the next player leads and proposes another team. Each player of a team then chooses " +
	"success or fail in secret. Only a minion can choose fail, and one fail is enough. Good wins when three quests have succeeded. Evil wins when three quests have failed, " +
	"or when five teams in a row were refused. The minions know each other."

// Ruled is a ruling that the game master of a recorded quest game announced.
type Ruled struct {
	At session.Millis
	session.Ruling
	// Line is the index of the message that says so.
	Line int
}

var (
	teamLine     = regexp.MustCompile(`^(.+) proposed a party: (.+)$`)
	answersLine  = regexp.MustCompile(`(?i)^party vote (?:outcome|summary): (.+)$`)
	approvalLine = regexp.MustCompile(`(?i)^(?:vote (succeeded|failed)!|the party has been (approved|rejected)!)`)
	questLine    = regexp.MustCompile(`(?i)^(?:the )?quest (?:has )?(succeeded|failed)!`)
	foundLine    = regexp.MustCompile(`(?i)^the assassin (identified|didn't find) merlin`)
	questWonLine = regexp.MustCompile(`(?i)\b(good wins|forces of good win|evil wins|evil has failed three quests)\b`)
)

// Quests reports whether a game is one of quests.
func (g *Game) Quests() bool { return g.Rules == Avalon || g.Rules == resistance }

// Rulings returns what was decided in a quest game, in order. A leader may propose another team
// before the vote. Recordings do not say how many let a quest fail: Fails is the least that is
// possible. Nor do they say whom the assassin has named for Merlin: Players is empty if that was
// somebody else.
func (g *Game) Rulings() []Ruled {
	if !g.Quests() {
		return nil
	}
	r := rulingReader{Game: g}
	for i, m := range g.Messages {
		if m.Kind == session.FromGamemaster {
			r.read(strings.TrimSpace(m.Text), Ruled{At: Millis(m.At), Line: i})
		}
	}
	return r.rulings
}

// VotedRulings returns the rulings without teams that nobody voted on: those in whose place the
// leader has proposed another one.
func (g *Game) VotedRulings() (voted []Ruled) {
	all := g.Rulings()
	for i, r := range all {
		if r.Step != session.StepTeam || i+1 < len(all) && all[i+1].Step == session.StepApproval {
			voted = append(voted, r)
		}
	}
	return voted
}

type rulingReader struct {
	*Game
	team    []string
	answers map[string]string
	quests  int
	rulings []Ruled
}

// read adds a ruling if the text announces one. What is said about strangers is left out.
func (r *rulingReader) read(text string, d Ruled) {
	if found := teamLine.FindStringSubmatch(text); found != nil {
		d.Step, d.By, d.Players = session.StepTeam, found[1], strings.Split(found[2], ", ")
		if strange := func(name string) bool { _, ok := r.SeatFor(name); return !ok }; strange(d.By) || slices.ContainsFunc(d.Players, strange) {
			return
		}
		r.team, r.answers = d.Players, nil
	} else if found := answersLine.FindStringSubmatch(text); found != nil {
		r.answers = map[string]string{}
		for _, part := range strings.Split(found[1], ", ") {
			if name, answer, ok := strings.Cut(part, ": "); ok {
				r.answers[name] = answer
			}
		}
		return
	} else if found := approvalLine.FindStringSubmatch(text); found != nil && r.answers != nil {
		d.Step, d.Players, d.Answers = session.StepApproval, r.team, r.answers
		d.Passed = strings.EqualFold(found[1], "succeeded") || strings.EqualFold(found[2], "approved")
	} else if found := questLine.FindStringSubmatch(text); found != nil && r.team != nil {
		r.quests++
		d.Step, d.Players, d.Passed = session.StepQuest, r.team, strings.EqualFold(found[1], "succeeded")
		if d.Fails = 1; d.Passed {
			d.Fails = 0
		} else if r.quests == 4 && len(r.Players) >= 7 {
			d.Fails = 2
		}
	} else if found := foundLine.FindStringSubmatch(text); found != nil {
		d.Step, d.By, d.Passed = session.StepAssassination, r.WithRole(Assassin), strings.EqualFold(found[1], "identified")
		if d.Passed {
			d.Players = []string{r.WithRole(Merlin)}
		}
	}
	if d.Step != "" {
		r.rulings = append(r.rulings, d)
	}
}

// WithRole returns the first player with a role.
func (g *Game) WithRole(role string) string {
	for _, p := range g.Players {
		if p.Role == role {
			return p.Name
		}
	}
	return ""
}

// QuestWinner returns the side that won a quest game, or nothing if the game broke off.
func (g *Game) QuestWinner() session.Side {
	for _, m := range slices.Backward(g.Messages) {
		if found := questWonLine.FindString(m.Text); found != "" && m.Kind == session.FromGamemaster {
			if strings.Contains(strings.ToLower(found), string(session.Good)) {
				return session.Good
			}
			return session.Evil
		}
	}
	return ""
}

// Deal returns what the players of a quest game know from the start. It returns nothing for other
// games, and for players or roles that the rules do not take.
func (g *Game) Deal() *session.Deal {
	rules, ok := referee.Find(Avalon)
	if !ok || !g.Quests() {
		return nil
	}
	d, err := rules.Deal(g.Start())
	if err != nil {
		return nil
	}
	return &d
}

// Start returns the players and roles of the game as a referee takes them.
func (g *Game) Start() referee.Start {
	s := referee.Start{Roles: map[string]string{}, Speed: 1}
	for _, p := range g.Players {
		s.Players = append(s.Players, session.Player{ID: p.Name, Name: p.Name})
		s.Roles[p.Name] = p.Role
	}
	return s
}

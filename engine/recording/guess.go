package recording

import (
	"fmt"
	"slices"

	"ringer/engine/session"
)

// Belief is what a player of a recorded quest game wrote down about another.
type Belief struct {
	Player string `json:"player"`
	About  string `json:"about"`
	// Role is a role. It may also be good, evil, minion for evil, or undecided.
	Role string `json:"role"`
	// Quest is the number of the quest that was discussed, from 1. After the last quest it is one
	// more.
	Quest int `json:"quest"`
}

// MerlinVote is the id of the vote in which the assassin names Merlin.
const MerlinVote = "assassination"

// GuessVote returns the id of the vote at the end of a quest, counted from 1.
func GuessVote(quest int) string { return fmt.Sprintf("guess-%d", quest) }

// guessRequests returns what the bot in a seat is asked at the end of a quest. It is asked for
// Merlin if it is the assassin, and that was the last quest.
func (g *Game) guessRequests(seat Player, quest int, last bool, speed float64) []session.VoteRequest {
	within := wallMillis(voteWindow, speed)
	q := session.VoteRequest{ID: GuessVote(quest), Kind: session.LabelEach, Question: "Which role does each player have?", Within: within}
	for _, role := range g.roles() {
		q.Labels = append(q.Labels, session.Label{ID: role})
	}
	all := []session.VoteRequest{q}
	if d := g.Deal(); last && seat.Role == Assassin && d != nil {
		q := session.VoteRequest{ID: MerlinVote, Kind: session.ChooseOne, Step: session.StepAssassination, Question: "Who is Merlin?", Within: within}
		for _, p := range g.Players {
			if p.Name != seat.Name && !slices.Contains(d.Allies[seat.Name], p.Name) {
				q.Options = append(q.Options, session.Option{ID: p.Name})
			}
		}
		all = append(all, q)
	}
	return all
}

func (g *Game) roles() []string {
	var all []string
	for _, p := range g.Players {
		all = append(all, p.Role)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// CountQuests counts the quests of the game that were finished, and those that have succeeded.
func (g *Game) CountQuests() (all, passed int) {
	for _, r := range g.Rulings() {
		if r.Step != session.StepQuest {
			continue
		}
		if all++; r.Passed {
			passed++
		}
	}
	return all, passed
}

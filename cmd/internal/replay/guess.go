package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/cmd/internal/client"
	"ringer/engine/deduction"
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

// guesses are what the bot takes the others for in a quest game. It is asked for their roles at
// the end of each quest, and as the assassin also for Merlin after the last quest.
type guesses struct {
	// Rounds has one entry for each quest.
	Rounds []guessRound `json:"rounds"`
	// Merlin is whom the bot names for Merlin. It is empty if the bot has not answered.
	Merlin string `json:"merlin,omitempty"`
	// MerlinRight says that this is Merlin. It is nil if the bot was not asked.
	MerlinRight *bool `json:"merlin_right,omitempty"`
}

// guessRound is what the bot takes the others for at the end of one quest.
type guessRound struct {
	// Roles holds the role of each other player, by name. It is empty if the bot has not answered.
	Roles map[string]string `json:"roles"`
	// Deduced holds the likeliest role of each other player by the rules of probability alone.
	Deduced    map[string]string  `json:"deduced"`
	AnsweredBy session.AnsweredBy `json:"answered_by,omitempty"`
}

// merlinVote is the id of the vote in which the assassin names Merlin.
const merlinVote = "assassination"

// guessVote returns the id of the vote at the end of a quest, counted from 1.
func guessVote(quest int) string { return fmt.Sprintf("guess-%d", quest) }

// guessRequests returns what the bot in a seat is asked at the end of a quest. It is asked for
// Merlin if it is the assassin, and that was the last quest.
func (g *Game) guessRequests(seat Player, quest int, last bool, speed float64) []session.VoteRequest {
	within := wallMillis(voteWindow, speed)
	q := session.VoteRequest{ID: guessVote(quest), Kind: session.LabelEach, Question: "Which role does each player have?", Within: within}
	for _, role := range g.roles() {
		q.Labels = append(q.Labels, session.Label{ID: role})
	}
	all := []session.VoteRequest{q}
	if d := g.deal(); last && seat.Role == assassin && d != nil {
		q := session.VoteRequest{ID: merlinVote, Kind: session.ChooseOne, Step: session.StepAssassination, Question: "Who is Merlin?", Within: within}
		for _, p := range g.Players {
			if p.Name != seat.Name && !slices.Contains(d.Allies[seat.Name], p.Name) {
				q.Options = append(q.Options, session.Option{ID: p.Name})
			}
		}
		all = append(all, q)
	}
	return all
}

// roles returns the distinct roles of the game, by name.
func (g *Game) roles() []string {
	var all []string
	for _, p := range g.Players {
		all = append(all, p.Role)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// quests counts the quests of the game that were finished, and those that have succeeded.
func (g *Game) quests() (all, passed int) {
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

// newGuesses returns what the bot guessed in a game that was played, or nil if the game has no
// quests.
func newGuesses(g *Game, seat Player, events []client.Event) *guesses {
	if g.deal() == nil {
		return nil
	}
	n := &guesses{}
	if seat.Role == assassin {
		n.MerlinRight = new(bool)
	}
	for _, deduced := range g.deduced(seat) {
		n.Rounds = append(n.Rounds, guessRound{Deduced: deduced})
	}
	for _, h := range events {
		p, ok := h.Event.Data.(*session.VoteCast)
		switch {
		case !ok:
		case p.VoteID == merlinVote:
			n.Merlin = p.Answer.Option
			*n.MerlinRight = n.Merlin == g.withRole(merlin)
		default:
			for i := range n.Rounds {
				if r := &n.Rounds[i]; p.VoteID == guessVote(i+1) {
					r.Roles, r.AnsweredBy = p.Answer.Labels, p.AnsweredBy
				}
			}
		}
	}
	return n
}

// deduced returns the likeliest role of each other player at the end of each quest, as the
// deduction alone sees it from a seat. Of the teams that a leader proposes it is given the last. It
// is not told how many let a quest fail, since nobody recorded that.
func (g *Game) deduced(seat Player) (rounds []map[string]string) {
	d := g.deal()
	setup := deduction.Setup{RoleList: d.RoleList, Me: seat.Name, Role: seat.Role, Known: d.KnownRoles[seat.Name]}
	for _, p := range g.Players {
		setup.Seats = append(setup.Seats, p.Name)
	}
	posterior, err := deduction.New(setup)
	if err != nil {
		panic("replay: deduction: " + err.Error()) // it takes all that the referee deals
	}
	all := g.Rulings()
	for i, r := range all {
		if r.Step == session.StepTeam && (i+1 == len(all) || all[i+1].Step != session.StepApproval) {
			continue
		}
		r.Fails = 0
		_ = posterior.Observe(r.Ruling) // a recording may contradict itself; the deduction goes on
		if r.Step == session.StepQuest {
			rounds = append(rounds, likeliestRoles(posterior.Roles(), seat.Name))
		}
	}
	return rounds
}

// likeliestRoles returns the likeliest role of each player but one. Of equal ones it takes the
// first by name.
func likeliestRoles(chances map[string]map[string]float64, without string) map[string]string {
	best := map[string]string{}
	for player, roles := range chances {
		if player == without {
			continue
		}
		for _, role := range slices.Sorted(maps.Keys(roles)) {
			if was := best[player]; was == "" || roles[role] > roles[was]+1e-9 { // the order of a sum changes less
				best[player] = role
			}
		}
	}
	return best
}

// sideOf returns the side that a word of a belief stands for, or "" if it stands for none.
func sideOf(word string) session.Side {
	switch word = strings.ToLower(word); {
	case word == string(session.Good), deduction.Good(word):
		return session.Good
	case word == "", word == "undecided":
		return ""
	}
	return session.Evil
}

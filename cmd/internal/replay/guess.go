package replay

import (
	"maps"
	"slices"
	"strings"

	"ringer/engine/deduction"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// guesses are what the bot takes the others for in a quest game. It is asked for their roles at
// the end of each quest, and as the assassin also for Merlin after the last quest.
type guesses struct {
	Rounds []guessRound `json:"rounds"`
	// Merlin is whom the bot names for Merlin. It is empty if the bot has not answered.
	Merlin string `json:"merlin,omitempty"`
	// MerlinRight says that this is Merlin. It is nil if the bot was not asked.
	MerlinRight *bool `json:"merlin_right,omitempty"`
}

type guessRound struct {
	// Roles holds the role of each other player, by name. It is empty if the bot has not answered.
	Roles map[string]string `json:"roles"`
	// Deduced holds the likeliest role of each other player by the rules of probability alone.
	Deduced    map[string]string  `json:"deduced"`
	AnsweredBy session.AnsweredBy `json:"answered_by,omitempty"`
}

// newGuesses returns what the bot guessed in a game that was played, or nil if the game has no
// quests.
func newGuesses(g *recording.Game, seat recording.Player, events []recording.Event) *guesses {
	if g.Deal() == nil {
		return nil
	}
	n := &guesses{}
	if seat.Role == recording.Assassin {
		n.MerlinRight = new(bool)
	}
	for _, deduced := range deduced(g, seat) {
		n.Rounds = append(n.Rounds, guessRound{Deduced: deduced})
	}
	for _, h := range events {
		p, ok := h.Event.Data.(*session.VoteCast)
		switch {
		case !ok:
		case p.VoteID == recording.MerlinVote:
			n.Merlin = p.Answer.Option
			*n.MerlinRight = n.Merlin == g.WithRole(recording.Merlin)
		default:
			for i := range n.Rounds {
				if r := &n.Rounds[i]; p.VoteID == recording.GuessVote(i+1) {
					r.Roles, r.AnsweredBy = p.Answer.Labels, p.AnsweredBy
				}
			}
		}
	}
	return n
}

// deduced returns the likeliest role of each other player at the end of each quest, by deduction
// alone. It is not told how many let a quest fail, since nobody recorded that.
func deduced(g *recording.Game, seat recording.Player) (rounds []map[string]string) {
	d := g.Deal()
	setup := deduction.Setup{RoleList: d.RoleList, Me: seat.Name, Role: seat.Role, Known: d.KnownRoles[seat.Name]}
	for _, p := range g.Players {
		setup.Seats = append(setup.Seats, p.Name)
	}
	posterior, err := deduction.New(setup)
	if err != nil {
		panic("replay: deduction: " + err.Error()) // it takes all that the referee deals
	}
	for _, r := range g.VotedRulings() {
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

func sideOf(word string) session.Side {
	switch word = strings.ToLower(word); {
	case word == string(session.Good), deduction.Good(word):
		return session.Good
	case word == "", word == "undecided":
		return ""
	}
	return session.Evil
}

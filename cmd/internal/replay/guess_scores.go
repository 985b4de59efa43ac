package replay

import (
	"fmt"

	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"ringer/engine/session"
)

// hits counts how often players were taken for what they are.
type hits struct {
	// Pairs counts the guesses about a side, and RolePairs those about a role.
	Pairs     int `json:"guesses_of_sides"`
	RolePairs int `json:"guesses_of_roles"`
	Role      int `json:"roles_right"`
	Side      int `json:"sides_right"`
}

// add counts that a player with a role was taken for something. A word that names none of the roles
// tells only a side. A guess that is missing is wrong.
func (n *hits) add(roles map[string]bool, guess, truth string) {
	n.Pairs++
	if sideOf(guess) == sideOf(truth) {
		n.Side++
	}
	if guess != "" && !roles[guess] {
		return
	}
	n.RolePairs++
	if guess == truth {
		n.Role++
	}
}

func (n *hits) cells() string {
	return shareCell(n.Role, n.RolePairs) + "\t" + shareCell(n.Side, n.Pairs)
}

func shareCell(right, of int) string {
	if of == 0 {
		return show.None
	}
	return fmt.Sprintf("%.1f %%", 100*float64(right)/float64(of))
}

// The moments of guesses besides the ends of single quests.
const (
	everyQuest = "all quests"
	gameEnd    = "end"
)

const (
	allSeats  = "all"
	evilSeats = "evil"
)

func seatsOf(role string) string {
	if sideOf(role) == session.Evil {
		return evilSeats
	}
	return role
}

type guessRow struct{ seats, moment string }

type guessScores struct {
	bot, deduced map[guessRow]*hits
	// stated counts what players wrote down, and later what they did from the second quest on.
	stated, later hits
	// before counts the bot's guesses in the same seats about the same players, a quest earlier
	// than later. after counts them at the end of the quest of stated.
	before, after hits
	answered      map[session.AnsweredBy]int
	merlin        merlinScores
}

type merlinScores struct {
	// games and right are about the bot in the seat of the assassin.
	games, right int
	// won and wonRight count the same in games that good had won by quests.
	won, wonRight int
	// named and namedRight are about the recorded players. A recording tells it only if good had
	// won.
	named, namedRight int
}

func newGuessScores(results []Result) *guessScores {
	s := &guessScores{bot: map[guessRow]*hits{}, deduced: map[guessRow]*hits{}, answered: map[session.AnsweredBy]int{}}
	for i := range results {
		if r := &results[i]; r.Guesses != nil {
			s.add(r)
		}
	}
	return s
}

func (s *guessScores) asked() bool { return len(s.bot) > 0 }

func (s *guessScores) add(r *Result) {
	truth, roles := map[string]string{}, map[string]bool{}
	for _, p := range r.recorded.Players {
		truth[p.Name], roles[p.Role] = p.Role, true
	}
	rounds := r.Guesses.Rounds
	for i := range rounds {
		s.answered[rounds[i].AnsweredBy]++
		moments := []string{fmt.Sprint("quest ", i+1), everyQuest}
		if i == len(rounds)-1 {
			moments = append(moments, gameEnd)
		}
		for _, moment := range moments {
			for _, seats := range []string{allSeats, seatsOf(truth[r.Seat])} {
				row := guessRow{seats, moment}
				if s.bot[row] == nil {
					s.bot[row], s.deduced[row] = &hits{}, &hits{}
				}
				for player, deduced := range rounds[i].Deduced {
					s.bot[row].add(roles, rounds[i].Roles[player], truth[player])
					s.deduced[row].add(roles, deduced, truth[player])
				}
			}
		}
	}
	for _, b := range r.recorded.Beliefs {
		if b.Player == r.Seat && b.About != r.Seat && truth[b.About] != "" && sideOf(b.Role) != "" && len(rounds) > 0 {
			s.believe(b, rounds, roles, truth[b.About])
		}
	}
	s.merlin.add(r)
}

// believe counts what the player of the seat wrote down, beside the bot's guesses. Where the player
// named no role, only the side of the bot's guess counts.
func (s *guessScores) believe(b recording.Belief, rounds []guessRound, roles map[string]bool, truth string) {
	guess := func(quest int) string {
		role := rounds[min(quest, len(rounds))-1].Roles[b.About]
		if !roles[b.Role] && role != "" {
			return string(sideOf(role))
		}
		return role
	}
	s.stated.add(roles, b.Role, truth)
	s.after.add(roles, guess(max(b.Quest, 1)), truth)
	if b.Quest > 1 {
		s.later.add(roles, b.Role, truth)
		s.before.add(roles, guess(b.Quest-1), truth)
	}
}

func (n *merlinScores) add(r *Result) {
	right := r.Guesses.MerlinRight
	if right == nil {
		return
	}
	n.games++
	_, passed := r.recorded.CountQuests()
	won := passed >= questsToWin
	if won {
		n.won++
	}
	if *right {
		n.right++
		if won {
			n.wonRight++
		}
	}
	for _, u := range r.recorded.Rulings() {
		if u.Step == session.StepAssassination {
			n.named++
			if u.Passed {
				n.namedRight++
			}
		}
	}
}

const questsToWin = 3

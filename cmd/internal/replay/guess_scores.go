package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

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

// printGuesses prints whom the bot took for what in quest games. It prints nothing about other
// games.
func printGuesses(w io.Writer, results []Result) {
	s := newGuessScores(results)
	if !s.asked() {
		return
	}
	fmt.Fprint(w, "\nThe guesses of roles, asked for at the end of each quest:\n\n")
	t := show.Columns(w)
	fmt.Fprintln(t, "seats\tmoment\tguesses\trole right\tside right\tdeduction: role\tside\t")
	for _, row := range s.rows() {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t\n", row.seats, row.moment, s.bot[row].Pairs, s.bot[row].cells(), s.deduced[row].cells())
	}
	t.Flush()
	if s.stated.Pairs > 0 {
		fmt.Fprintln(t, "\nwhat players wrote down, and ringer of the same\troles\tright\tsides\tright\t")
		for _, row := range []struct {
			name string
			hits
		}{{recordedKind, s.stated}, {"ringer, at the end of that quest", s.after}, {"recorded, from quest 2 on", s.later}, {"ringer, a quest earlier", s.before}} {
			fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%s\t\n", row.name, row.RolePairs, shareCell(row.Role, row.RolePairs), row.Pairs, shareCell(row.Side, row.Pairs))
		}
		t.Flush()
	}
	var by []string
	for _, a := range []session.AnsweredBy{session.ByModel, session.ByMind, session.ByFallback, ""} {
		if n := s.answered[a]; n > 0 {
			by = append(by, fmt.Sprintf("%s %d", cmp.Or(string(a), "never"), n))
		}
	}
	fmt.Fprintf(w, "\nanswered by: %s\n", strings.Join(by, ", "))
	if m := &s.merlin; m.games > 0 {
		fmt.Fprintf(w, "ringer names Merlin as the assassin in %d of %d games; where good had won the quests, in %d of %d, and the recorded\nassassin in %d of %d\n",
			m.right, m.games, m.wonRight, m.won, m.namedRight, m.named)
	}
}

// rows returns the rows of the table: all seats by quest, then each kind of seat.
func (s *guessScores) rows() []guessRow {
	order := func(r guessRow) int {
		n := 100 * slices.Index([]string{allSeats, "servant", "percival", recording.Merlin, evilSeats}, r.seats)
		return n + slices.Index([]string{everyQuest, gameEnd}, r.moment) // −1 for a single quest
	}
	rows := slices.SortedFunc(maps.Keys(s.bot), func(a, b guessRow) int {
		return cmp.Or(order(a)-order(b), strings.Compare(a.moment, b.moment))
	})
	return slices.DeleteFunc(rows, func(r guessRow) bool {
		return r.seats != allSeats && r.moment != everyQuest && r.moment != gameEnd
	})
}

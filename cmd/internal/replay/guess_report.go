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

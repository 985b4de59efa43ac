package deduction

import (
	"encoding/json"
	"fmt"
	"io"

	"ringer/engine/deduction"
)

// Fit writes the weights that fit the recorded games of the files, as JSON.
func Fit(out io.Writer, files []string) error {
	recordings, err := load(files)
	if err != nil {
		return err
	}
	var games []deduction.Game
	for i := range recordings {
		games = append(games, course(&recordings[i]))
	}
	w, err := deduction.Fit(games)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(w)
}

// Check writes how often the deduction is right in each game, with weights fitted to the others.
func Check(out io.Writer, files []string) error {
	recordings, err := load(files)
	if err != nil {
		return err
	}
	j, err := judge(recordings)
	if err != nil {
		return err
	}
	for _, rules := range []string{"avalon", "resistance"} {
		for _, informed := range []bool{false, true} {
			j.report(out, rules, informed)
		}
		j.calibration(out, rules)
	}
	fmt.Fprintf(out, "The assassin names Merlin in %d of %d games; in those that good had won, in %d of %d, and people in %d.\n", j.named, j.games, j.merlin, j.won, j.found)
	return nil
}

func (j *judgement) report(out io.Writer, rules string, informed bool) {
	who := "players who do not know the sides"
	if informed {
		who = "Merlin and evil players"
	}
	fmt.Fprintf(out, "%s, as seen by %s\n%10s %8s %6s %6s %6s %9s %9s\n", rules, who, "moment", "sees", "pairs", "role", "side", "role loss", "side loss")
	for _, moment := range []string{"quests", "end", "beliefs"} {
		for _, m := range models {
			t := j.rows[key{rules, moment, informed, m.name}]
			if t == nil {
				continue
			}
			fmt.Fprintf(out, "%10s %8s %6d %6.3f %6.3f %9.3f %9.3f\n", moment, m.name, t.pairs, per(t.role, t.pairs), per(t.side, t.pairs), per(t.roleLoss, t.pairs), per(t.sideLoss, t.pairs))
		}
	}
	if n := j.people[informed]; rules == "avalon" && n.pairs > 0 {
		fmt.Fprintf(out, "%10s %8s %6d %6.3f %6.3f\n", "beliefs", "people", n.pairs, per(n.role, n.pairs), per(n.side, n.pairs))
	}
	fmt.Fprintln(out)
}

// calibration writes how often players were evil, by the chance that was given for it. It is about
// the ends of quests, and players who do not know the sides.
func (j *judgement) calibration(out io.Writer, rules string) {
	t := j.rows[key{rules, "quests", false, "all"}]
	if t == nil {
		return
	}
	fmt.Fprintf(out, "%10s %6s %6s\n", "evil", "pairs", "true")
	for i, n := range t.said {
		fmt.Fprintf(out, "%4.1f – %.1f %6d %6.2f\n", float64(i)/bins, float64(i+1)/bins, n, per(t.was[i], n))
	}
	fmt.Fprintln(out)
}

package verdict

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"ringer/cmd/internal/show"
	"ringer/engine/recording"
	"slices"
	"strings"
)

// mostSeeds is how many seeds are tried, so that the referee draws ties as the recorded game master
// did. Five ties of two need 32 on average.
const mostSeeds = 1000

// Judge plays each game of Mafia and each quest game of a file through the referee, and prints
// where the two disagree.
func Judge(w io.Writer, file string) error {
	games, err := recording.Load(file)
	if err != nil {
		return err
	}
	var verdicts []*trial
	var quests []*questTrial
	for i := range games {
		if len(games[i].Rulings()) > 0 {
			t, err := judgeQuests(&games[i])
			if err != nil {
				return fmt.Errorf("game %s: %w", games[i].ID, err)
			}
			quests = append(quests, t)
		}
		if len(games[i].Course()) == 0 {
			continue
		}
		v, err := judge(&games[i])
		if err != nil {
			return fmt.Errorf("game %s: %w", games[i].ID, err)
		}
		verdicts = append(verdicts, v)
	}
	if len(verdicts)+len(quests) == 0 {
		return errors.New(file + " holds no Mafia game and no quest game whose game master announces what happens; docs/replay.md says how")
	}
	if len(verdicts) > 0 {
		printVerdicts(w, verdicts)
	}
	if len(quests) > 0 {
		printQuests(w, quests)
	}
	return nil
}

// judge plays one game with the first seed that draws as was recorded. If there is none, the seed
// with the longest agreement counts.
func judge(g *recording.Game) (best *trial, err error) {
	for seed := int64(1); seed <= mostSeeds; seed++ {
		t := newTrial(g, seed, options(g))
		if t.refused != nil {
			return &t, nil
		}
		if err := t.play(g.Course()); err != nil {
			return nil, err
		}
		if best == nil || t.agreed() > best.agreed() {
			best = &t
		}
		if n := len(t.decided); n == 0 || !t.decided[n-1].differs() || !t.decided[n-1].mayBeDrawn() {
			break // no other draw would help
		}
	}
	return best, nil
}

func (v *trial) agreed() (n int) {
	for i := range v.decided {
		if !v.decided[i].differs() {
			n++
		}
	}
	return n
}

func (v *trial) winner() string {
	if v.refused != nil {
		return ""
	}
	winners := v.ref.Result().Winners
	for _, p := range v.game.Players {
		if slices.Contains(winners, p.Name) {
			return p.Role
		}
	}
	return ""
}

func (v *trial) agrees() bool {
	return v.refused == nil && v.stray == "" && v.spare == 0 && v.agreed() == len(v.decided) && v.winner() == v.game.Winner()
}

func (v *trial) draws() (n int) {
	for _, d := range v.decided {
		if d.ballot.Drawn {
			n++
		}
	}
	return n
}

func printVerdicts(w io.Writer, all []*trial) {
	t := show.Columns(w)
	fmt.Fprintln(t, "game\tdays\tvotes\tout by the recording\tby the referee\tdrawn\tseed\twinner recorded\tby the referee\tagree\t")
	agree, results, same, drawn := 0, 0, 0, 0
	var notes []string
	for _, v := range all {
		course := v.game.Course()
		days := course[len(course)-1].Day
		recorded := 0
		var out, refereed []string
		for _, r := range course {
			if r.Kind == recording.PlayerOut {
				out = append(out, r.Player)
			}
			if r.Kind == recording.VoteAsked {
				recorded++
			}
		}
		for _, d := range v.decided {
			refereed = append(refereed, d.ballot.Chosen)
		}
		theirs := strings.Join(refereed, " ")
		if slices.Equal(out, refereed) {
			theirs = "the same"
		}
		answer := "no"
		if v.agrees() {
			answer = "yes"
			agree++
		}
		results, same, drawn = results+len(v.decided), same+v.agreed(), drawn+v.draws()
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t\n", v.game.ID, days, recorded, strings.Join(out, " "), theirs, v.draws(), v.seed,
			cmp.Or(v.game.Winner(), show.None), cmp.Or(v.winner(), show.None), answer)
		for _, note := range v.notes() {
			notes = append(notes, v.game.ID+", "+note)
		}
	}
	t.Flush()
	fmt.Fprintf(w, "\n%d of %d games agree, and %d of %d results. %d results follow from the votes, and %d were drawn by lot.\n",
		agree, len(all), same, results, results-drawn, drawn)
	for _, note := range notes {
		fmt.Fprintln(w, note)
	}
}

func (v *trial) notes() (notes []string) {
	if v.refused != nil {
		return []string{"the referee does not take the game: " + v.refused.Error()}
	}
	for i := range v.decided {
		d := &v.decided[i]
		when := fmt.Sprintf("%s %d: ", d.recorded.Phase, d.recorded.Day)
		switch {
		case d.ballot.Drawn && !d.differs():
			notes = append(notes, when+d.tie()+d.missing()+" Drawn by lot; the recording has "+d.recorded.Player+", and the seed draws the same.")
		case d.ballot.Drawn:
			notes = append(notes, when+d.tie()+d.missing()+" Drawn by lot; but the recording has "+d.recorded.Player+".")
		case d.differs():
			notes = append(notes, fmt.Sprintf("%s%s has most votes, but the recording has %s.%s", when, d.ballot.Chosen, d.recorded.Player, d.missing()))
		}
	}
	if v.void > 0 {
		notes = append(notes, fmt.Sprintf("votes without a result: %d. The recorded game master began the phase again, so the referee went back, too.", v.void))
	}
	if v.stray != "" {
		notes = append(notes, "the end: "+v.stray+".")
	}
	if v.spare > 0 {
		notes = append(notes, fmt.Sprintf("the end: by the rules %s has won here, but the recording goes on; results that follow: %d.", v.winner(), v.spare))
	}
	if v.game.Winner() == "" {
		notes = append(notes, "the end: the recording has no winner.")
	} else if v.winner() == "" {
		notes = append(notes, "the end: the referee sees no winner yet.")
	}
	return notes
}

// mayBeDrawn reports whether the referee has drawn the result, and could have drawn the recorded
// one.
func (d *decided) mayBeDrawn() bool {
	first, most := d.first()
	return d.ballot.Drawn && (most == 0 || slices.Contains(first, d.recorded.Player))
}

func (d *decided) first() (names []string, most int) {
	for name, n := range d.ballot.Tally {
		if n > most {
			names, most = nil, n
		}
		if n == most {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, most
}

func (d *decided) tie() string {
	first, most := d.first()
	if most == 0 {
		return "no vote counts."
	}
	return fmt.Sprintf("%s have %d each.", strings.Join(first, " and "), most)
}

func (d *decided) missing() string {
	if len(d.ballot.Silent) == 0 {
		return ""
	}
	return " No vote is recorded of " + strings.Join(d.ballot.Silent, " and ") + "."
}

package suspicion

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
)

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

var figureHead = []string{"lines", "accuracy", "balanced", "F1 bot", "F1 person", "AUC", "ECE", "ECE balanced"}

// Where there are only people or only bots, some figures mean nothing.
func (f *figures) cells() []string {
	cells := []string{strconv.Itoa(f.lines), decimal(f.accuracy), show.None, show.None, show.None, show.None, decimal(f.plain.error), show.None}
	if !f.onlyPeople() && !f.onlyBots() {
		copy(cells[2:], []string{decimal(f.balanced), decimal(f.f1Bot), decimal(f.f1Human), decimal(f.auc), decimal(f.plain.error), decimal(f.even.error)})
	}
	return cells
}

func (t *study) domainTable(all *figures) table {
	lines := map[string][]scored{}
	for _, s := range t.held {
		rules := t.games[s.game].Rules
		lines[rules] = append(lines[rules], s)
	}
	tab := table{
		Title: "Figures", Head: append([]string{"domain"}, figureHead...), Rows: [][]string{append([]string{"all"}, all.cells()...)},
		Note: "ECE is the expected calibration error in ten bins. In the balanced one people and bots of a domain weigh the same.",
	}
	for _, rules := range slices.Sorted(maps.Keys(lines)) {
		tab.Rows = append(tab.Rows, append([]string{rules}, measure(lines[rules], t.weigh).cells()...))
	}
	return tab
}

func confusionTable(f *figures) table {
	row := func(name string, n [2]int) []string { return []string{name, strconv.Itoa(n[0]), strconv.Itoa(n[1])} }
	return table{Title: "Confusion", Head: []string{"written by", "called a person", "called a bot"}, Rows: [][]string{row("a person", f.confusion[0]), row("a bot", f.confusion[1])}}
}

func (t *study) botTable() table {
	type writer struct {
		bot  bool
		name string
	}
	lines := map[writer][]scored{}
	for _, s := range t.held {
		w := writer{s.bot(), "people of " + t.games[s.game].Rules}
		if s.bot() {
			w.name = botName(t.games[s.game], s.sender)
		}
		lines[w] = append(lines[w], s)
	}
	tab := table{Title: "By writer", Head: []string{"writer", "lines", "called a bot", "mean log-odds"}}
	writers := slices.SortedFunc(maps.Keys(lines), func(a, b writer) int { return cmp.Or(count(b.bot)-count(a.bot), cmp.Compare(a.name, b.name)) })
	for _, w := range writers {
		bots, sum := 0, 0.0
		for _, s := range lines[w] {
			bots += count(s.score > 0)
			sum += s.score
		}
		n := len(lines[w])
		tab.Rows = append(tab.Rows, []string{w.name, strconv.Itoa(n), percent(share(bots, n)), fmt.Sprintf("%.2f", over(sum, float64(n)))})
	}
	return tab
}

func reliabilityTable(c *calibration) table {
	tab := table{Title: "Reliability", Note: "All lines, by the chance that a bot wrote them.", Head: []string{"chance", "lines", "mean chance", "bots"}}
	for i, b := range c.bins {
		tab.Rows = append(tab.Rows, []string{
			fmt.Sprintf("%.1f to %.1f", float64(i)/bins, float64(i+1)/bins), strconv.Itoa(b.lines), decimal(over(b.chance, b.weight)), decimal(over(b.bot, b.weight)),
		})
	}
	return tab
}

func (t *study) accusationTables() []table {
	seats := accuse(t.games, t.held)
	if len(seats) == 0 {
		return nil
	}
	type score struct{ made, right int }
	var ours, bots, people score
	add := func(s *score, a *accusation, accused string) string {
		if accused == "" {
			return show.None
		}
		s.made++
		if !a.right(accused) {
			return accused + " (wrong)"
		}
		s.right++
		return accused
	}
	detail := table{Title: "Accusations by seat", Head: []string{"game", "seat", "by the sums", "after lines", "recorded bot", "recorded person"}}
	for i := range seats {
		a := &seats[i]
		person := ""
		for _, p := range a.game.Players {
			if !p.bot() {
				person = a.game.Accusations[p.Name]
			}
		}
		mine := add(&ours, a, a.accused)
		bot := add(&bots, a, a.game.Accusations[a.seat])
		// The person looks for any bot, so the person is right about both.
		personSeat := accusation{game: a.game}
		detail.Rows = append(detail.Rows, []string{a.game.ID, a.seat, mine, strconv.Itoa(a.lines), bot, add(&people, &personSeat, person)})
	}
	sum := table{
		Title: "Accusations", Head: []string{"accuser", "seats", "made", "right", "share made", "share right"},
		Note: fmt.Sprintf("Seats of bots in reverse Turing games. A bot accuses the higher of the two others as soon as their sums differ by more than %d.", session.AccuseLead),
	}
	for _, row := range []struct {
		name string
		score
	}{{"running sums", ours}, {"recorded bot of the seat", bots}, {"recorded person of the game", people}} {
		sum.Rows = append(sum.Rows, []string{row.name, strconv.Itoa(len(seats)), strconv.Itoa(row.made), strconv.Itoa(row.right), percent(share(row.made, len(seats))), percent(share(row.right, row.made))})
	}
	return []table{sum, detail}
}

func (t *study) ablationTable(all *figures) table {
	tab := table{
		Title: "What weighs most", Head: []string{"without", "balanced", "AUC", "loss"}, Rows: [][]string{{"nothing", decimal(all.balanced), decimal(all.auc), decimal(all.loss)}},
		Note: "The networks are blind to one group of inputs at a time, without training again. The loss is the mean cross-entropy of a line.",
	}
	for _, a := range t.ablate() {
		tab.Rows = append(tab.Rows, []string{a.name, decimal(a.balanced), decimal(a.auc), decimal(a.loss)})
	}
	return tab
}

func leftOutTable(title, note string, all []judged) table {
	tab := table{Title: title, Note: note, Head: append([]string{"left out"}, figureHead...)}
	for _, l := range all {
		tab.Rows = append(tab.Rows, append([]string{l.name}, l.cells()...))
	}
	return tab
}

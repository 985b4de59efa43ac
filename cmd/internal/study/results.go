package study

import (
	"fmt"
	"strings"

	"ringer/cmd/internal/show"
	"ringer/engine/session"
	"ringer/engine/stats"
	"ringer/engine/study"
)

// Results returns what came out, as Markdown: the games of each arm, each measure by arm, and the
// tests of the preregistration.
func Results(s *study.State) string {
	var b strings.Builder
	p := s.Plan
	fmt.Fprintf(&b, "# Results: %s\n\n%d of %d games count.", p.Title, s.Counted(-1), p.Games)
	switch {
	case s.Stopped != "":
		fmt.Fprintf(&b, " The study was stopped: %s.", s.Stopped)
	case !s.Complete():
		fmt.Fprint(&b, " **The study goes on: who decides by these figures to stop finds more than there is.**")
	}
	fmt.Fprint(&b, "\n\n")
	row(&b, "arm", "count", "do not count", "people", "answered", "withdrew")
	row(&b, "---", "--:", "--:", "--:", "--:", "--:")
	for _, r := range progress(s) {
		row(&b, r.name, fmt.Sprint(r.counted), fmt.Sprint(r.void), fmt.Sprint(r.people), fmt.Sprint(r.answered), fmt.Sprint(r.gone))
	}
	fmt.Fprint(&b, "\nThe unit is the game: its value is the mean of its people. Values of 0 and 1 are shares with 95 % intervals (Wilson), others means ± standard deviation.\n\n")
	writeMeasures(&b, s)
	fmt.Fprintf(&b, "\n## Tests\n\nOf the primary measure p decides, times the number of pairs (Bonferroni), here %d. The others explore.\n\n", p.Pairs())
	writeTests(&b, s)
	return b.String()
}

// inCell keeps a text, such as the name of an arm, within a cell of a Markdown table.
var inCell = strings.NewReplacer("|", `\|`, "\n", " ")

func row(b *strings.Builder, cells ...string) {
	fmt.Fprintf(b, "| %s |\n", strings.Join(session.Each(cells, inCell.Replace), " | "))
}

func writeMeasures(b *strings.Builder, s *study.State) {
	head, rule := []string{"measure"}, []string{"---"}
	for _, a := range s.Plan.Arms {
		head, rule = append(head, a.Name), append(rule, "--:")
	}
	row(b, head...)
	row(b, rule...)
	for _, m := range s.Plan.Measures() {
		arms, name := s.Values(m), m.Name
		if name == s.Plan.Primary {
			name = "**" + name + "**"
		}
		cells := []string{name}
		for _, values := range arms {
			cells = append(cells, cell(values, m.Binary(arms)))
		}
		row(b, cells...)
	}
}

// cell shows the values of an arm.
func cell(values []float64, binary bool) string {
	switch n := len(values); {
	case n == 0:
		return show.None
	case binary:
		yes := ones(values)
		low, high := stats.Wilson(yes, n)
		return fmt.Sprintf("%d of %d (%.0f to %.0f %%)", yes, n, 100*low, 100*high)
	}
	return fmt.Sprintf("%.2f ± %.2f (%d)", stats.Mean(values), stats.Deviation(values), len(values))
}

func ones(values []float64) (n int) {
	for _, v := range values {
		n += int(v)
	}
	return n
}

func writeTests(b *strings.Builder, s *study.State) {
	row(b, "measure", "arms", "test", "p", "p × pairs")
	row(b, "---", "---", "---", "--:", "--:")
	for _, m := range s.Plan.Measures() {
		arms := s.Values(m)
		for i := range arms {
			for k := range i {
				name, p := test(arms[k], arms[i], m.Binary(arms))
				corrected := show.None
				if m.Name == s.Plan.Primary {
					corrected = fmt.Sprintf("%.3f", min(1, p*float64(s.Plan.Pairs())))
				}
				row(b, m.Name, s.Plan.Arms[k].Name+", "+s.Plan.Arms[i].Name, name, fmt.Sprintf("%.3f", p), corrected)
			}
		}
	}
}

// test compares two arms.
func test(a, b []float64, binary bool) (name string, p float64) {
	if binary {
		return "Barnard", stats.Barnard(ones(a), len(a), ones(b), len(b))
	}
	return "Mann–Whitney", stats.MannWhitney(a, b)
}

package suspicion

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"os"
	"strings"

	"ringer/cmd/internal/show"
)

// Train trains a classifier, and writes the report.
func (s *Settings) Train(out, progress io.Writer) error {
	t, err := newStudy(s, progress)
	if err != nil {
		return err
	}
	for flag, name := range map[string]string{"--out": s.Out, "--report": s.Report} {
		if err := show.Writable(flag, name); err != nil {
			return err
		}
	}
	if err := t.crossValidate(); err != nil {
		return err
	}
	r, err := t.report()
	if err != nil {
		return err
	}
	w, err := t.weights()
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, fmt.Sprintf("The weights are version %s.", w.Version()))
	r.print(out)
	if s.Report != "" {
		if err := r.writePage(s.Report); err != nil {
			return fmt.Errorf("--report: %w", err)
		}
	}
	if s.Out == "" {
		return nil
	}
	f, err := os.Create(s.Out)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := w.Write(f); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return f.Close()
}

type report struct {
	Notes  []string
	Tables []table
	Chart  []chartBin
}

type table struct {
	Title, Note string
	Head        []string
	Rows        [][]string
}

func (r *report) print(out io.Writer) {
	for _, n := range r.Notes {
		fmt.Fprintln(out, n)
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		fmt.Fprintf(out, "\n%s\n", t.Title)
		if t.Note != "" {
			fmt.Fprintln(out, t.Note)
		}
		w := show.Columns(out)
		for _, row := range append([][]string{t.Head}, t.Rows...) {
			fmt.Fprintln(w, strings.Join(row, "\t")+"\t")
		}
		w.Flush()
	}
}

func (t *study) report() (*report, error) {
	r := &report{Notes: []string{
		fmt.Sprintf("%d games, %d lines of players. Each line is scored by %d networks that have not seen its game (%d folds, seed %d).",
			len(t.games), len(t.held), networks, t.Folds, t.Seed),
		fmt.Sprintf("Training stops after %d epochs. The temperature is %.2f.", stops[t.stop], t.temperature),
	}}
	all := measure(t.held, t.weigh)
	r.Tables = append(r.Tables, t.domainTable(all), confusionTable(all), t.botTable())
	r.Chart = chart(&all.plain)
	r.Tables = append(r.Tables, reliabilityTable(&all.plain))
	r.Tables = append(r.Tables, t.accusationTables()...)
	r.Tables = append(r.Tables, t.ablationTable(all))
	if !t.LeftOut {
		return r, nil
	}
	bots, err := t.leaveBotsOut()
	if err != nil {
		return nil, err
	}
	domains, err := t.leaveDomainsOut()
	if err != nil {
		return nil, err
	}
	r.Tables = append(r.Tables,
		leftOutTable("One bot left out", "Nothing of the bot is in training. Its lines, and people's in the same games, are judged.", bots),
		leftOutTable("One domain left out", "No game of the domain is in training.", domains))
	return r, nil
}

//go:embed page.html
var pageHTML string

// chartBin is a bin of the reliability chart. Positions are in percent, from the left and the top.
type chartBin struct {
	X, Y, Radius float64
	Text         string
}

// chart returns the bins that have lines. The area of a circle grows with the logarithm of their
// number, because most lines are in the first and the last bin.
func chart(c *calibration) (all []chartBin) {
	for _, b := range c.bins {
		if b.lines > 0 {
			all = append(all, chartBin{
				X: 100 * over(b.chance, b.weight), Y: 100 - 100*over(b.bot, b.weight), Radius: math.Sqrt(math.Log2(float64(b.lines) + 1)),
				Text: fmt.Sprintf("%d lines", b.lines),
			})
		}
	}
	return all
}

// writePage writes the report as a page. It needs nothing from outside.
func (r *report) writePage(name string) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, r); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

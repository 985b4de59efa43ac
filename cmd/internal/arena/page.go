package arena

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/engine/contest"
	"ringer/engine/deceit"
	"ringer/engine/referee"
	"ringer/engine/session"
)

//go:embed page.html
var pageHTML string

// page is what the page shows. It needs nothing from outside, so it can be read as a file.
type page struct {
	*contest.Summary
	*Arena
	Arranged              int
	Ticks                 []int
	Sides, Bars, Speeches []chart
	Played                []*contest.Game
}

type chart struct {
	Title string
	Rows  []mark
}

// mark is one value in a chart. Share, Low and High are in percent of the width.
type mark struct {
	Name string
	// Variant is the number of the variant, which gives the colour.
	Variant          int
	Share, Low, High float64
	Text             string
}

const colours = 8

func (a *Arena) writePage(path string, s *contest.Summary, games []*contest.Game) error {
	exports := ""
	if a.Record {
		var err error
		if exports, err = filepath.Rel(filepath.Dir(path), filepath.Join(a.Out, "exports")); err != nil {
			return fmt.Errorf("--report: %w", err)
		}
	}
	funcs := template.FuncMap{
		"colour": func(variant int) int { return max(variant, 0) % colours }, "number": func(i int) int { return i + 1 }, "chance": chance,
		"kinds":   func() []deceit.Kind { return deceit.Kinds },
		"percent": func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) },
		"variant": a.Variant, "clock": gameTime, "turns": turns, "ballot": ballotText,
		"download": func(g *contest.Game) template.URL { // the game as a file, within the address
			return template.URL("data:application/x-ndjson;base64," + base64.StdEncoding.EncodeToString(append(a.played(g), '\n')))
		},
		"export": func(g *contest.Game, name string) string {
			return filepath.ToSlash(filepath.Join(exports, exportName(g.Bout, name)))
		},
	}
	p := page{s, a, min(a.Arrangements(), s.Games), []int{0, 25, 50, 75, 100}, a.sides(s), a.bars(s), speeches(s.Speech), games}
	var b bytes.Buffer
	err := template.Must(template.New("page").Funcs(funcs).Parse(pageHTML)).Execute(&b, p)
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o644)
	}
	if err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// add adds a value to the chart with a title. The values of a chart come one after another.
func add(charts []chart, title string, m mark) []chart {
	if n := len(charts); n == 0 || charts[n-1].Title != title {
		charts = append(charts, chart{Title: title})
	}
	last := &charts[len(charts)-1]
	last.Rows = append(last.Rows, m)
	return charts
}

func speeches(s *contest.Speech) (charts []chart) {
	if s == nil {
		return nil
	}
	for i := range s.Preferences {
		p := &s.Preferences[i]
		share, low, high := p.Share()
		charts = add(charts, p.First+" preferred to "+p.Second, mark{p.Measure, 0, 100 * share, 100 * low, 100 * high, fmt.Sprintf("%.0f %% of %d, %d split", 100*share, p.Pairs, p.Split)})
	}
	return charts
}

func (a *Arena) sides(s *contest.Summary) (charts []chart) {
	for i := range s.Wins {
		w := &s.Wins[i]
		text := fmt.Sprintf("%d of %d, %.0f %%", w.Won, w.Seats, 100*w.Share)
		charts = add(charts, w.Side, mark{w.Variant, a.Variant(w.Variant), 100 * w.Share, 100 * w.Low, 100 * w.High, text})
	}
	return charts
}

func (a *Arena) bars(s *contest.Summary) (charts []chart) {
	for _, figure := range []struct {
		title, format string
		of            func(*contest.Work) float64
	}{
		{"Messages", "%.1f", func(w *contest.Work) float64 { return w.Mean(w.Messages) }},
		{"Words a message", "%.1f", func(w *contest.Work) float64 { return float64(w.Words) / float64(max(w.Messages, 1)) }},
		{"Model calls", "%.1f", func(w *contest.Work) float64 { return w.Mean(w.Spent.Calls) }},
		{"Tokens", "%.0f", func(w *contest.Work) float64 { return w.Mean(w.Spent.PromptTokens + w.Spent.AnswerTokens) }},
		{"Leaks", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Leaks) }},
		{"Leaks that the mouth stopped", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Stopped) }},
		{"Answers to questions put to others", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Conduct.ForOthers) }},
		{"Second halves that saw no new line", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Conduct.Unseen) }},
		{"Waits at a bound", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Conduct.AtBound) }},
		{"Plans overruled by something older", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Conduct.Overruled) }},
		{"Votes against the bot", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Accused) }},
	} {
		rows, most := s.Work[:len(a.Variants)], 0.0 // without the game itself
		for i := range rows {
			most = max(most, figure.of(&rows[i]))
		}
		for i := range rows {
			value := figure.of(&rows[i])
			m := mark{Name: rows[i].Variant, Variant: i, Text: fmt.Sprintf(figure.format, value)}
			if most > 0 {
				m.Share = 100 * value / most
			}
			charts = add(charts, figure.title, m)
		}
	}
	return charts
}

func turns(g *contest.Game) (all [][]contest.Line) {
	lines := g.Transcript()
	for i, l := range lines {
		if i == 0 || l.Turn != lines[i-1].Turn {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], l)
	}
	return all
}

func gameTime(at session.Millis) string { return fmt.Sprintf("%d:%02d", at/60_000, at/1000%60) }

func ballotText(b referee.Ballot) string {
	var votes []string
	for _, seat := range slices.Sorted(maps.Keys(b.Answers)) {
		votes = append(votes, seat+" → "+answerText(b.Answers[seat]))
	}
	text := b.Vote + ": " + strings.Join(votes, ", ")
	if b.Chosen != "" {
		text += "; decided: " + b.Chosen
	}
	if b.Drawn {
		text += " (drawn)"
	}
	return text
}

func answerText(a session.Answer) string {
	switch {
	case a.Abstain:
		return "abstains"
	case len(a.Labels) > 0:
		var all []string
		for _, id := range slices.Sorted(maps.Keys(a.Labels)) {
			all = append(all, id+" "+a.Labels[id])
		}
		return "(" + strings.Join(all, ", ") + ")"
	case len(a.Options) > 0:
		return strings.Join(a.Options, " and ")
	case a.Number != nil:
		return fmt.Sprint(*a.Number)
	}
	return a.Option
}

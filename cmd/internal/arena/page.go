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
	"ringer/engine/referee"
	"ringer/engine/session"
)

//go:embed page.html
var pageHTML string

// page is what the page shows. It needs nothing from outside, so it can be read as a file.
type page struct {
	*contest.Summary
	Rules, Models         string
	Players, Arrangements int
	Seed                  int64
	Variants              []string
	Ticks                 []int
	Sides                 []sideChart
	Bars                  []barChart
	Speeches              []speechChart
	Transcripts           []transcript
	// Exports says that each session has an export.
	Exports bool
}

// sideChart holds the wins on one side.
type sideChart struct {
	Side string
	Rows []mark
}

// speechChart holds how often a variant was preferred to another one.
type speechChart struct {
	First, Second string
	Rows          []mark
}

// barChart holds one figure of all variants.
type barChart struct {
	Title string
	Rows  []mark
}

// mark is one value in a chart. Share, Low and High are in percent of the width.
type mark struct {
	Side, Name string
	// Variant is the number of the variant, which gives the colour.
	Variant          int
	Share, Low, High float64
	Text             string
}

// transcript is one game on the page.
type transcript struct {
	*contest.Game
	ID, Title, Lasted string
	// Download is the game as a file, within the address.
	Download template.URL
	Seats    []shownSeat
	Turns    []turn
	Votes    []string
}

type shownSeat struct {
	contest.Seat
	Colour int
	Export string
}

// turn is one phase of a game, with its lines.
type turn struct {
	Phase string
	Lines []shownLine
}

type shownLine struct {
	At, Name, Role, Channel, Text string
	Colour                        int
	// Master says that the game master says the line.
	Master bool
}

// colours is how many colours the page has for variants.
const colours = 8

// writePage writes the page.
func (a *Arena) writePage(path string, s *contest.Summary, games []*contest.Game) error {
	p := page{
		Summary: s, Rules: a.Rules, Models: a.Models, Players: a.Players, Arrangements: a.Arrangements(), Seed: a.Seed, Ticks: []int{0, 25, 50, 75, 100},
		Sides: a.sideCharts(s), Bars: a.barCharts(s), Speeches: speechCharts(s.Speech), Exports: a.Record,
	}
	exports := ""
	if a.Record {
		var err error
		if exports, err = filepath.Rel(filepath.Dir(path), filepath.Join(a.Out, "exports")); err != nil {
			return fmt.Errorf("--report: %w", err)
		}
	}
	for _, v := range a.Variants {
		p.Variants = append(p.Variants, v.Name)
	}
	for _, g := range games {
		p.Transcripts = append(p.Transcripts, a.transcript(g, exports))
	}
	show := template.FuncMap{"colour": func(variant int) int { return max(variant, 0) % colours }, "number": func(i int) int { return i + 1 }, "chance": chance, "percent": func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }}
	var b bytes.Buffer
	if err := template.Must(template.New("page").Funcs(show).Parse(pageHTML)).Execute(&b, p); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// speechCharts returns the preferences by two variants. They come in this order.
func speechCharts(s *contest.Speech) (charts []speechChart) {
	if s == nil {
		return nil
	}
	for i := range s.Preferences {
		p := &s.Preferences[i]
		if n := len(charts) - 1; n < 0 || charts[n].First != p.First || charts[n].Second != p.Second {
			charts = append(charts, speechChart{First: p.First, Second: p.Second})
		}
		share, low, high := p.Share()
		last := &charts[len(charts)-1]
		last.Rows = append(last.Rows, mark{
			Name: p.Measure, Share: 100 * share, Low: 100 * low, High: 100 * high, Text: fmt.Sprintf("%.0f %% of %d, %d split", 100*share, p.Pairs, p.Split),
		})
	}
	return charts
}

func (a *Arena) sideCharts(s *contest.Summary) (charts []sideChart) {
	for i := range s.Wins {
		w := &s.Wins[i]
		if len(charts) == 0 || charts[len(charts)-1].Side != w.Side {
			charts = append(charts, sideChart{Side: w.Side})
		}
		last := &charts[len(charts)-1]
		last.Rows = append(last.Rows, mark{
			Side: w.Side, Name: w.Variant, Variant: a.Variant(w.Variant), Share: 100 * w.Share, Low: 100 * w.Low, High: 100 * w.High,
			Text: fmt.Sprintf("%d of %d, %.0f %%", w.Won, w.Seats, 100*w.Share),
		})
	}
	return charts
}

func (a *Arena) barCharts(s *contest.Summary) (charts []barChart) {
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
		{"Votes against the bot", "%.2f", func(w *contest.Work) float64 { return w.Mean(w.Accused) }},
	} {
		chart, most := barChart{Title: figure.title}, 0.0
		rows := s.Work[:len(a.Variants)] // without the table itself
		for i := range rows {
			most = max(most, figure.of(&rows[i]))
		}
		for i := range rows {
			value := figure.of(&rows[i])
			m := mark{Name: rows[i].Variant, Variant: i, Text: fmt.Sprintf(figure.format, value)}
			if most > 0 {
				m.Share = 100 * value / most
			}
			chart.Rows = append(chart.Rows, m)
		}
		charts = append(charts, chart)
	}
	return charts
}

// transcript returns a game as the page shows it. exports is the folder of the exports.
func (a *Arena) transcript(g *contest.Game, exports string) transcript {
	t := transcript{
		Game: g, ID: g.ID(), Title: fmt.Sprintf("Game %d", g.Number), Lasted: gameTime(g.Lasted),
		Download: template.URL("data:application/x-ndjson;base64," + base64.StdEncoding.EncodeToString(append(a.played(g), '\n'))),
	}
	for _, s := range g.Seats {
		t.Seats = append(t.Seats, shownSeat{s, a.Variant(s.Variant), filepath.ToSlash(filepath.Join(exports, exportName(g.Bout, s.Name)))})
	}
	last := -1
	for _, l := range g.Lines {
		if l.Turn != last {
			t.Turns, last = append(t.Turns, turn{Phase: l.Phase}), l.Turn
		}
		shown := shownLine{At: gameTime(l.At), Channel: l.Channel, Text: l.Text, Master: l.Sender == ""}
		if s := g.Seat(l.Sender); s != nil {
			shown.Name, shown.Role, shown.Colour = s.ID, s.Role, a.Variant(s.Variant)
		}
		of := &t.Turns[len(t.Turns)-1]
		of.Lines = append(of.Lines, shown)
	}
	for i := range g.Ballots {
		t.Votes = append(t.Votes, ballotText(&g.Ballots[i]))
	}
	return t
}

// gameTime returns a game time as minutes and seconds.
func gameTime(at session.Millis) string { return fmt.Sprintf("%d:%02d", at/60_000, at/1000%60) }

// ballotText says in one line how a vote went.
func ballotText(b *referee.Ballot) string {
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
